// Creates the refusal of requests that no API token may make.
import type { Refusal } from '#shared/decisions/decision.ts'
import { systemRefusal } from '#shared/decisions/refusals.ts'

export function tokenRefused(): Refusal {
  return systemRefusal('not_by_token')
}
