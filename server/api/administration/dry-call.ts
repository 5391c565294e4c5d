// Runs a call on records and undoes it before anybody sees it: the very decision that the call would get, without its effect.
import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { Refused } from '../../records/refused.ts'
import type { Storage, Transaction } from '../../storage/storage.ts'
import type { ApiDependencies, Call, Exchange } from '../exchange.ts'

export interface Tried {
  readonly status: number
  readonly refused?: Refused
}

/**
 * `examine` is called where the call was refused within its transaction, before that is undone; `made` is the id of the
 * first record that the call made, if any.
 */
export async function tryCall(
  dependencies: ApiDependencies,
  exchange: Exchange,
  call: Call,
  body: unknown,
  examine: (transaction: Transaction, refused: Refused, made: string | undefined) => Promise<void>,
): Promise<Tried> {
  let made: string | undefined
  const dry: ApiDependencies = {
    ...dependencies,
    storage: undoing(dependencies.storage, (transaction, refused) => examine(transaction, refused, made)),
    newId(now) {
      const id = dependencies.newId(now)
      made ??= id
      return id
    },
  }
  try {
    return { status: (await call(dry, { ...exchange, request: requestWith(body) })).status }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { status: error.refusal.status, refused: error }
  }
}

/** Every write is undone, whether it went well or not. */
function undoing(storage: Storage, examine: (transaction: Transaction, refused: Refused) => Promise<void>): Storage {
  return {
    get model() {
      return storage.model
    },
    reader: storage.reader,
    plan: (shape) => storage.plan(shape),
    planSummary: (shape) => storage.planSummary(shape),
    planFacts: (entity, nodes) => storage.planFacts(entity, nodes),
    migrate: (model, revision) => storage.migrate(model, revision),
    close: () => storage.close(),
    async write<T>(command: (transaction: Transaction) => Promise<T>): Promise<T> {
      const undo = new Error('undone')
      let outcome: { readonly value: T } | { readonly error: unknown } | undefined
      try {
        await storage.write(async (transaction) => {
          try {
            outcome = { value: await command(transaction) }
          } catch (error) {
            outcome = { error }
            if (error instanceof Refused) await examine(transaction, error)
          }
          throw undo
        })
      } catch (error) {
        if (error !== undo) throw error
      }
      if (outcome !== undefined && 'value' in outcome) return outcome.value
      throw outcome?.error
    },
  }
}

/** As much of a request as calls on records look at. */
function requestWith(body: unknown): IncomingMessage {
  const parts = body === undefined ? [] : [Buffer.from(JSON.stringify(body))]
  const headers = { 'content-type': 'application/json' }
  return Object.assign(Readable.from(parts, { objectMode: false }), { headers }) as unknown as IncomingMessage
}
