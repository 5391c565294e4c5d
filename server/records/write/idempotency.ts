// Runs a write once per idempotency key, and keeps which record resulted from it.
import { hash } from 'node:crypto'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { WrittenRecord } from './command-context.ts'
import { refused } from '../../policy/refused.ts'

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

/**
 * The first and last step of a command in its transaction: look for a kept result, in which case nothing else runs,
 * and keep the new one.
 */
export interface RepeatGuard<Result> {
  find(transaction: Transaction): Promise<Result | undefined>
  keep(transaction: Transaction, written: Result): Promise<void>
}

export interface Idempotency {
  /** Runs the write, unless one of this key was done before: then it gives back what came of that. */
  run<Result>(
    request: IdempotentRequest,
    actorContext: ActorContext,
    status: number,
    write: (guard: RepeatGuard<Result>) => Promise<Result>,
  ): Promise<IdempotentResult<Result>>
}

/** Runs a command within its transaction, unless it was run before under the same key. */
export async function runOnce<Result>(
  guard: RepeatGuard<Result> | undefined,
  transaction: Transaction,
  command: () => Promise<Result>,
): Promise<Result> {
  const before = await guard?.find(transaction)
  if (before !== undefined) return before
  const written = await command()
  await guard?.keep(transaction, written)
  return written
}

/** One for the process: it knows which keys are under way, and refuses their twins. */
export function createIdempotency({ storage }: Pick<RecordsDependencies, 'storage'>): Idempotency {
  const underWay = new Set<string>()
  return {
    async run<Result>(
      { key, request, from }: IdempotentRequest,
      { actor, now }: ActorContext,
      status: number,
      write: (guard: RepeatGuard<Result>) => Promise<Result>,
    ) {
      if (key === '' || key.length > LONGEST_KEY) throw refused('idempotency_key_malformed', { most: LONGEST_KEY })
      const fingerprint = hash('sha256', request, 'base64url')
      // Keys belong to a person: what others have done under the same one is not revealed, nor taken for theirs.
      const row = hash(
        'sha256',
        JSON.stringify(actor.person === null ? [null, from, key] : [actor.person.id, key]),
        'base64url',
      )
      const find = async (database: DatabaseHandle): Promise<Result | undefined> => {
        const before = await database.system('idempotency', row)
        if (before === undefined || (before.expiresAt ?? '') <= now) return undefined
        if (before.value['request'] !== fingerprint) throw refused('idempotency_key_reused')
        return (before.value['done'] as IdempotentResult<Result>).written
      }
      // What was committed is given back without a write, also while nothing can be written; the command looks once more.
      const before = await find(storage.database)
      if (before !== undefined) return { status, written: before }
      if (underWay.has(row)) throw refused('idempotency_key_under_way')
      underWay.add(row)
      try {
        const written = await write({
          find,
          keep: (transaction, result) =>
            transaction.putSystem('idempotency', {
              key: row,
              person: actor.person?.id ?? null,
              expiresAt: new Date(Date.parse(now) + KEPT_MILLISECONDS).toISOString(),
              value: { request: fingerprint, done: { status, written: result } },
            }),
        })
        return { status, written }
      } finally {
        underWay.delete(row)
      }
    },
  }
}
