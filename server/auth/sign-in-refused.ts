// Creates the one refusal of sign-in; it reveals neither the account nor the error.
import type { SignInMethod } from './sign-in-methods.ts'
import type { Refused } from '../policy/refused.ts'
import { refused } from '../policy/refused.ts'

export function signInRefused(by: SignInMethod): Refused {
  return refused(by === 'password' ? 'wrong_credentials' : 'sign_in_impossible')
}
