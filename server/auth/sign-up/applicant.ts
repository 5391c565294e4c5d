// Reads and validates an applicant's values before anything is looked up.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { hasInvisible, trimText, turnsDirection } from '#shared/text/characters/invisible-characters.ts'
import { labelFor } from '#shared/text/label.ts'
import { validateBody } from '#shared/decisions/3-entities.ts'
import { signUpCitation } from '#shared/policy/account-citations.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { entityNamed } from '../../policy/policy.ts'
import { addressKey } from '../address-key.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { invitationGone, readShownInvitation } from './redeem-invitation.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { refused } from '../../policy/refused.ts'

export interface Applicant {
  /** Values from which the person is created, by field. */
  readonly values: { readonly [field: string]: unknown }
  /** Key of the invitation, if there is one. */
  readonly link: string | undefined
  /** Key of the secret that only its message holds. */
  readonly mailKey?: string | undefined
}

/**
 * Reads an applicant's values. Errors in them are returned, to be reported with the other errors. `chosen` lists
 * further fields that a call of the document lets people fill in.
 */
export async function readApplicant(
  { current, rateLimiter }: Pick<AuthDependencies, 'current' | 'rateLimiter'>,
  body: { readonly [name: string]: unknown },
  client: ClientInfo,
  chosen: readonly string[] = [],
): Promise<Applicant & { readonly errors: readonly FieldError[] }> {
  const { model } = current.running
  const { invitation, ...fields } = body
  const shown = typeof invitation === 'string' ? readShownInvitation(invitation) : undefined
  if (invitation !== undefined && shown === undefined) throw invitationGone()
  if (shown === undefined) requireOpenSignUp(model)
  const wait = await rateLimiter.count(`sign-up from ${addressKey(client.address)}`, SIGN_UPS)
  if (wait !== undefined) throw refused('too_many', {}, { retryAfter: wait })
  return { ...readFields(model, fields, chosen), link: shown?.link, mailKey: shown?.mailKey }
}

/** Throws unless people without an invitation may sign up. */
export function requireOpenSignUp(model: Model): void {
  if (model.accountPolicy.signUp.kind === 'open') return
  throw refused(
    'not_allowed',
    {},
    { cites: signUpCitation(model), remedy: sayRemedy(model.settings.language, 'invited') },
  )
}

/** Does an administrator decide over everyone who signs up uninvited? */
export function needsApproval({ accountPolicy: { signUp } }: Model): boolean {
  return signUp.kind === 'open' && signUp.approved
}

/** Names of the fields that a person fills who signs up. */
export function applicantFields(person: Entity): readonly string[] {
  const required = [...person.fields].filter(
    ([name, field]) => field.required === true && field.default === undefined && !field.standard && !RESERVED.has(name),
  )
  return [...new Set(['name', 'email', ...required.map(([name]) => name)])]
}

/** Name, address, and what the document requires of every person: nothing else is accepted here. */
export function readFields(model: Model, fields: { readonly [name: string]: unknown }, chosen: readonly string[] = []) {
  const person = entityNamed(model, 'Person')
  const writable = new Set([...applicantFields(person), ...chosen.filter((name) => !RESERVED.has(name))])
  const read = validateBody(person, fields, { verb: 'create', writable, readable: new Set(person.fields.keys()) })
  const errors = [...read.errors]
  for (const name of ['name', 'email']) {
    if (read.values[name] !== undefined || errors.some(({ field }) => field === name)) continue
    const { name: { label } = { label: name }, cite } = person.fields.get(name) ?? {}
    errors.push(fieldError(name, 'required', { field: labelFor(label) }, cite))
  }
  return { values: read.values, errors: [...errors, ...findDeceptions(fields)] }
}

/**
 * Finds deceptions that make one person look like another: invisible letters, and a name that is displayed in another
 * order than it is written.
 */
function findDeceptions({ name, email }: { readonly [name: string]: unknown }): readonly FieldError[] {
  return [
    ...(typeof email === 'string' && hasInvisible(trimText(email)) ? [fieldError('email', 'address_invisible')] : []),
    ...(typeof name === 'string' && turnsDirection(name) ? [fieldError('name', 'name_turned')] : []),
  ]
}

/** Limit of sign-ups from one address. */
const SIGN_UPS = { count: 60, milliseconds: 3_600_000 }

const RESERVED: ReadonlySet<string> = new Set(['roles', 'active', 'picture'])
