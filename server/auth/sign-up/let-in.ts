// Administrators decide over who asked to sign up: let in, given a link, or turned away. Where they approve people it is the only way.
import { systemActor } from '#shared/decisions/actor.ts'
import type { WaitingItem } from '#shared/protocol/sign-ups.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused, requireAdministrator } from '../../records/refused.ts'
import { inTransaction } from '../../records/work/command.ts'
import { rolesIn } from '../../records/work/guard-person.ts'
import { notFound } from '../../records/work/rights.ts'
import type { Work } from '../../records/work/work.ts'
import { proveToGive } from '../account.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { approvedLetter, letInLetter } from '../links/letters.ts'
import type { OneTimeLink } from '../links/one-time-link.ts'
import { postOf } from '../links/post.ts'
import { leaveRoom } from './admit.ts'
import { findByAddress } from './find-by-address.ts'
import { createLink, keepLink } from './link-to-finish.ts'
import { needsApproval } from './applicant.ts'
import { openAccount, taken } from './open-account.ts'
import type { Waiting } from './waiting.ts'
import { waitingIn, waitingRow } from './waiting.ts'

const MOST_LISTED = 200

/** Newest first. */
export async function listWaiting(dependencies: AuthDependencies, acting: Acting): Promise<readonly WaitingItem[]> {
  requireAdministrator(dependencies.current.running.model, acting.actor)
  const { reader } = dependencies.storage
  const items: WaitingItem[] = []
  for (const row of await reader.newestSystemRows('sign_up', MOST_LISTED)) {
    const { values, askedAt, linkKey, isContested } = waitingIn(row)
    const [name, email] = [String(values['name'] ?? ''), String(values['email'] ?? '')]
    const { account, record } = await findByAddress(reader, email)
    const known = account !== undefined ? 'account' : record !== undefined ? 'record' : null
    const about = { name, email, askedAt, expiresAt: row.expiresAt ?? '' }
    items.push({ id: row.key, ...about, hasLink: linkKey !== null, isContested, known })
  }
  return items
}

/** Where people are approved and mail is sent, they still show by a link that the address is theirs; else it makes the account. */
export async function letIn(dependencies: AuthDependencies, acting: Acting, id: string): Promise<void> {
  const post = postOf(dependencies)
  const { model } = dependencies.current.running
  if (post === undefined || !needsApproval(model)) return openFor(dependencies, acting, id)
  requireAdministrator(model, acting.actor)
  const isProven = await inTransaction(dependencies, { actor: systemActor, now: acting.now }, {}, async (work) => {
    const { transaction } = work
    const waiting = await waitingAt(work, id)
    if (waiting.credential.kind === 'none') return true
    const to = String(waiting.values['email'])
    if ((await findByAddress(transaction, to)).account !== undefined) throw taken(model)
    const { record } = await findByAddress(transaction, to)
    if (record !== undefined) await proveFor(work, acting, record.id)
    const { path, expires_at: goodUntil } = await approve(work, waiting, id, acting.now)
    await note(work, acting, 'sign_up_let_in', null)
    await post.mail.send(transaction, approvedLetter({ to, application: model.name, base: post.base, path, goodUntil }))
    return false
  })
  if (isProven) await openFor(dependencies, acting, id)
}

/**
 * Makes the account with what was chosen when it was asked for: the administrator vouches for it that this is the person whose
 * address it is, as nobody has proven that. Where two browsers asked with one address, whoever is meant might be the other one:
 * then only a link helps, which is handed to the person.
 */
async function openFor(dependencies: AuthDependencies, acting: Acting, id: string): Promise<void> {
  const post = postOf(dependencies)
  await decide(dependencies, acting, id, async (work, { values, link, credential, isContested }) => {
    if (isContested) throw contested()
    const { transaction, running } = work
    const from = { address: undefined, client: undefined }
    const person = await openAccount(work, { values, link, credential, isProven: true, from, now: acting.now })
    await proveFor(work, acting, person)
    await note(work, acting, 'sign_up_let_in', person)
    const told = { to: String(values['email']), application: running.model.name, base: post?.base ?? '' }
    await post?.mail.send(transaction, letInLetter(told))
  })
}

export function turnAway(dependencies: AuthDependencies, acting: Acting, id: string): Promise<void> {
  return decide(dependencies, acting, id, (work) => note(work, acting, 'sign_up_turned_away', null))
}

/** To be handed over: whoever has it finishes as by a letter. The one before is good no more. */
export async function makeLinkToFinish(
  dependencies: AuthDependencies,
  acting: Acting,
  id: string,
): Promise<OneTimeLink> {
  requireAdministrator(dependencies.current.running.model, acting.actor)
  return inTransaction(dependencies, { actor: systemActor, now: acting.now }, {}, async (work) => {
    const waiting = await waitingAt(work, id)
    const { record } = await findByAddress(work.transaction, String(waiting.values['email']))
    if (record !== undefined) await proveFor(work, acting, record.id)
    const made = await approve(work, waiting, id, acting.now)
    await note(work, acting, 'sign_up_link_made', null)
    return made
  })
}

/** Somebody who is recorded already gets the roles of that record with the account. */
async function proveFor({ transaction, running }: Work, acting: Acting, person: string): Promise<void> {
  const roles = rolesIn((await transaction.record('Person', person))?.['roles'])
  await proveToGive(transaction, running.model, acting, roles)
}

interface WaitingAt extends Waiting {
  readonly expiresAt: string | null
}

async function waitingAt({ transaction, running }: Work, id: string): Promise<WaitingAt> {
  const row = await transaction.system('sign_up', id)
  if (row === undefined) throw notFound(running.model)
  return { ...waitingIn(row), expiresAt: row.expiresAt }
}

/** Makes the link with which an approved person finishes; it is good as long as they wait. */
async function approve(
  { transaction }: Work,
  { expiresAt, ...waiting }: WaitingAt,
  id: string,
  now: string,
): Promise<OneTimeLink> {
  const link = createLink()
  const goodUntil = expiresAt ?? now
  await transaction.putSystem('sign_up', waitingRow({ ...waiting, linkKey: link.key, isApproved: true }, goodUntil))
  await keepLink(transaction, link, id, goodUntil, 'handed over')
  return { path: link.path, expires_at: goodUntil }
}

/** Whoever it is decided over waits no longer. */
async function decide(
  dependencies: AuthDependencies,
  acting: Acting,
  id: string,
  run: (work: Work, waiting: Waiting) => Promise<void>,
): Promise<void> {
  requireAdministrator(dependencies.current.running.model, acting.actor)
  const network = await inTransaction(dependencies, { actor: systemActor, now: acting.now }, {}, async (work) => {
    const { transaction } = work
    const waiting = await waitingAt(work, id)
    await transaction.deleteSystem('sign_up', id)
    if (waiting.linkKey !== null) await transaction.deleteSystem('link', waiting.linkKey)
    await run(work, waiting)
    return waiting.network
  })
  leaveRoom(dependencies, network)
}

async function note(
  { transaction, running }: Work,
  { actor, now }: Acting,
  event: 'sign_up_let_in' | 'sign_up_turned_away' | 'sign_up_link_made',
  subject: string | null,
): Promise<void> {
  const by = actor.person?.id ?? null
  await appendAudit(transaction, { event, at: now, by, subject, detail: {}, revision: running.revision })
}

function contested(): Refused {
  return new Refused({
    code: 'sign_up_contested',
    status: 409,
    message: 'Two browsers asked to sign up with this address.',
    errors: [],
    remedy: 'Make a link, and give it to the person whom you know.',
  })
}
