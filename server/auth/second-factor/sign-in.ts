// Completes the second step of sign-in: a code, with the challenge of the first step.
import { appendAudit } from '../../records/audit/append-audit.ts'
import { addressKey } from '../address-key.ts'
import type { SignInMethod } from '../sign-in-methods.ts'
import type { SignInOutcome } from '../methods/complete-sign-in.ts'
import { limitAttempts } from '../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { beginSession } from '../sessions/sessions.ts'
import { signInRefused } from '../sign-in-refused.ts'
import { isToken, keyOf } from '../token.ts'
import { isOffered } from '../sign-in-methods.ts'
import { redeemCode } from './verify-code.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'

/** After so many wrong codes the first step has to be done again. */
const MOST_TRIES = { count: 5, milliseconds: 5 * 60 * 1000 }

export async function completeSecondStep(
  dependencies: AuthDependencies,
  given: { readonly challenge: string; readonly code: string },
  client: ClientInfo,
  now: string,
): Promise<SignInOutcome> {
  const { storage, rateLimiter, current } = dependencies
  const { revision } = current.running
  const address = addressKey(client.address)
  const key = keyOf(given.challenge)
  const begun = isToken(given.challenge) ? await storage.database.system('link', key) : undefined
  const { person = null, value } = begun ?? {}
  const counted = await limitAttempts(dependencies, 'second factor', person ?? `from ${address}`, client, now)
  const isOpen = (await rateLimiter.count(`challenge ${key}`, MOST_TRIES)) === undefined
  if (person === null || value?.['kind'] !== 'second factor' || !isOpen) throw refused('challenge_gone')
  const by = value['by'] as SignInMethod
  if (by !== 'provider' && !isOffered(current.running.model, by)) throw refused('challenge_gone')
  const outcome = await storage.write(
    async (transaction): Promise<SignInOutcome | undefined> => {
      const row = await transaction.system('link', key)
      if (row === undefined || (row.expiresAt ?? '') <= now) throw refused('challenge_gone')
      const second = await redeemCode(transaction, dependencies, person, given.code, now)
      if (second === undefined) {
        const note = { at: now, by: null, subject: person, detail: {}, address, revision }
        await appendAudit(transaction, { event: 'second_factor_failed', ...note })
        return undefined
      }
      await transaction.deleteSystem('link', key)
      const record = await transaction.record('Person', person)
      if (record === undefined || record['active'] === false) throw signInRefused(by)
      const session = await beginSession(transaction, dependencies, person, now, client.userAgent, true)
      const detail = { way: by, second }
      await appendAudit(transaction, { event: 'sign_in', at: now, by: person, detail, address, revision })
      return { session: { ...session, person } }
    },
    { fromReserve: true },
  )
  if (outcome === undefined) throw wrongCode()
  await counted.succeed()
  return outcome
}

function wrongCode(): Refused {
  return refused('wrong_code', {}, { errors: [fieldError('code', 'wrong_factor_code')] })
}
