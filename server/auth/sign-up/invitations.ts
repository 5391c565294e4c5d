// Creates invitations: one-time links to sign up with roles that the sender may give.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { findRole, rolesToGive, unknownRole } from '../people/role-names.ts'
import { ADMINISTRATOR, systemActor } from '#shared/policy/actor.ts'
import { validateBody } from '#shared/decisions/3-entities.ts'
import { roleGivingCitation } from '#shared/policy/account-citations.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { summariseRecords } from '../../records/read/summarise-records.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import { mayGive, sayGivers } from '../people/protect-administrators.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { accountKey } from '../account.ts'
import { proveToGive } from '../people/prove-to-give.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { invitationMessage } from '../mail/account-messages.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import { requireMailSender } from '../mail/mail-sender.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { createToken } from '../token.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { refusedFields, refused } from '../../policy/refused.ts'

const GOOD_FOR_MILLISECONDS = 7 * 24 * 60 * 60 * 1000

export interface Invitation {
  /** Goes into the path, behind a `#`, so that browsers send it to nobody; shown once. */
  readonly invitation: string
  readonly path: string
  readonly roles: readonly string[]
  readonly expires_at: string
}

export interface InvitationRequest {
  readonly roles: readonly string[]
  /** Somebody who is recorded already and has no account. */
  readonly person?: string | undefined
  /** Address to which the link is sent, besides being shown. */
  readonly email?: string | undefined
}

export async function invite(
  dependencies: AuthDependencies,
  actorContext: ActorContext,
  { roles: wanted, person: forPerson, email }: InvitationRequest,
): Promise<Invitation> {
  const { actor, now } = actorContext
  const { storage, current } = dependencies
  const { model } = current.running
  const byHand = sayRemedy(model.settings.language, 'hand_on')
  const sender = email === undefined ? undefined : requireMailSender(dependencies, byHand)
  const roles = wanted.map((role) => findRole(model, role) ?? role)
  const there = rolesToGive(model).map(({ role }) => role)
  const unknown = roles.filter((role) => !there.includes(role))
  if (unknown.length > 0) {
    const givable = there.filter((role) => role !== ADMINISTRATOR && mayGive(model, actor, role))
    const errors = unknown.map((role) => unknownRole(model, role, givable))
    throw refusedFields('invalid', errors)
  }
  if (!mayInvite(model, actor, roles, forPerson)) throw notToInvite(model, actor, roles, forPerson)
  if (forPerson !== undefined) {
    const [person, accounts] = [
      await storage.database.record('Person', forPerson),
      await storage.database.systemOf('account', forPerson),
    ]
    if (person === undefined || accounts.length > 0) {
      throw refusedFields('invalid', [fieldError('person', 'person_has_account')])
    }
  }
  const given = forPerson === undefined ? roles : await rolesOf(storage.database, forPerson)
  await proveToGive(storage.database, model, actorContext, given)
  const to = email === undefined ? undefined : readAddress(model, email)
  const by = actor.person?.id ?? null
  const wait = sender && (await dependencies.rateLimiter.count(`invitations by ${by}`, MAILS))
  if (wait !== undefined) throw refused('too_many', {}, { retryAfter: wait })
  const mailing = sender && to !== undefined ? { sender, to } : undefined
  return storeInvitation(dependencies, { by, roles, forPerson, mailing }, now)
}

/** Reads the roles of a person who is already recorded, since the account comes with everything that they hold. */
async function rolesOf(database: DatabaseHandle, person: string): Promise<readonly string[]> {
  return rolesIn((await database.record('Person', person))?.['roles'])
}

/** Asked when the invitation is made, and again when it is used: a person who was shut out meanwhile has not kept a way back in. */
export function mayInvite(
  model: Model,
  actor: Actor,
  roles: readonly string[],
  forPerson: string | undefined,
): boolean {
  if (roles.length === 0 || forPerson !== undefined) return actor.administrator
  return roles.every((role) => mayGive(model, actor, role))
}

function notToInvite(model: Model, actor: Actor, roles: readonly string[], forPerson: string | undefined): Refused {
  const beyond = roles.filter((role) => !mayGive(model, actor, role))
  const isForAdministrators = roles.length === 0 || forPerson !== undefined
  const remedy = isForAdministrators ? sayRemedy(model.settings.language, 'administrator') : sayGivers(model, beyond)
  return refused('not_allowed', {}, { cites: roleGivingCitation(model, actor, beyond), remedy })
}

/** So that nobody uses the application to write to the world. */
const MAILS = { count: 100, milliseconds: 3_600_000 }

