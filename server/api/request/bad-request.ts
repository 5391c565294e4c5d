// Creates refusals that concern HTTP only: a request that can't be read or names nothing.
import { Refused } from '../../policy/refused.ts'
import type { RefusalDetails } from '../../policy/refused.ts'

export function badRequest(
  code: string,
  message: string,
  options: { readonly status?: number } & RefusalDetails = {},
): Refused {
  const { status = 400, ...more } = options
  return new Refused({ code, status, message, errors: [] }, more)
}
