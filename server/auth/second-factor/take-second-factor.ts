// An administrator helps whoever has lost the phone or the key: all second factors of that person go, the app and the passkeys.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused, requireAdministrator } from '../../records/refused.ts'
import { hashOf } from '../account.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { endAccess } from '../end-access.ts'
import { secondFactorTakenLetter } from '../links/letters.ts'
import { postOf } from '../links/post.ts'
import { requireProof } from '../proof/require-proof.ts'
import { isOffered } from '../ways.ts'

/** All that the person has open ends with it, and a letter tells him, where letters can be sent. */
export async function takeSecondFactor(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  person: string,
  session: string | undefined,
): Promise<void> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  const by = actor.person?.id ?? null
  requireAdministrator(model, actor)
  const byAnother = { cites: model.access.grantsCite, remedy: 'Another administrator can do this.' }
  if (by === person) throw new Refused(refusal(model, 'not_allowed', byAnother))
  await storage.write(async (transaction) => {
    await requireProof(transaction, session, now)
    const hadApp = await transaction.deleteSystem('second_factor', person)
    const passkeys = await transaction.systemOf('passkey', person)
    for (const { key } of passkeys) await transaction.deleteSystem('passkey', key)
    if (!hadApp && passkeys.length === 0) {
      const errors = [{ field: 'person', code: 'not_found', message: 'There is no such person with a second factor.' }]
      throw new Refused(refusal(model, 'invalid', { errors }))
    }
    // Whoever signed in with nothing else has no account left, and can be invited to it again.
    const [account] = await transaction.systemOf('account', person)
    const isShut =
      hashOf(account) === undefined &&
      !isOffered(model, 'link') &&
      (await transaction.systemOf('identity', person)).length === 0
    if (account !== undefined && isShut) await transaction.deleteSystem('account', account.key)
    await endAccess(transaction, person)
    const kind = passkeys.length === 0 ? 'code' : hadApp ? 'all' : 'passkey'
    const note = { at: now, by, subject: person, revision }
    await appendAudit(transaction, { event: 'second_factor_removed', detail: { kind }, ...note })
    const email = (await transaction.record('Person', person))?.['email']
    if (typeof email === 'string')
      await postOf(dependencies)?.mail.send(
        transaction,
        secondFactorTakenLetter({ to: email, application: model.name }),
      )
  })
}
