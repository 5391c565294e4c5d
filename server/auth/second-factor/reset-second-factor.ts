// Resets all second factors of a person, by an administrator: the app and the passkeys.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import { hashOf } from '../account.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import { secondFactorResetMessage } from '../mail/account-messages.ts'
import { mailSenderOf } from '../mail/mail-sender.ts'
import { requireReauthentication } from '../sessions/require-reauthentication.ts'
import { isOffered } from '../sign-in-methods.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { requireAdministrator, refused, refusedFields } from '../../policy/refused.ts'

/** All that the person has open ends with it, and a message tells them, where mail can be sent. */
export async function resetSecondFactor(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  person: string,
  session: string | undefined,
): Promise<void> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  const by = actor.person?.id ?? null
  requireAdministrator(model, actor)
  const byAnother = {
    cites: model.accountPolicy.grantsCite,
    remedy: sayRemedy(model.settings.language, 'other_administrator'),
  }
  if (by === person) throw refused('not_allowed', {}, byAnother)
  await storage.write(async (transaction) => {
    await requireReauthentication(transaction, session, now)
    const hadApp = await transaction.deleteSystem('second_factor', person)
    const passkeys = await transaction.systemOf('passkey', person)
    for (const { key } of passkeys) await transaction.deleteSystem('passkey', key)
    if (!hadApp && passkeys.length === 0)
      throw refusedFields('invalid', [fieldError('person', 'person_without_factor')])
    // A person who signed in with nothing else has no account left, and can be invited to it again.
    const [account] = await transaction.systemOf('account', person)
    const isShut =
      hashOf(account) === undefined &&
      !isOffered(model, 'link') &&
      (await transaction.systemOf('identity', person)).length === 0
    if (account !== undefined && isShut) await transaction.deleteSystem('account', account.key)
    await revokeAccess(transaction, person)
    const kind = passkeys.length === 0 ? 'code' : hadApp ? 'all' : 'passkey'
    const note = { at: now, by, subject: person, revision }
    await appendAudit(transaction, { event: 'second_factor_removed', detail: { kind }, ...note })
    const email = (await transaction.record('Person', person))?.['email']
    if (typeof email === 'string')
      await mailSenderOf(dependencies)?.mail.send(transaction, secondFactorResetMessage({ to: email, model }))
  })
}
