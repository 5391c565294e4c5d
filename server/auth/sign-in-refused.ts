// The one refusal of signing in: it tells neither whether there is such an account nor what was wrong.
import { Refused } from '../records/refused.ts'
import type { SignInWay } from './complete-sign-in.ts'

export function signInRefused(by: SignInWay): Refused {
  const message =
    by === 'password' ? 'The e-mail address or the password is not right.' : 'Signing in was not possible this way.'
  return new Refused({ code: 'wrong_credentials', status: 401, message, errors: [] })
}
