// Signing up: open to all with the roles that the document gives, or with an invitation, which is good for one account.
import { ADMINISTRATOR, makeActor, systemActor } from '#shared/decisions/actor.ts'
import { readBody } from '#shared/decisions/3-entities.ts'
import { signUpCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../records/audit/append-audit.ts'
import { createAsDocument } from '../records/create-record.ts'
import { Refused } from '../records/refused.ts'
import { rolesIn } from '../records/work/guard-person.ts'
import { entityNamed } from '../records/work/rights.ts'
import type { Work } from '../records/work/work.ts'
import { inTransaction } from '../records/work/command.ts'
import type { Transaction } from '../storage/storage.ts'
import { accountKey, accountRow } from './account.ts'
import { addressKey } from './attempts.ts'
import type { AuthDependencies } from './dependencies.ts'
import { mayInvite } from './invitations.ts'
import { objectionTo } from './passwords/password-rules.ts'
import type { SessionStart } from './sessions.ts'
import { beginSession } from './sessions.ts'
import type { From } from './from.ts'
import { whileBusy } from './passwords/while-busy.ts'
import { isToken, keyOf } from './token.ts'
import { requireOffered } from './ways.ts'

export async function signUp(
  dependencies: AuthDependencies,
  body: { readonly [name: string]: unknown },
  from: From,
  now: string,
): Promise<SessionStart & { readonly person: string }> {
  const { passwords, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'password')
  const { password, ...others } = body
  const { values, errors, link } = readSignUp(dependencies, others, from, now)
  const about = [String(values['name'] ?? ''), String(values['email'] ?? ''), model.name]
  const objection = await objectionTo(password, about)
  const wrong: FieldError[] = [
    ...errors,
    ...(objection === undefined ? [] : [{ field: 'password', code: 'weak_password', message: objection }]),
  ]
  if (wrong.length > 0) throw new Refused(refusal(model, 'invalid', { errors: wrong }))
  const hash = await whileBusy(dependencies, () => passwords.hash(String(password)))

  return inTransaction(dependencies, { actor: systemActor, now }, {}, async (work) => {
    const person = await createAccountFor(work, { values, link, hash, from, now })
    return { ...(await beginSession(work.transaction, dependencies, person, now, from.client)), person }
  })
}

interface Applicant {
  /** What a person is made of. */
  readonly values: { readonly [field: string]: unknown }
  /** Key of the invitation, if there is one. */
  readonly link: string | undefined
}

/** Who may sign up at all, and with which values; what is wrong with them is told with what else is wrong. */
export function readSignUp(
  { current, attempts }: Pick<AuthDependencies, 'current' | 'attempts'>,
  body: { readonly [name: string]: unknown },
  from: From,
  now: string,
): Applicant & { readonly errors: readonly FieldError[] } {
  const { model } = current.running
  const { invitation, ...fields } = body
  const link = typeof invitation === 'string' && isToken(invitation) ? keyOf(invitation) : undefined
  if (invitation !== undefined && link === undefined) throw invitationGone()
  if (link === undefined && model.access.signUp.kind !== 'open') {
    throw new Refused(
      refusal(model, 'not_allowed', { cites: signUpCite(model), remedy: 'Somebody has to invite you.' }),
    )
  }
  // Each try tells whether an address is taken.
  const wait = attempts.count(`sign-up from ${addressKey(from.address)}`, SIGN_UPS, Date.parse(now))
  if (wait !== undefined) throw new Refused(refusal(model, 'too_many'), { retryAfter: wait })
  return { ...readFields(model, fields), link }
}

/** The person and the account, with the roles of the invitation or of the document; gives the person's id. */
export async function createAccountFor(
  work: Work,
  { values, link, hash, from, now }: Applicant & { readonly hash?: string; readonly from: From; readonly now: string },
): Promise<string> {
  const { transaction, running } = work
  const { model, revision } = running
  const invited = link === undefined ? undefined : await takeInvitation(work, link, now)
  const email = String(values['email'])
  if (invited?.email !== undefined && accountKey(invited.email) !== accountKey(email)) throw forAnother(model)
  if ((await transaction.system('account', accountKey(email))) !== undefined) throw taken(model)
  const roles = invited?.roles ?? (model.access.signUp.kind === 'open' ? model.access.signUp.as : [])
  const person = invited?.person ?? (await createAsDocument(work, 'Person', { ...values, roles })).id
  await transaction.putSystem('account', accountRow(email, person, hash, now))
  const address = addressKey(from.address)
  const detail = { invited: invited !== undefined, roles }
  await appendAudit(transaction, { event: 'sign_up', at: now, by: person, detail, address, revision })
  return person
}

/** Name, address, and what the document requires of every person: nothing else is his to say here. */
export function readFields(model: Model, fields: { readonly [name: string]: unknown }) {
  const person = entityNamed(model, 'Person')
  const writable = new Set(['name', 'email'])
  for (const [name, field] of person.fields) {
    if (field.required === true && field.default === undefined && !field.standard && !RESERVED.has(name))
      writable.add(name)
  }
  const read = readBody(person, fields, { verb: 'create', writable, readable: new Set(person.fields.keys()) })
  const errors = [...read.errors]
  for (const name of ['name', 'email']) {
    if (read.values[name] !== undefined || errors.some(({ field }) => field === name)) continue
    errors.push({ field: name, code: 'required', message: `${person.fields.get(name)?.name.label ?? name} is needed.` })
  }
  return { values: read.values, errors }
}

/** From one address. */
const SIGN_UPS = { count: 60, milliseconds: 3_600_000 }

const RESERVED: ReadonlySet<string> = new Set(['roles', 'active', 'picture'])

interface Invited {
  readonly roles: readonly string[]
  /** Whom it is for, where that person is recorded already, and the address that stands there. */
  readonly person: string | undefined
  readonly email: string | undefined
}

/** Deleting the row is what makes it good for one: of two at once, the second finds none. */
async function takeInvitation({ transaction, running: { model } }: Work, key: string, now: string): Promise<Invited> {
  const row = await transaction.system('link', key)
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= now) || row.value['kind'] !== 'invitation')
    throw invitationGone()
  const person = typeof row.value['for'] === 'string' ? row.value['for'] : undefined
  const roles = rolesIn(row.value['roles']).filter((role) => role === ADMINISTRATOR || model.roles.has(role))
  // The first one of all is the terminal's.
  const sender =
    row.person === null ? undefined : makeActor(model, (await transaction.record('Person', row.person)) ?? null)
  if (sender !== undefined && !mayInvite(model, sender, roles, person)) throw invitationGone()
  const record = person === undefined ? undefined : await transaction.record('Person', person)
  if (person !== undefined && !(await isWithoutAccount(transaction, record))) throw invitationGone()
  await transaction.deleteSystem('link', key)
  const email = record?.['email']
  return { roles, person, email: typeof email === 'string' ? email : undefined }
}

/** Of several invitations for somebody who is recorded already, one makes the account; so nobody has two. */
async function isWithoutAccount(transaction: Transaction, record: RecordValue | undefined): Promise<boolean> {
  if (record === undefined || record['active'] === false) return false
  return (await transaction.systemOf('account', record.id)).length === 0
}

function invitationGone(): Refused {
  return new Refused({
    code: 'invitation_gone',
    status: 422,
    message: 'This invitation was used already, is too old, or was taken back.',
    errors: [],
  })
}

function taken(model: Model): Refused {
  const errors = [
    { field: 'email', code: 'taken', message: 'There is an account with this address. Sign in, or use another one.' },
  ]
  return new Refused(refusal(model, 'conflict', { errors }))
}

/** Whoever signs in and whoever is written to must not part ways. */
function forAnother(model: Model): Refused {
  const errors = [{ field: 'email', code: 'not_invited', message: 'This invitation is for another address.' }]
  return new Refused(refusal(model, 'invalid', { errors }))
}
