// Changes a person's password: asks for the old one, and revokes all other access.
import type { ActorContext } from '../../../records/records-dependencies.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { hashNewPassword, setPassword } from './set-password.ts'
import { requirePassword } from './reauthenticate.ts'

export async function changePassword(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  given: { readonly current: string; readonly password: string },
  keptSession: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const { storage, current } = dependencies
  requireOffered(current.running.model, 'password')
  const person = actor.person?.id ?? ''
  const counted = await limitAttempts(dependencies, 'sign-in', person, client, now)
  await requirePassword(dependencies, person, { password: given.current, field: 'current' }, client, now)
  const hash = await hashNewPassword(dependencies, given.password, actor.person ?? {})
  await storage.write((transaction) =>
    setPassword(transaction, dependencies, person, { hash, event: 'password_changed', client, now, keptSession }),
  )
  await counted.succeed()
}
