// Signs a person up with a password: openly, with the document's roles, or with an invitation.
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { findPasswordProblem } from '../methods/password/validate-password.ts'
import { refuseWhenBusy } from '../../policy/refuse-when-busy.ts'
import { requireOffered } from '../sign-in-methods.ts'
import type { SignUpOutcome } from './admit-applicant.ts'
import { admitApplicant } from './admit-applicant.ts'
import type { FirstCredential } from './open-account.ts'
import type { Applicant } from './applicant.ts'
import { readApplicant } from './applicant.ts'
import { refusedFields } from '../../policy/refused.ts'

/** The password is checked and hashed before it is known whether there is an account. */
export async function signUpWithPassword(
  dependencies: AuthDependencies,
  body: { readonly [name: string]: unknown },
  { client, browser }: { readonly client: ClientInfo; readonly browser: string | undefined },
  now: string,
): Promise<SignUpOutcome> {
  const { credential, ...applicant } = await readPasswordApplicant(dependencies, body, client)
  return admitApplicant(dependencies, { ...applicant, credential, browser, client, now })
}

/**
 * Reads the values of a person who signs up with a password, and hashes the password. All errors are reported at
 * once. `chosen` lists further fields that the document lets people fill in.
 */
export async function readPasswordApplicant(
  dependencies: AuthDependencies,
  body: { readonly [name: string]: unknown },
  client: ClientInfo,
  chosen: readonly string[] = [],
): Promise<Applicant & { readonly credential: FirstCredential }> {
  const { passwords, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'password')
  const { password, ...others } = body
  const { errors, ...applicant } = await readApplicant(dependencies, others, client, chosen)
  const { values } = applicant
  const about = [String(values['name'] ?? ''), String(values['email'] ?? ''), model.name]
  const objection = await findPasswordProblem(password, about, model.accountPolicy.shortestPassword)
  const wrong = [...errors, ...(objection === undefined ? [] : [objection])]
  if (wrong.length > 0) throw refusedFields('invalid', wrong)
  const hash = await refuseWhenBusy(() => passwords.hash(String(password)))
  return { ...applicant, credential: { kind: 'password', hash } }
}
