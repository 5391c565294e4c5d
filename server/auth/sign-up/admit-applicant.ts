// Admits an applicant: by invitation at once, else by a link or an administrator's decision.
import { systemActor } from '#shared/policy/actor.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { runInTransaction } from '../../records/write/unit-of-work.ts'
import type { CommandContext } from '../../records/write/command-context.ts'
import { accountKey } from '../account.ts'
import { addressKey } from '../address-key.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { accountExistsMessage, finishSignUpMessage } from '../mail/account-messages.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import { mailSenderOf } from '../mail/mail-sender.ts'
import type { SessionStart } from '../sessions/sessions.ts'
import { beginSession } from '../sessions/sessions.ts'
import { createToken, keyOf } from '../token.ts'
import { isOffered } from '../sign-in-methods.ts'
import type { Applicant } from './applicant.ts'
import { needsApproval } from './applicant.ts'
import { findAddressHolder } from '../find-account.ts'
import type { InvitationTerms } from './redeem-invitation.ts'
import { provesAddress, readInvitation } from './redeem-invitation.ts'
import { newSignUpLink, storeSignUpLink } from './sign-up-link.ts'
import type { FirstCredential } from './open-account.ts'
import { isTaken, openAccount, taken } from './open-account.ts'
import type { PendingSignUp } from './pending-sign-up.ts'
import { readPendingSignUp, pendingSignUpKey, pendingSignUpRow } from './pending-sign-up.ts'
import { refused } from '../../policy/refused.ts'

/** Next step of a sign-up. It is the same for every address without an invitation, whether or not it has an account. */
export interface SignUpNextStep {
  /** Next step: a message with a link is sent to the address, or an administrator decides. */
  readonly next: 'mail' | 'administrator'
  /** Secret for a cookie of this browser. */
  readonly browser: string
  readonly seconds: number
}

export type SignUpOutcome =
  | { readonly session: SessionStart & { readonly person: string } }
  | { readonly asked: SignUpNextStep }

interface SignUpApplication extends Applicant {
  readonly credential: FirstCredential
  /** Secret in the browser's cookie from an earlier request to sign up. */
  readonly browser: string | undefined
  readonly client: ClientInfo
  readonly now: string
}

export async function admitApplicant(
  dependencies: AuthDependencies,
  application: SignUpApplication,
): Promise<SignUpOutcome> {
  const { values, link, client } = application
  const { model } = dependencies.current.running
  const email = String(values['email'])
  const sender = mailSenderOf(dependencies)
  const next = nextOf(model, link, sender)
  // What is only explained costs no invitation, and would tell of every address.
  if (link !== undefined) dependencies.refuseUntried?.('secret')
  else if (next === 'session') dependencies.refuseUntried?.('address')
  const slot = () => takeSignUpSlot(dependencies, email, client, next === 'session' ? 'mail' : next)
  // It is known already, but for what an invitation says.
  const early = link === undefined && next !== 'session' ? await slot() : undefined
  const first = await tryToAdmit(dependencies, application, next, early)
  const outcome = first === 'slot needed' ? await tryToAdmit(dependencies, application, next, await slot()) : first
  if (outcome === 'taken') throw taken()
  if (outcome === 'slot needed') throw new Error('A slot was taken.')
  return outcome
}

/** Rates are not counted within a command, which may be run more than once: without a slot it stops where one is needed. */
function tryToAdmit(
  dependencies: AuthDependencies,
  application: SignUpApplication,
  next: 'session' | SignUpNextStep['next'],
  slot: SignUpSlot | undefined,
): Promise<SignUpOutcome | 'taken' | 'slot needed'> {
  const { values, link, mailKey, credential, client, now } = application
  const email = String(values['email'])
  const sender = next === 'mail' ? mailSenderOf(dependencies) : undefined
  return runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
    const { transaction } = context
    const invited =
      link === undefined ? undefined : await readInvitation(context.transaction, context.running.model, link, now)
    const isProven = invited !== undefined && provesAddress(invited, mailKey, email)
    if (next !== 'session' && !isProven && !isVouchedFor(invited)) {
      if (slot === undefined) return 'slot needed'
      return {
        asked: await storePendingSignUp(dependencies, context, application, sender, slot),
      }
    }
    if (isGuess(invited, isProven) && isTaken(await findAddressHolder(transaction, email))) {
      if (link !== undefined) await transaction.deleteSystem('link', link)
      return 'taken'
    }
    const person = await openAccount(context, { values, link, credential, isProven, client, now })
    const isStrong = credential.kind === 'passkey'
    const session = await beginSession(transaction, dependencies, person, now, client.userAgent, isStrong)
    return { session: { ...session, person } }
  })
}

