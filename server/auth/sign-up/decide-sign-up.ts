// Lists pending sign-ups, and approves, rejects or sends them a link, by an administrator.
import { systemActor } from '#shared/policy/actor.ts'
import type { SignUpApplicationItem } from '#shared/protocol/sign-ups.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import { runInTransaction } from '../../records/write/unit-of-work.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import type { CommandContext } from '../../records/write/command-context.ts'
import { createLookAlikes } from '../people/look-alikes.ts'
import { proveToGive } from '../people/prove-to-give.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { approvedWithLinkMessage, approvedMessage } from '../mail/account-messages.ts'
import type { OneTimeLink } from '../methods/link/one-time-link.ts'
import { mailSenderOf } from '../mail/mail-sender.ts'
import { releaseSignUpSlot } from './admit-applicant.ts'
import { findAddressHolder } from '../find-account.ts'
import { newSignUpLink, storeSignUpLink } from './sign-up-link.ts'
import { needsApproval } from './applicant.ts'
import { openAccount, taken } from './open-account.ts'
import type { PendingSignUp } from './pending-sign-up.ts'
import { readPendingSignUp, pendingSignUpRow } from './pending-sign-up.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'

const MOST_LISTED = 200

/** Newest first. */
export async function listPendingSignUps(
  dependencies: AuthDependencies,
  actorContext: ActorContext,
): Promise<readonly SignUpApplicationItem[]> {
  requireAdministrator(dependencies.current.running.model, actorContext.actor)
  const { database } = dependencies.storage
  const items: SignUpApplicationItem[] = []
  const rows = await database.newestSystemRows('sign_up', MOST_LISTED)
  if (rows.length === 0) return items
  const findLookAlike = await createLookAlikes(dependencies, actorContext)
  for (const row of rows) {
    const { values, askedAt, linkKey, isContested } = readPendingSignUp(row)
    const [name, email] = [String(values['name'] ?? ''), String(values['email'] ?? '')]
    const { account, record } = await findAddressHolder(database, email)
    const known = account !== undefined ? 'account' : record !== undefined ? 'record' : null
    const about = { name, email, askedAt, expiresAt: row.expiresAt ?? '' }
    const looksLike = findLookAlike({ name, email })
    items.push({ id: row.key, ...about, hasLink: linkKey !== null, isContested, known, looksLike })
  }
  return items
}

/**
 * Approves a pending sign-up. If mail is sent and approval is required, the person must still prove the address by a
 * link; otherwise the account is made at once.
 */
export async function approveSignUp(
  dependencies: AuthDependencies,
  actorContext: ActorContext,
  id: string,
): Promise<void> {
  const sender = mailSenderOf(dependencies)
  const { model } = dependencies.current.running
  if (sender === undefined || !needsApproval(model)) return openFor(dependencies, actorContext, id)
  requireAdministrator(model, actorContext.actor)
  const isProven = await runInTransaction(
    dependencies,
    { actor: systemActor, now: actorContext.now },
    {},
    async (context) => {
      const { transaction } = context
      const waiting = await waitingAt(context, id)
      if (waiting.credential.kind === 'none') return true
      const to = String(waiting.values['email'])
      if ((await findAddressHolder(transaction, to)).account !== undefined) throw taken()
      const { record } = await findAddressHolder(transaction, to)
      if (record !== undefined) await proveFor(context, actorContext, record.id)
      const { path, expires_at: goodUntil } = await approve(context, waiting, id, actorContext.now)
      await auditDecision(context, actorContext, 'sign_up_let_in', null)
      await sender.mail.send(transaction, approvedWithLinkMessage({ to, model, base: sender.base, path, goodUntil }))
      return false
    },
  )
  if (isProven) await openFor(dependencies, actorContext, id)
}

/**
 * Makes the account with what was chosen when it was asked for: the administrator vouches for it that this is the person whose
 * address it is, as nobody has proven that. Where two browsers asked with one address, a person who is meant might be the other one:
 * then only a link helps, which is handed to the person.
 */
