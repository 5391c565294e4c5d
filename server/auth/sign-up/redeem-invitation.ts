// Reads and redeems an invitation: one account, as long as its sender may still invite.
import { ADMINISTRATOR, makeActor } from '#shared/policy/actor.ts'
import type { Model } from '#shared/model/model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import type { CommandContext } from '../../records/write/command-context.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { accountKey } from '../account.ts'
import { isToken, keyOf } from '../token.ts'
import { mayInvite } from './invitations.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'

export interface InvitationTerms {
  readonly roles: readonly string[]
  /** Null: the first one of all, which is the terminal's. */
  readonly by: string | null
  /** The person that it is for, where they are recorded already, and the address that stands there. */
  readonly person: string | undefined
  readonly email: string | undefined
  /** The address that it was sent to, as `accountKey` gives it, and the key of the secret that only that message holds. */
  readonly sentTo: string | undefined
  readonly sentKey: string | undefined
}

/** Parsed keys of an invitation that a person shows. */
export interface ShownInvitation {
  /** Key of its row. */
  readonly link: string
  /** Key of the secret that only the message holds: a person who invites sees the rest of the link as well. */
  readonly mailKey: string | undefined
}

/** `SECRET` as a person who invites sees it, or `SECRET.MAIL_SECRET` as it was sent. Undefined: it can't be one. */
export function readShownInvitation(text: string): ShownInvitation | undefined {
  const [secret = '', mailKey, ...rest] = text.split('.')
  if (!isToken(secret) || rest.length > 0 || (mailKey !== undefined && !isToken(mailKey))) return undefined
  return { link: keyOf(secret), mailKey: mailKey === undefined ? undefined : keyOf(mailKey) }
}

/** Does a person who shows it come from the message to this address? */
export function provesAddress(
  { sentTo, sentKey }: InvitationTerms,
  mailKey: string | undefined,
  email: string,
): boolean {
  return sentKey !== undefined && sentKey === mailKey && sentTo === accountKey(email)
}

/** Throws where it is not, or no longer, good. */
export async function readInvitation(
  database: DatabaseHandle,
  model: Model,
  key: string | undefined,
  now: string,
): Promise<InvitationTerms> {
  const row = key === undefined ? undefined : await database.system('link', key)
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= now) || row.value['kind'] !== 'invitation')
    throw invitationGone()
  const person = textIn(row.value, 'for')
  const roles = rolesIn(row.value['roles']).filter((role) => role === ADMINISTRATOR || model.roles.has(role))
  const sender =
    row.person === null ? undefined : makeActor(model, (await database.record('Person', row.person)) ?? null)
  if (sender !== undefined && !mayInvite(model, sender, roles, person)) throw invitationGone()
  const record = person === undefined ? undefined : await database.record('Person', person)
  if (person !== undefined && !(await isWithoutAccount(database, record))) throw invitationGone()
  const email = record === undefined ? undefined : textIn(record, 'email')
  const [sentTo, sentKey] = [textIn(row.value, 'sent_to'), textIn(row.value, 'letter')]
  return { roles, by: row.person, person, email, sentTo, sentKey }
}

/** Deleting the row is what makes it good for one: of two at once, the second finds none. */
export async function redeemInvitation(
  { transaction, running: { model } }: CommandContext,
  key: string,
  now: string,
): Promise<InvitationTerms> {
  const invited = await readInvitation(transaction, model, key, now)
  await transaction.deleteSystem('link', key)
  return invited
}

/**
 * Whether the person has no account yet and is active. Only one of several invitations for a recorded person makes
 * the account, so nobody gets two.
 */
async function isWithoutAccount(database: DatabaseHandle, record: RecordValue | undefined): Promise<boolean> {
  if (record === undefined || record['active'] === false) return false
  return (await database.systemOf('account', record.id)).length === 0
}

function textIn(values: { readonly [name: string]: unknown }, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function invitationGone(): Refused {
  return refused('invitation_gone')
}
