// A person changes the password: the old one is asked for, and all that was signed in elsewhere ends, tokens as well.
import type { Acting } from '../../records/dependencies.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { requireOffered } from '../ways.ts'
import { hashNewPassword, putNewPassword } from './new-password.ts'
import { requirePassword } from './show-password.ts'

export async function changePassword(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  given: { readonly current: string; readonly password: string },
  keptSession: string | undefined,
  from: From,
): Promise<void> {
  const { storage, current } = dependencies
  requireOffered(current.running.model, 'password')
  const person = actor.person?.id ?? ''
  const counted = countTry(dependencies, 'sign-in', person, from, now)
  await requirePassword(dependencies, person, { password: given.current, field: 'current' }, from, now)
  const hash = await hashNewPassword(dependencies, given.password, actor.person ?? {})
  await storage.write((transaction) =>
    putNewPassword(transaction, dependencies, person, { hash, event: 'password_changed', from, now, keptSession }),
  )
  counted.succeed()
}