/** Does an applicant without an invitation have an account at once, with nothing to prove and nobody to decide? */
export function isAdmittedAtOnce(dependencies: AuthDependencies): boolean {
  return nextOf(dependencies.current.running.model, undefined, mailSenderOf(dependencies)) === 'session'
}

/**
 * Determines the next step of a sign-up. Without mail nobody can prove an address, so the document's word or an
 * invitation is enough. Otherwise the address is proven first, unless administrators decide, who may know the person.
 */
function nextOf(
  model: Model,
  link: string | undefined,
  sender: MailSender | undefined,
): 'session' | SignUpNextStep['next'] {
  if (link === undefined && needsApproval(model)) return 'administrator'
  return sender === undefined ? 'session' : 'mail'
}

/** An invitation is good by itself for the person that it names, and on the terminal. */
function isVouchedFor(invited: InvitationTerms | undefined): boolean {
  return invited !== undefined && (invited.by === null || invited.person !== undefined)
}

/** Nobody has vouched for the address. Learning that it is taken costs the invitation, if there is one: with it nobody asks for many. */
function isGuess(invited: InvitationTerms | undefined, isProven: boolean): boolean {
  return !isProven && !isVouchedFor(invited)
}

/** A message is answered soon or not at all; administrators may be away for a while. In milliseconds. */
function lastsFor(next: SignUpNextStep['next']): number {
  return (next === 'mail' ? 1 : 14) * DAY_MILLISECONDS
}

/**
 * Keeps the pending sign-up of a person for whose address a provider vouches, so that only the administrators'
 * decision is missing. `slot needed` means that nothing was written yet.
 */
export async function keepWaitingProven(
  dependencies: Pick<AuthDependencies, 'rateLimiter'>,
  context: CommandContext,
  { values, client, now }: Pick<SignUpApplication, 'values' | 'client' | 'now'>,
  slot: SignUpSlot | undefined,
): Promise<'waits' | 'slot needed'> {
  const { transaction } = context
  const email = String(values['email'])
  const row = await transaction.system('sign_up', pendingSignUpKey(email))
  const before = row && readPendingSignUp(row)
  if (before?.credential.kind === 'none' && (row?.expiresAt ?? '') > now) return 'waits'
  if (slot === undefined) return 'slot needed'
  if (before !== undefined) transaction.whenKept(() => void releaseSignUpSlot(dependencies, before.network))
  const network = addressKey(client.address)
  const credential = { kind: 'none' } as const
  const known = { linkKey: before?.linkKey ?? null, isApproved: before?.isApproved === true, isContested: false }
  const chosen = { values, link: undefined, credential, browser: createToken().key, askedAt: now, network }
  const expiresAt = new Date(Date.parse(now) + lastsFor('administrator')).toISOString()
  await transaction.putSystem('sign_up', pendingSignUpRow({ ...chosen, ...known }, expiresAt))
  await noteAsking(context, null, network, now)
  return 'waits'
}

