// A new password for whoever forgot the old one: by a link that was sent, or that an administrator hands over.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused, requireAdministrator } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { hashNewPassword, putNewPassword } from '../passwords/new-password.ts'
import { requireProof } from '../proof/require-proof.ts'
import { requireOffered } from '../ways.ts'
import { makeLink, personOfLink, useLink } from './one-time-link.ts'
import type { OneTimeLink } from './one-time-link.ts'

/** A password that is refused does not use the link up. No session begins: a second factor is asked for as always. */
export async function resetPassword(
  dependencies: AuthDependencies,
  given: { readonly link: string; readonly password: string },
  from: From,
  now: string,
): Promise<void> {
  const { storage, current } = dependencies
  requireOffered(current.running.model, 'password')
  const counted = countTry(dependencies, 'link', `used from ${addressKey(from.address)}`, from, now)
  const person = await personOfLink(storage.reader, 'password reset', given.link, now)
  const record = (await storage.reader.record('Person', person)) ?? {}
  const hash = await hashNewPassword(dependencies, given.password, record)
  await storage.write(async (transaction) => {
    await useLink(transaction, 'password reset', given.link, now)
    await putNewPassword(transaction, dependencies, person, { hash, event: 'password_reset', from, now })
  })
  counted.succeed()
}

/** For administrators: a link to hand over, where no mail is sent or none arrives. */
export async function makeResetLink(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  person: string,
  session: string | undefined,
): Promise<OneTimeLink> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  requireOffered(model, 'password')
  return storage.write(async (transaction) => {
    await requireProof(transaction, session, now)
    const [account] = await transaction.systemOf('account', person)
    if (account === undefined) {
      const errors = [{ field: 'person', code: 'not_found', message: 'There is no such person with an account.' }]
      throw new Refused(refusal(model, 'invalid', { errors }))
    }
    const by = actor.person?.id ?? null
    await appendAudit(transaction, {
      event: 'password_reset_link_made',
      at: now,
      by,
      subject: person,
      detail: {},
      revision,
    })
    return makeLink(transaction, 'password reset', person, now)
  })
}