async function openFor(dependencies: AuthDependencies, actorContext: ActorContext, id: string): Promise<void> {
  const sender = mailSenderOf(dependencies)
  await decideSignUp(dependencies, actorContext, id, async (context, { values, link, credential, isContested }) => {
    if (isContested) throw refused('sign_up_contested')
    const { transaction, running } = context
    const from = { address: undefined, userAgent: undefined, isLocal: false }
    const person = await openAccount(context, {
      values,
      link,
      credential,
      isProven: true,
      client: from,
      now: actorContext.now,
    })
    await proveFor(context, actorContext, person)
    await auditDecision(context, actorContext, 'sign_up_let_in', person)
    const details = { to: String(values['email']), model: running.model, base: sender?.base ?? '' }
    await sender?.mail.send(transaction, approvedMessage(details))
  })
}

export function rejectSignUp(dependencies: AuthDependencies, actorContext: ActorContext, id: string): Promise<void> {
  return decideSignUp(dependencies, actorContext, id, (context) =>
    auditDecision(context, actorContext, 'sign_up_turned_away', null),
  )
}

/** To be handed over: a person who has it finishes as by a message. The one before is good no more. */
export async function createSignUpLink(
  dependencies: AuthDependencies,
  actorContext: ActorContext,
  id: string,
): Promise<OneTimeLink> {
  requireAdministrator(dependencies.current.running.model, actorContext.actor)
  return runInTransaction(dependencies, { actor: systemActor, now: actorContext.now }, {}, async (context) => {
    const waiting = await waitingAt(context, id)
    const { record } = await findAddressHolder(context.transaction, String(waiting.values['email']))
    if (record !== undefined) await proveFor(context, actorContext, record.id)
    const made = await approve(context, waiting, id, actorContext.now)
    await auditDecision(context, actorContext, 'sign_up_link_made', null)
    return made
  })
}

/** Somebody who is recorded already gets the roles of that record with the account. */
async function proveFor(
  { transaction, running }: CommandContext,
  actorContext: ActorContext,
  person: string,
): Promise<void> {
  const roles = rolesIn((await transaction.record('Person', person))?.['roles'])
  await proveToGive(transaction, running.model, actorContext, roles)
}

interface WaitingAt extends PendingSignUp {
  readonly expiresAt: string | null
}

async function waitingAt({ transaction }: CommandContext, id: string): Promise<WaitingAt> {
  const row = await transaction.system('sign_up', id)
  if (row === undefined) throw refused('not_found')
  return { ...readPendingSignUp(row), expiresAt: row.expiresAt }
}

/** Makes the link with which an approved person finishes; it is good as long as they wait. */
async function approve(
  { transaction }: CommandContext,
  { expiresAt, ...waiting }: WaitingAt,
  id: string,
  now: string,
): Promise<OneTimeLink> {
  const link = newSignUpLink()
  const goodUntil = expiresAt ?? now
  await transaction.putSystem(
    'sign_up',
    pendingSignUpRow({ ...waiting, linkKey: link.key, isApproved: true }, goodUntil),
  )
  await storeSignUpLink(transaction, link, id, goodUntil, 'handed over')
  return { path: link.path, expires_at: goodUntil }
}

/** A person who it is decided over waits no longer. */
async function decideSignUp(
  dependencies: AuthDependencies,
  actorContext: ActorContext,
  id: string,
  run: (context: CommandContext, pending: PendingSignUp) => Promise<void>,
): Promise<void> {
  requireAdministrator(dependencies.current.running.model, actorContext.actor)
  const network = await runInTransaction(
    dependencies,
    { actor: systemActor, now: actorContext.now },
    {},
    async (context) => {
      const { transaction } = context
      const waiting = await waitingAt(context, id)
      await transaction.deleteSystem('sign_up', id)
      if (waiting.linkKey !== null) await transaction.deleteSystem('link', waiting.linkKey)
      await run(context, waiting)
      return waiting.network
    },
  )
  await releaseSignUpSlot(dependencies, network)
}

async function auditDecision(
  { transaction, running }: CommandContext,
  { actor, now }: ActorContext,
  event: 'sign_up_let_in' | 'sign_up_turned_away' | 'sign_up_link_made',
  subject: string | null,
): Promise<void> {
  const by = actor.person?.id ?? null
  await appendAudit(transaction, { event, at: now, by, subject, detail: {}, revision: running.revision })
}
