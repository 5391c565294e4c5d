// What an API token is never good for: the account of its person, and the accounts of others.
import type { Refusal } from '#shared/decisions/decision.ts'

/** By path, so that what is added below `/api/auth` is closed to tokens unless it is named here. */
export function managesAccounts(path: readonly string[]): boolean {
  return path[0] === 'auth' && !(path.length === 2 && path[1] === 'me')
}

export function tokenRefused(): Refusal {
  return {
    code: 'not_by_token',
    status: 403,
    message: 'An API token can’t manage accounts.',
    errors: [],
    remedy: 'Sign in to do this.',
  }
}
