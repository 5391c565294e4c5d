// A new password for whoever forgot the old one: by a link that was sent, or that an administrator hands over.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { endAccess } from '../end-access.ts'
import type { From } from '../from.ts'
import { objectionTo } from '../passwords/password-rules.ts'
import { whileBusy } from '../passwords/while-busy.ts'
import { passwordChangedLetter } from './letters.ts'
import { postOf } from './post.ts'
import { makeLink, personOfLink, useLink } from './one-time-link.ts'
import type { OneTimeLink } from './one-time-link.ts'

/** A password that is refused does not use the link up. No session begins: a second factor is asked for as always. */
export async function resetPassword(
  dependencies: AuthDependencies,
  given: { readonly link: string; readonly password: string },
  from: From,
  now: string,
): Promise<void> {
  const { storage, passwords, current } = dependencies
  const { model, revision } = current.running
  const mail = postOf(dependencies)?.mail
  const counted = countTry(dependencies, 'link', `used from ${addressKey(from.address)}`, from, now)
  const person = await personOfLink(storage.reader, 'password reset', given.link, now)
  const record = await storage.reader.record('Person', person)
  const about = [String(record?.['name'] ?? ''), String(record?.['email'] ?? ''), model.name]
  const objection = await objectionTo(given.password, about)
  if (objection !== undefined) {
    const errors = [{ field: 'password', code: 'weak_password', message: objection }]
    throw new Refused(refusal(model, 'invalid', { errors }))
  }
  const hash = await whileBusy(dependencies, () => passwords.hash(given.password))
  await storage.write(async (transaction) => {
    await useLink(transaction, 'password reset', given.link, now)
    const [account] = await transaction.systemOf('account', person)
    if (account === undefined) throw new Refused(refusal(model, 'not_found'))
    await transaction.putSystem('account', { ...account, value: { ...account.value, hash } })
    await endAccess(transaction, person)
    const address = addressKey(from.address)
    await appendAudit(transaction, { event: 'password_reset', at: now, by: person, detail: {}, address, revision })
    if (typeof record?.['email'] === 'string')
      await mail?.send(transaction, passwordChangedLetter({ to: record['email'], application: model.name }))
  })
  counted.succeed()
}

/** For administrators: a link to hand over, where no mail is sent or none arrives. */
export async function makeResetLink(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  person: string,
): Promise<OneTimeLink> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  if (!actor.administrator)
    throw new Refused(refusal(model, 'not_allowed', { remedy: 'An administrator can do this.' }))
  return storage.write(async (transaction) => {
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
