// What the account calls are given, beside what records need.
import type { RecordsDependencies } from '../records/dependencies.ts'
import type { Attempts } from './attempts.ts'
import type { Mail } from '../records/letters/mail.ts'
import type { KnownPlaces } from './known-places.ts'
import type { Challenges } from './passkeys/challenges.ts'
import type { Passwords } from './passwords/password.ts'
import type { Providers } from './providers/provider.ts'
import type { Keyring } from './secrets/keyring.ts'

export interface AuthDependencies extends RecordsDependencies {
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly challenges: Challenges
  readonly knownPlaces: KnownPlaces
  readonly keyring: Keyring
  /** Where people reach the application, if that is not where it listens. */
  readonly publicUrl: string | undefined
  /** Undefined: nothing can be sent. */
  readonly mail?: Mail | undefined
  /** The settings of providers, by the name in addresses. */
  readonly providers?: Providers | undefined
  /** While a call is only explained: to be asked before a secret is tried, or somebody outside is; it throws. */
  readonly leaveUntried?: ((what: Untried) => never) | undefined
}

/** A secret could be guessed at, and addresses asked for, where no try counts; what a provider was told can't be taken back. */
export type Untried = 'secret' | 'address' | 'provider'
