// Decides what becomes of a sign-up: a session at once, a link to the address, or an administrator's decision.
import { systemActor } from '#shared/decisions/actor.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { Refused } from '../../records/refused.ts'
import { inTransaction } from '../../records/work/command.ts'
import type { Work } from '../../records/work/work.ts'
import { accountKey } from '../account.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { alreadyThereLetter, finishSignUpLetter } from '../links/letters.ts'
import type { Post } from '../links/post.ts'
import { postOf } from '../links/post.ts'
import type { SessionStart } from '../sessions.ts'
import { beginSession } from '../sessions.ts'
import { createToken, keyOf } from '../token.ts'
import { isOffered } from '../ways.ts'
import type { Applicant } from './applicant.ts'
import { needsApproval } from './applicant.ts'
import { findByAddress } from './find-by-address.ts'
import type { Invited } from './invited.ts'
import { provesAddress, readInvitation } from './invited.ts'
import { createLink, keepLink } from './link-to-finish.ts'
import type { FirstCredential } from './open-account.ts'
import { isTaken, openAccount, taken } from './open-account.ts'
import type { Waiting } from './waiting.ts'
import { waitingIn, waitingKey, waitingRow } from './waiting.ts'

/** The same for every address that nobody was invited with, whether or not there is an account. */
export interface Asked {
  /** What happens next: a letter with a link is sent there, or an administrator decides. */
  readonly next: 'letter' | 'administrator'
  /** For a cookie of this browser. */
  readonly browser: string
  readonly seconds: number
}

export type SignUpOutcome = { readonly session: SessionStart & { readonly person: string } } | { readonly asked: Asked }

interface Applying extends Applicant {
  readonly credential: FirstCredential
  /** What the browser's cookie holds of an earlier time that it asked. */
  readonly browser: string | undefined
  readonly from: From
  readonly now: string
}

export async function admit(dependencies: AuthDependencies, applying: Applying): Promise<SignUpOutcome> {
  const { values, link, letter, credential, from, now } = applying
  const { model } = dependencies.current.running
  const email = String(values['email'])
  const post = postOf(dependencies)
  const next = nextOf(model, link, post)
  // What is only explained costs no invitation, and would tell of every address.
  if (link !== undefined) dependencies.leaveUntried?.('secret')
  else if (next === 'session') dependencies.leaveUntried?.('address')
  const outcome = await inTransaction(dependencies, { actor: systemActor, now }, {}, async (work) => {
    const { transaction } = work
    const invited = link === undefined ? undefined : await readInvitation(work, link, now)
    const isProven = invited !== undefined && provesAddress(invited, letter, email)
    if (next !== 'session' && !isProven && !isVouchedFor(invited)) {
      countAsking(dependencies, email, from, lastsFor(next))
      return { asked: await keepWaiting(dependencies, work, applying, next === 'letter' ? post : undefined) }
    }
    if (isGuess(invited, isProven) && isTaken(await findByAddress(transaction, email))) {
      if (link !== undefined) await transaction.deleteSystem('link', link)
      return 'taken'
    }
    const person = await openAccount(work, { values, link, credential, isProven, from, now })
    const isStrong = credential.kind === 'passkey'
    const session = await beginSession(transaction, dependencies, person, now, from.client, isStrong)
    return { session: { ...session, person } }
  })
  if (outcome === 'taken') throw taken(model)
  return outcome
}

/**
 * Where no mail is sent nobody can prove an address: then the document's word, or that of whoever invited, is enough. Else the address
 * is proven first, unless administrators decide, who may know the person.
 */
function nextOf(model: Model, link: string | undefined, post: Post | undefined): 'session' | Asked['next'] {
  if (link === undefined && needsApproval(model)) return 'administrator'
  return post === undefined ? 'session' : 'letter'
}

/** An invitation is good by itself for the person whom it names, and on the terminal. */
function isVouchedFor(invited: Invited | undefined): boolean {
  return invited !== undefined && (invited.by === null || invited.person !== undefined)
}

/** Nobody has vouched for the address. To be told that it is taken costs the invitation, if there is one: with it nobody asks for many. */
function isGuess(invited: Invited | undefined, isProven: boolean): boolean {
  return !isProven && !isVouchedFor(invited)
}

/** A letter is answered soon or not at all; administrators may be away for a while. In milliseconds. */
function lastsFor(next: Asked['next']): number {
  return (next === 'letter' ? 1 : 14) * DAY_MILLISECONDS
}

