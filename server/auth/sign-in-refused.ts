// Creates the one refusal of sign-in; it reveals neither the account nor the error.
import { Refused } from '../policy/refused.ts'
import type { SignInMethod } from './complete-sign-in.ts'

export function signInRefused(by: SignInMethod): Refused {
  const message =
    by === 'password' ? 'The e-mail address or the password is not right.' : 'Signing in was not possible this way.'
  return new Refused({ code: 'wrong_credentials', status: 401, message, errors: [] })
}