function readAddress(model: Model, email: string): string {
  const person = entityNamed(model, 'Person')
  const fields = new Set(['email'])
  const { values, errors } = validateBody(person, { email }, { verb: 'create', writable: fields, readable: fields })
  if (errors.length > 0) throw refusedFields('invalid', errors)
  return String(values['email'])
}

/**
 * While there is no administrator, a person who sees the terminal may become it; undefined: there is one. Others may have
 * signed up meanwhile. Of all starts so far only the last one's link is valid. `shared`: the keys of several processes that
 * start on one database, which all show one link.
 */
export async function inviteFirst(
  dependencies: RecordsDependencies,
  now: string,
  shared?: Keyring,
): Promise<Invitation | undefined> {
  const { groups } = await summariseRecords(dependencies, { actor: systemActor, now }, 'Person', {
    measure: 'count',
    filter: `active and ${JSON.stringify(ADMINISTRATOR)} in roles`,
  })
  const isThere = groups.some(({ measures }) => Number(measures['count']) > 0)
  if (isThere) return undefined
  const made = makeInvitation({ by: null, roles: [ADMINISTRATOR] }, now)
  return dependencies.storage.write(async (transaction) => {
    const before = await transaction.system('link', FIRST)
    const link = before && (await transaction.system('link', String(before.value['link'])))
    const sealed = before?.value['sealed']
    const secret = shared && link && typeof sealed === 'string' ? shared.open(sealed, FIRST_INVITATION) : undefined
    if (secret !== undefined)
      return { ...made.invitation, ...shownBy(secret), expires_at: link?.expiresAt ?? made.invitation.expires_at }
    if (before !== undefined) await transaction.deleteSystem('link', String(before.value['link']))
    await putInvitation(dependencies, transaction, made, now)
    const { invitation, expires_at: expiresAt } = made.invitation
    const kept = shared && { sealed: shared.seal(invitation, FIRST_INVITATION) }
    const value = { kind: 'first', link: made.row.key, ...kept }
    await transaction.putSystem('link', { key: FIRST, person: null, expiresAt, value })
    return made.invitation
  })
}

/** No key of a token: those are hashes. */
const FIRST = 'first'
/** The purpose of the secret, without which the keyring does not open it. */
const FIRST_INVITATION = 'first invitation'

interface NewInvitation extends Pick<InvitationRequest, 'roles'> {
  /** Null: the terminal. */
  readonly by: string | null
  readonly forPerson?: string | undefined
  /** Mail sender and address for sending the link, besides showing it. */
  readonly mailing?: { readonly sender: MailSender; readonly to: string } | undefined
}

/** An invitation that is shown, and what is kept of it. */
interface MadeInvitation {
  readonly wanted: NewInvitation
  readonly invitation: Invitation
  readonly row: SystemRow
  /** Secret that only the message holds: a person who shows it has the address. */
  readonly letter: string
}

async function storeInvitation(
  dependencies: RecordsDependencies,
  wanted: NewInvitation,
  now: string,
): Promise<Invitation> {
  const made = makeInvitation(wanted, now)
  await dependencies.storage.write((transaction) => putInvitation(dependencies, transaction, made, now))
  return made.invitation
}

function makeInvitation(wanted: NewInvitation, now: string): MadeInvitation {
  const { by, roles, forPerson, mailing } = wanted
  const { secret, key } = createToken()
  const own = createToken()
  const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS).toISOString()
  const value = {
    kind: 'invitation',
    roles,
    ...(forPerson === undefined ? {} : { for: forPerson }),
    ...(mailing === undefined ? {} : { sent_to: accountKey(mailing.to), letter: own.key }),
    created_at: now,
  }
  return {
    wanted,
    invitation: { ...shownBy(secret), roles, expires_at: expiresAt },
    row: { key, person: by, expiresAt, value },
    letter: own.secret,
  }
}

function shownBy(secret: string): Pick<Invitation, 'invitation' | 'path'> {
  return { invitation: secret, path: `/sign-up#invitation=${secret}` }
}

async function putInvitation(
  { current }: RecordsDependencies,
  transaction: Transaction,
  { wanted, invitation, row, letter }: MadeInvitation,
  now: string,
): Promise<void> {
  const { by, roles, forPerson, mailing } = wanted
  const { model, revision } = current.running
  await transaction.putSystem('link', row)
  const subject = forPerson ?? null
  await appendAudit(transaction, { event: 'invited', at: now, by, subject, detail: { roles }, revision })
  if (mailing === undefined) return
  const { sender, to } = mailing
  const link = `${sender.base}${invitation.path}.${letter}`
  const details = { to, model, link, goodUntil: invitation.expires_at }
  await sender.mail.send(transaction, invitationMessage(details))
}
