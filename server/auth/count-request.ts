// Counts requests, calls and pages alike: per person, or per address where nobody is signed in.
import { limitCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { RecordsDependencies } from '../records/dependencies.ts'
import { Refused } from '../records/refused.ts'
import type { Attempts } from './attempts.ts'
import { addressKey } from './attempts.ts'
import type { Caller } from './caller.ts'
import { askerOf, NOBODY } from './caller.ts'

/** Where the rate of the document is used up, the seconds until there is room again. */
export function countRequest(
  { attempts, current }: Pick<RecordsDependencies, 'current'> & { readonly attempts: Attempts },
  caller: Caller,
  address: string | undefined,
): number | undefined {
  const rate = current.running.model.settings.requests
  if (rate === undefined) return undefined
  const who = askerOf(caller).person?.id ?? addressKey(address)
  return attempts.count(`request ${who}`, rate)
}

/** The same for calls: throws 429. `leadsIn`: whoever is not signed in yet needs it for that, and is not counted. */
export function requireRequestLeft(
  dependencies: Parameters<typeof countRequest>[0],
  { leadsIn }: { readonly leadsIn?: boolean },
  caller: Caller,
  address: string | undefined,
): void {
  if (leadsIn === true && caller === NOBODY) return
  const wait = countRequest(dependencies, caller, address)
  const { model } = dependencies.current.running
  if (wait !== undefined)
    throw new Refused(refusal(model, 'too_many', limitCite(model, 'requests')), { retryAfter: wait })
}
