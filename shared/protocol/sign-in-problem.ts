// Lists the problems of signing in by a provider; their texts stand in the catalogue of refusals.
import { makeRefusal, wordRefusal } from '../decisions/refusals.ts'
import type { Model } from '../model/model.ts'
import type { RefusalName } from '../refusals/catalogue.ts'

const PROBLEMS = [
  'provider_unavailable',
  'provider_denied',
  'provider_failed',
  'flow_gone',
  'email_unverified',
  'account_exists',
  'no_account',
  'sign_up_waits',
  'identity_taken',
  'identity_other',
  'invitation_gone',
  'provider_incomplete',
  'too_many',
] as const satisfies readonly RefusalName[]

export type SignInProblem = (typeof PROBLEMS)[number]

export function isSignInProblem(code: string): code is SignInProblem {
  return PROBLEMS.some((problem) => problem === code)
}

/** Words a sign-in problem as the document does. */
export function describeSignInProblem(model: Model, code: SignInProblem, provider: string): string {
  return wordRefusal(model, makeRefusal(code, { provider })).message
}
