// Refusals that are a matter of HTTP alone: a request that can't be read, or names what does not exist.
import { Refused } from '../records/refused.ts'
import type { RefusedMore } from '../records/refused.ts'

export function badRequest(
  code: string,
  message: string,
  options: { readonly status?: number } & RefusedMore = {},
): Refused {
  const { status = 400, ...more } = options
  return new Refused({ code, status, message, errors: [] }, more)
}
