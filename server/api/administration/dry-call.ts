// Runs a call on records and undoes it before anybody sees it: the very decision that the call would get, without its effect.
import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { Refused } from '../../records/refused.ts'
import { undoWrites } from '../../records/explain/undo-writes.ts'
import type { Examine } from '../../records/explain/undo-writes.ts'
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
  examine: (...about: [...Parameters<Examine>, made: string | undefined]) => Promise<void>,
): Promise<Tried> {
  let made: string | undefined
  const dry: ApiDependencies = {
    ...dependencies,
    storage: undoWrites(dependencies.storage, (reader, refused) => examine(reader, refused, made)),
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

/** As much of a request as calls on records look at. */
function requestWith(body: unknown): IncomingMessage {
  const parts = body === undefined ? [] : [Buffer.from(JSON.stringify(body))]
  const headers = { 'content-type': 'application/json' }
  return Object.assign(Readable.from(parts, { objectMode: false }), { headers }) as unknown as IncomingMessage
}
