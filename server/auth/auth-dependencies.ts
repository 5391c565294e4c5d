// Declares the dependencies of accounts and sign-in, besides those of records.
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import type { RateLimiter } from './rate-limit/rate-limiter.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { KnownNetworks } from './rate-limit/known-networks.ts'
import type { Challenges } from './methods/passkey/passkey-challenges.ts'
import type { Passwords } from './methods/password/password-hash.ts'
import type { Providers } from './methods/provider/provider.ts'
import type { Keyring } from './secrets/keyring.ts'

export interface AuthDependencies extends RecordsDependencies {
  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
  /** Counts the requests that this process is asked. */
  readonly requestLimiter: RateLimiter
  readonly challenges: Challenges
  readonly knownNetworks: KnownNetworks
  readonly keyring: Keyring
  /** The address that people open, if that is not where it listens. */
  readonly publicUrl: string | undefined
  /** Undefined: nothing can be sent. */
  readonly mail?: Mail | undefined
  /** The settings of providers, by the name in addresses. */
  readonly providers?: Providers | undefined
  /** While a call is only explained: to be asked before a secret is tried, or somebody outside is; it throws. */
  readonly refuseUntried?: ((what: UntriedStep) => never) | undefined
}

/** A secret could be guessed at, and addresses asked for, where no try counts; what was sent to a provider, or done in a trial, can't be taken back. */
export type UntriedStep = 'secret' | 'address' | 'provider' | 'trial'