/** Does all that it does, and writes as much, for an address that is free and for one that is taken. */
async function storePendingSignUp(
  dependencies: Pick<AuthDependencies, 'rateLimiter'>,
  context: CommandContext,
  application: SignUpApplication,
  sender: MailSender | undefined,
  { isMailboxFull }: SignUpSlot,
): Promise<SignUpNextStep> {
  const { transaction, running } = context
  const { values, link, credential, client, now } = application
  const email = String(values['email'])
  const network = addressKey(client.address)
  const next = sender === undefined ? 'administrator' : 'mail'
  const lasts = lastsFor(next)
  const expiresAt = new Date(Date.parse(now) + lasts).toISOString()
  const browser = createToken()
  const toFinish = sender === undefined ? undefined : newSignUpLink()
  const found = await findAddressHolder(transaction, email)
  const row = await transaction.system('sign_up', pendingSignUpKey(email))
  const before = row && readPendingSignUp(row)
  // Who asks once more waits once all the same; and the caller takes no link from a person that an administrator gave one.
  if (before !== undefined) transaction.whenKept(() => void releaseSignUpSlot(dependencies, before.network))
  const linkKey = before?.linkKey ?? toFinish?.key ?? null
  const isApproved = before?.isApproved === true
  const isContested = before !== undefined && isOfAnother(before, application.browser)
  const chosen = { values, link, credential, browser: browser.key, isContested }
  const waiting = pendingSignUpRow({ ...chosen, linkKey, isApproved, askedAt: now, network }, expiresAt)
  await transaction.putSystem('sign_up', waiting)
  if (sender !== undefined && toFinish !== undefined) {
    await storeSignUpLink(transaction, toFinish, waiting.key, expiresAt, 'mailed')
    const details = { model: running.model, goodUntil: expiresAt }
    const compose = found.account === undefined ? finishSignUpMessage : accountExistsMessage
    const hasPasswords = isOffered(running.model, 'password')
    const to = isMailboxFull ? null : email
    await sender.mail.send(
      transaction,
      compose({ ...details, to, base: sender.base, path: toFinish.path, hasPasswords }),
    )
  }
  await noteAsking(context, found.account?.person ?? null, network, now)
  return { next, browser: browser.secret, seconds: lasts / 1000 }
}

async function noteAsking(context: CommandContext, subject: string | null, address: string, at: string): Promise<void> {
  const { revision } = context.running
  const asked = { event: 'sign_up_requested', at, by: null, subject, detail: {}, address, revision } as const
  await appendAudit(context.transaction, asked)
}

function isOfAnother({ browser, isContested }: PendingSignUp, shown: string | undefined): boolean {
  return isContested || shown === undefined || keyOf(shown) !== browser
}

/** The result of counting a sign-up before its command runs. */
export interface SignUpSlot {
  /**
   * Whether the mailbox has received the most messages allowed in the last hour. Their links are still valid, so
   * another message is not needed.
   */
  readonly isMailboxFull: boolean
}

/** Nobody's mailbox is filled, and nobody fills the list of those who wait: by address, and by where it is asked from. */
export async function takeSignUpSlot(
  { rateLimiter }: Pick<AuthDependencies, 'rateLimiter' | 'current'>,
  email: string,
  client: ClientInfo,
  next: SignUpNextStep['next'],
): Promise<SignUpSlot> {
  const most = { count: MOST_WAITING_FROM_ONE_PLACE, milliseconds: lastsFor(next) }
  // By both: a stranger who asks with an address keeps nobody else from asking with it.
  const asking = `sign-up-mail ${accountKey(email)} ${addressKey(client.address)}`
  const wait =
    (await rateLimiter.count(asking, ASKED_FROM_ONE_PLACE)) ??
    (await rateLimiter.count(waitingFrom(addressKey(client.address)), most))
  if (wait !== undefined) throw refused('too_many', {}, { retryAfter: wait })
  if (next !== 'mail') return { isMailboxFull: false }
  const full = await rateLimiter.count(`sign-up-mail ${accountKey(email)}`, MAILS_TO_ONE_ADDRESS)
  return { isMailboxFull: full !== undefined }
}

/** A person who no longer waits leaves room for others from there. `network`: as `addressKey` gives it. */
export async function releaseSignUpSlot(
  { rateLimiter }: Pick<AuthDependencies, 'rateLimiter'>,
  network: string,
): Promise<void> {
  await rateLimiter.giveBack(waitingFrom(network))
}

function waitingFrom(network: string): string {
  return `waiting from ${network}`
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
const MOST_WAITING_FROM_ONE_PLACE = 100
const ASKED_FROM_ONE_PLACE = { count: 5, milliseconds: 60 * 60 * 1000 }
const MAILS_TO_ONE_ADDRESS = { count: 20, milliseconds: 60 * 60 * 1000 }
