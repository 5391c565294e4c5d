// Creates an account for an existing person without sign-up: for tests.
import type { RecordsDependencies } from '../../server/records/records-dependencies.ts'
import { accountRow } from '../../server/auth/account.ts'
import { beginSession } from '../../server/auth/sessions/sessions.ts'

/** `hash`: of the password, as `Passwords.hash` makes it. */
export async function createAccount(
  { storage }: RecordsDependencies,
  person: string,
  email: string,
  hash: string,
  now: string,
): Promise<void> {
  await storage.write((transaction) => transaction.putSystem('account', accountRow(email, person, hash, now)))
}

/** A session without signing in: its token. */
export async function createSession(dependencies: RecordsDependencies, person: string, now: string): Promise<string> {
  const { secret } = await dependencies.storage.write((transaction) =>
    beginSession(transaction, dependencies, person, now, undefined),
  )
  return secret
}
