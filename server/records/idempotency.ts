// Runs a write once per idempotency key, and keeps which record resulted from it.
import { hash } from 'node:crypto'
import type { Transaction } from '../storage/storage.ts'
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { Refused } from '../policy/refused.ts'
import type { WrittenRecord } from './command/command-context.ts'

/** `Result`: one record, or those of a batch; it is kept as JSON. */
export interface IdempotentResult<Result = WrittenRecord> {
  readonly status: number
  readonly written: Result
}

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000
const LONGEST_KEY = 200

export interface IdempotentRequest {
  /** `Idempotency-Key`. */
  readonly key: string
  /** All of the request that says what is to be done, as text. */
  readonly request: string
  /** Whose keys they are where nobody is signed in: where the request comes from. */
  readonly from: string
}

export interface Idempotency {
  /** Runs the write, unless one of this key was done before: then it gives back what came of that. */
  run<Result>(
    request: IdempotentRequest,
    actorContext: ActorContext,
    status: number,
    write: (recordResult: RecordResult<Result>) => Promise<Result>,
  ): Promise<IdempotentResult<Result>>
}

export type RecordResult<Result> = (transaction: Transaction, written: Result) => Promise<void>

/** One for the process: it knows which keys are under way. */
export function createIdempotency({ storage }: RecordsDependencies): Idempotency {
  const underWay = new Set<string>()
  return {
    async run<Result>(
      { key, request, from }: IdempotentRequest,
      { actor, now }: ActorContext,
      status: number,
      write: (settle: RecordResult<Result>) => Promise<Result>,
    ) {
      if (key === '' || key.length > LONGEST_KEY)
        throw badKey(400, 'malformed', `An Idempotency-Key has 1 to ${LONGEST_KEY} characters.`)
      const fingerprint = hash('sha256', request, 'base64url')
      // Keys belong to a person: what others have done under the same one is not revealed, nor taken for theirs.
      const row = hash(
        'sha256',
        JSON.stringify(actor.person === null ? [null, from, key] : [actor.person.id, key]),
        'base64url',
      )
      if (underWay.has(row)) throw badKey(409, 'conflict', 'A request with this Idempotency-Key is under way.')
      underWay.add(row)
      try {
        const before = await storage.database.system('idempotency', row)
        if (before !== undefined && (before.expiresAt ?? '') > now) {
          if (before.value['request'] !== fingerprint)
            throw badKey(422, 'invalid', 'This Idempotency-Key was used for another request.')
          return before.value['done'] as IdempotentResult<Result>
        }
        const written = await write((transaction, result) =>
          transaction.putSystem('idempotency', {
            key: row,
            person: actor.person?.id ?? null,
            expiresAt: new Date(Date.parse(now) + KEPT_MILLISECONDS).toISOString(),
            value: { request: fingerprint, done: { status, written: result } },
          }),
        )
        return { status, written }
      } finally {
        underWay.delete(row)
      }
    },
  }
}

function badKey(status: number, code: string, message: string): Refused {
  return new Refused({ code, status, message, errors: [] })
}
