// Runs many writes on records as one: all of them in one transaction, or none.
import { addressKey } from '../../auth/attempts.ts'
import type { RunningDocument } from '../../document/current.ts'
import { nestStorage } from '../../records/batch/nested-storage.ts'
import { findRecord } from '../../records/find-record.ts'
import type { Settle } from '../../records/once.ts'
import { Refused } from '../../records/refused.ts'
import { refusedByStorage } from '../../records/work/refused-by-storage.ts'
import { segmentsOf } from '../address.ts'
import { jsonAnswer } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { readJson } from '../body.ts'
import { entitiesByPath } from '../entity-paths.ts'
import type { ApiDependencies, Call, Exchange } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import { makeInnerRequest } from '../request/inner-request.ts'
import { runCall } from '../request/run-call.ts'
import type { Resources } from '../resources.ts'
import type { BatchCall } from './read-batch.ts'
import { readBatch } from './read-batch.ts'

/** What is kept under an idempotency key; the response is rendered anew for its caller. */
interface BatchResult {
  readonly status: number
  readonly entity: string
  /** Of what is gone there is none. */
  readonly id: string | null
}

const batchCall: Call = async (dependencies, exchange) => {
  checkParameters(exchange.query, [])
  const body = await readJson(exchange.request)
  const calls = readBatch(body)
  const targets = calls.map((call, index) => readTarget(exchange.running, call, index))
  const key = exchange.request.headers['idempotency-key']
  if (typeof key !== 'string')
    return renderBatch(dependencies, exchange, await runBatch(dependencies, exchange, calls, targets))
  const { written } = await dependencies.once.run<readonly BatchResult[]>(
    { key, request: `POST batch\n${body.bytes.toString('utf8')}`, from: addressKey(exchange.address) },
    exchange.acting,
    200,
    (settle) => runBatch(dependencies, exchange, calls, targets, settle),
  )
  return renderBatch(dependencies, exchange, written)
}

export const BATCH_RESOURCES: Resources = { batch: { calls: { POST: batchCall } } }

/** The entity that the call speaks of: a batch holds nothing but writes on records. */
function readTarget(running: RunningDocument, { path }: BatchCall, index: number): string {
  const entity = entitiesByPath(running).get(segmentsOf(path)?.[0] ?? '')
  if (entity !== undefined) return entity.name.identifier
  throw badRequest('malformed', `calls[${index}]: ${path} is not the path of a record.`, { call: index })
}

function runBatch(
  dependencies: ApiDependencies,
  exchange: Exchange,
  calls: readonly BatchCall[],
  targets: readonly string[],
  settle?: Settle<readonly BatchResult[]>,
): Promise<readonly BatchResult[]> {
  return dependencies.storage.write(async (transaction) => {
    const nested: ApiDependencies = { ...dependencies, storage: nestStorage(dependencies.storage, transaction) }
    const results: BatchResult[] = []
    // One after another: each sees what those before it wrote.
    for (const [index, call] of calls.entries()) {
      const { status, headers } = await runOne(nested, exchange, call, index)
      const location = headers?.[headers.indexOf('Location') + 1]
      const id = status === 204 ? null : status === 201 ? location?.split('/').at(-1) : segmentsOf(call.path)?.[1]
      results.push({ status, entity: targets[index] ?? '', id: id ?? null })
    }
    await settle?.(transaction, results)
    return results
  })
}

/** Refuses as the call itself would be refused, and says which one it was. */
async function runOne(
  dependencies: ApiDependencies,
  { request, requestId, address, running, acting, caller }: Exchange,
  call: BatchCall,
  index: number,
): Promise<Answer> {
  const inner = makeInnerRequest(call, request)
  const asked = { request: inner, method: call.method, url: call.path, requestId, address, now: acting.now, running }
  try {
    return await runCall(dependencies, asked, async () => caller)
  } catch (thrown) {
    const error = refusedByStorage(running.model, thrown) ?? thrown
    if (!(error instanceof Refused)) throw error
    // Nothing of the batch is kept: there is no newer record to show.
    const { record: _, ...more } = error.more
    throw new Refused(error.refusal, { ...more, call: index })
  }
}

/** Each record as the caller may see it after all of the batch. */
async function renderBatch(
  dependencies: ApiDependencies,
  { acting }: Exchange,
  results: readonly BatchResult[],
): Promise<Answer> {
  const answers = await Promise.all(
    results.map(async ({ status, entity, id }) => {
      if (id === null) return { status }
      const text = await findRecord(dependencies, acting, entity, 'id', id)
      return { status, body: text === undefined ? { id } : (JSON.parse(text) as unknown) }
    }),
  )
  return jsonAnswer(200, { answers })
}
