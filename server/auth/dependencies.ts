// What the account calls are given, beside what records need.
import type { RecordsDependencies } from '../records/dependencies.ts'
import type { Attempts } from './attempts.ts'
import type { Passwords } from './password.ts'

export interface AuthDependencies extends RecordsDependencies {
  readonly passwords: Passwords
  readonly attempts: Attempts
}
