// Creates the refusal of requests that no API token may make.
import type { Refusal } from '#shared/decisions/decision.ts'

export function tokenRefused(): Refusal {
  return {
    code: 'not_by_token',
    status: 403,
    message: 'An API token can’t manage accounts.',
    errors: [],
    remedy: 'Sign in to do this.',
  }
}
