// Changes a person's password: asks for the old one, and revokes all other access.
import type { ActorContext } from '../../../records/records-dependencies.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import type { CountedAttempt } from '../../rate-limit/limit-attempts.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { hashNewPassword, setPassword } from './set-password.ts'
import { requirePassword } from './reauthenticate.ts'

/** Proves the present password and hashes the new one, before a command; `set` changes it in the command. */
export async function prepareNewPassword(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  given: { readonly current: string; readonly password: string },
  keptSession: string | undefined,
  client: ClientInfo,
): Promise<{ readonly set: (transaction: Transaction) => Promise<void>; readonly counted: CountedAttempt }> {
  requireOffered(dependencies.current.running.model, 'password')
  const person = actor.person?.id ?? ''
  const counted = await limitAttempts(dependencies, 'sign-in', person, client, now)
  await requirePassword(dependencies, person, { password: given.current, field: 'current' }, client, now)
  const hash = await hashNewPassword(dependencies, given.password, actor.person ?? {})
  const change = { hash, event: 'password_changed', client, now, keptSession } as const
  return { set: (transaction) => setPassword(transaction, dependencies, person, change), counted }
}

export async function changePassword(
  ...[dependencies, ...given]: Parameters<typeof prepareNewPassword>
): Promise<void> {
  const { set, counted } = await prepareNewPassword(dependencies, ...given)
  await dependencies.storage.write(set)
  await counted.succeed()
}
