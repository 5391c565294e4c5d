// Signing up with a password: open to all with the roles that the document gives, or with an invitation.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import { Refused } from '../../records/refused.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { objectionTo } from '../passwords/password-rules.ts'
import { whileBusy } from '../passwords/while-busy.ts'
import { requireOffered } from '../ways.ts'
import type { SignUpOutcome } from './admit.ts'
import { admit } from './admit.ts'
import { readSignUp } from './applicant.ts'

/** The password is judged and hashed before it is known whether there is an account. */
export async function signUp(
  dependencies: AuthDependencies,
  body: { readonly [name: string]: unknown },
  { from, browser }: { readonly from: From; readonly browser: string | undefined },
  now: string,
): Promise<SignUpOutcome> {
  const { passwords, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'password')
  const { password, ...others } = body
  const { errors, ...applicant } = readSignUp(dependencies, others, from)
  const { values } = applicant
  const about = [String(values['name'] ?? ''), String(values['email'] ?? ''), model.name]
  const objection = await objectionTo(password, about)
  const wrong: FieldError[] = [
    ...errors,
    ...(objection === undefined ? [] : [{ field: 'password', code: 'weak_password', message: objection }]),
  ]
  if (wrong.length > 0) throw new Refused(refusal(model, 'invalid', { errors: wrong }))
  const hash = await whileBusy(dependencies, () => passwords.hash(String(password)))
  return admit(dependencies, { ...applicant, credential: { kind: 'password', hash }, browser, from, now })
}
