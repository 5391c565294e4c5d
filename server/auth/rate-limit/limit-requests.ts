// Limits requests per person, or per address where nobody is signed in.
import { limitCitation } from '#shared/policy/account-citations.ts'
import type { RecordsDependencies } from '../../records/records-dependencies.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Budgets } from './usage-budget.ts'
import { addressKey } from '../address-key.ts'
import type { Caller } from '../caller.ts'
import { signedInActor, NOBODY } from '../caller.ts'
import { refused } from '../../policy/refused.ts'

interface RequestCounter extends Pick<RecordsDependencies, 'current'> {
  /** Counts what this process is asked: a row for each request would cost more than it protects. */
  readonly requestLimiter: RateLimiter
  readonly budgets: Budgets
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
}

interface CallCounter extends RequestCounter {
  readonly knownNetworks: KnownNetworks
}

/** The people and addresses that a request counts for. */
export function counted(caller: Caller, address: string | undefined): string {
  return signedInActor(caller).person?.id ?? addressKey(address)
}

/**
 * Counts a request. Returns the seconds until the next one is allowed if the document's rate or the budget is used
 * up, else undefined.
 */
export async function limitRequests(
  dependencies: RequestCounter,
  caller: Caller,
  address: string | undefined,
): Promise<number | undefined> {
  const { budgets, elapsed } = dependencies
  return (await countRate(dependencies, caller, address)) ?? budgets.exceeded(counted(caller, address), elapsed())
}

async function countRate(
  { requestLimiter, current }: RequestCounter,
  caller: Caller,
  address: string | undefined,
  kind: 'request' | 'sign-in request' = 'request',
): Promise<number | undefined> {
  const rate = current.running.model.settings.requests
  if (rate === undefined) return undefined
  return await requestLimiter.count(`${kind} ${counted(caller, address)}`, rate)
}

/**
 * Counts a call and throws 429 over a limit. `isForSignIn`: needed to sign in; such calls by people not signed in
 * have a rate of their own, count in their address's budget, and pass freely from networks where somebody has signed
 * in before.
 */
export async function refuseTooManyRequests(
  dependencies: CallCounter,
  { isForSignIn }: { readonly isForSignIn?: boolean },
  caller: Caller,
  address: string | undefined,
  now: string,
): Promise<void> {
  const isSigningIn = isForSignIn === true && caller === NOBODY
  if (isSigningIn && (await dependencies.knownNetworks.hasAny(addressKey(address), Date.parse(now)))) return
  const { model } = dependencies.current.running
  const wait = await countRate(dependencies, caller, address, isSigningIn ? 'sign-in request' : 'request')
  if (wait !== undefined) throw refused('too_many', {}, { ...limitCitation(model, 'requests'), retryAfter: wait })
  const rest = dependencies.budgets.exceeded(counted(caller, address), dependencies.elapsed())
  if (rest !== undefined) throw refused('too_many', {}, { retryAfter: rest })
}