/** For somebody whom a provider vouches for: their address is proven, and only the administrators' decision is missing. */
export async function keepWaitingProven(
  dependencies: Pick<AuthDependencies, 'attempts' | 'current'>,
  work: Work,
  { values, from, now }: Pick<Applying, 'values' | 'from' | 'now'>,
): Promise<void> {
  const { transaction } = work
  const email = String(values['email'])
  const row = await transaction.system('sign_up', waitingKey(email))
  const before = row && waitingIn(row)
  if (before?.credential.kind === 'none' && (row?.expiresAt ?? '') > now) return
  const lasts = lastsFor('administrator')
  countAsking(dependencies, email, from, lasts)
  if (before !== undefined) leaveRoom(dependencies, before.network)
  const network = addressKey(from.address)
  const credential = { kind: 'none' } as const
  const known = { linkKey: before?.linkKey ?? null, isApproved: before?.isApproved === true, isContested: false }
  const chosen = { values, link: undefined, credential, browser: createToken().key, askedAt: now, network }
  const expiresAt = new Date(Date.parse(now) + lasts).toISOString()
  await transaction.putSystem('sign_up', waitingRow({ ...chosen, ...known }, expiresAt))
  await noteAsking(work, null, network, now)
}

/** Does all that it does, and writes as much, for an address that is free and for one that is taken. */
async function keepWaiting(
  dependencies: Pick<AuthDependencies, 'attempts'>,
  work: Work,
  applying: Applying,
  post: Post | undefined,
): Promise<Asked> {
  const { transaction, running } = work
  const { values, link, credential, from, now } = applying
  const email = String(values['email'])
  const network = addressKey(from.address)
  const next = post === undefined ? 'administrator' : 'letter'
  const lasts = lastsFor(next)
  const expiresAt = new Date(Date.parse(now) + lasts).toISOString()
  const browser = createToken()
  const toFinish = post === undefined ? undefined : createLink()
  const found = await findByAddress(transaction, email)
  const row = await transaction.system('sign_up', waitingKey(email))
  const before = row && waitingIn(row)
  // Who asks once more waits once all the same; and whom an administrator gave a link is not deprived of it by whoever asks.
  if (before !== undefined) leaveRoom(dependencies, before.network)
  const linkKey = before?.linkKey ?? toFinish?.key ?? null
  const isApproved = before?.isApproved === true
  const isContested = before !== undefined && isOfAnother(before, applying.browser)
  const chosen = { values, link, credential, browser: browser.key, isContested }
  const waiting = waitingRow({ ...chosen, linkKey, isApproved, askedAt: now, network }, expiresAt)
  await transaction.putSystem('sign_up', waiting)
  if (post !== undefined && toFinish !== undefined) {
    await keepLink(transaction, toFinish, waiting.key, expiresAt, 'mailed')
    const told = { application: running.model.name, goodUntil: expiresAt }
    const letter = found.account === undefined ? finishSignUpLetter : alreadyThereLetter
    const hasPasswords = isOffered(running.model, 'password')
    // A full mailbox has letters of the last hour, whose links are good: the next one is not needed.
    const isFull = dependencies.attempts.count(`sign-up-letters ${accountKey(email)}`, LETTERS_TO_ONE_ADDRESS)
    const to = isFull === undefined ? email : null
    await post.mail.send(transaction, letter({ ...told, to, base: post.base, path: toFinish.path, hasPasswords }))
  }
  await noteAsking(work, found.account?.person ?? null, network, now)
  return { next, browser: browser.secret, seconds: lasts / 1000 }
}

async function noteAsking(work: Work, subject: string | null, address: string, at: string): Promise<void> {
  const { revision } = work.running
  const asked = { event: 'sign_up_requested', at, by: null, subject, detail: {}, address, revision } as const
  await appendAudit(work.transaction, asked)
}

function isOfAnother({ browser, isContested }: Waiting, shown: string | undefined): boolean {
  return isContested || shown === undefined || keyOf(shown) !== browser
}

/** Nobody's letter box is filled, and nobody fills the list of who waits: by address, and by where it is asked from. */
function countAsking(
  { attempts, current }: Pick<AuthDependencies, 'attempts' | 'current'>,
  email: string,
  from: From,
  lasts: number,
): void {
  const most = { count: MOST_WAITING_FROM_ONE_PLACE, milliseconds: lasts }
  // By both: a stranger who asks with an address keeps nobody else from asking with it.
  const asking = `sign-up-letter ${accountKey(email)} ${addressKey(from.address)}`
  const wait =
    attempts.count(asking, ASKED_FROM_ONE_PLACE) ?? attempts.count(waitingFrom(addressKey(from.address)), most)
  if (wait !== undefined) throw new Refused(refusal(current.running.model, 'too_many'), { retryAfter: wait })
}

/** Whoever no longer waits leaves room for others from there. `network`: as `addressKey` gives it. */
export function leaveRoom({ attempts }: Pick<AuthDependencies, 'attempts'>, network: string): void {
  attempts.giveBack(waitingFrom(network))
}

function waitingFrom(network: string): string {
  return `waiting from ${network}`
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
const MOST_WAITING_FROM_ONE_PLACE = 100
const ASKED_FROM_ONE_PLACE = { count: 5, milliseconds: 60 * 60 * 1000 }
const LETTERS_TO_ONE_ADDRESS = { count: 20, milliseconds: 60 * 60 * 1000 }
