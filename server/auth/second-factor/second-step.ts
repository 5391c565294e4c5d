// The second step of signing in: a code, together with the token that stands for the first step.
import { appendAudit } from '../../records/audit/append-audit.ts'
import { Refused } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import type { SignInOutcome, SignInWay } from '../complete-sign-in.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { beginSession } from '../sessions.ts'
import { signInRefused } from '../sign-in-refused.ts'
import { isToken, keyOf } from '../token.ts'
import { isOffered } from '../ways.ts'
import { useCode } from './use-code.ts'

/** After so many wrong codes the first step has to be done again. */
const MOST_TRIES = { count: 5, milliseconds: 5 * 60 * 1000 }

export async function doSecondStep(
  dependencies: AuthDependencies,
  given: { readonly challenge: string; readonly code: string },
  from: From,
  now: string,
): Promise<SignInOutcome> {
  const { storage, attempts, current } = dependencies
  const { revision } = current.running
  const address = addressKey(from.address)
  const key = keyOf(given.challenge)
  const begun = isToken(given.challenge) ? await storage.reader.system('link', key) : undefined
  const { person = null, value } = begun ?? {}
  const counted = countTry(dependencies, 'second factor', person ?? `from ${address}`, from, now)
  const isOpen = attempts.count(`challenge ${key}`, MOST_TRIES) === undefined
  if (person === null || value?.['kind'] !== 'second factor' || !isOpen) throw challengeGone()
  const by = value['by'] as SignInWay
  if (by !== 'provider' && !isOffered(current.running.model, by)) throw challengeGone()
  const outcome = await storage.write(
    async (transaction): Promise<SignInOutcome | undefined> => {
      const row = await transaction.system('link', key)
      if (row === undefined || (row.expiresAt ?? '') <= now) throw challengeGone()
      const second = await useCode(transaction, dependencies, person, given.code, now)
      if (second === undefined) {
        const note = { at: now, by: null, subject: person, detail: {}, address, revision }
        await appendAudit(transaction, { event: 'second_factor_failed', ...note })
        return undefined
      }
      await transaction.deleteSystem('link', key)
      const record = await transaction.record('Person', person)
      if (record === undefined || record['active'] === false) throw signInRefused(by)
      const session = await beginSession(transaction, dependencies, person, now, from.client, true)
      const detail = { way: by, second }
      await appendAudit(transaction, { event: 'sign_in', at: now, by: person, detail, address, revision })
      return { session: { ...session, person } }
    },
    { fromReserve: true },
  )
  if (outcome === undefined) throw wrongCode()
  counted.succeed()
  return outcome
}

function wrongCode(): Refused {
  const errors = [{ field: 'code', code: 'wrong', message: 'This code is not right, or was used already.' }]
  return new Refused({
    code: 'wrong_code',
    status: 401,
    message: 'This code is not right, or was used already.',
    errors,
  })
}

function challengeGone(): Refused {
  const message = 'That took too long, or too many tries. Please sign in again.'
  return new Refused({ code: 'challenge_gone', status: 401, message, errors: [] })
}
