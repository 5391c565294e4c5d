// Runs many writes on records as one: all of them in one transaction, or none.
import { BATCH_ANSWER } from '../system-answers.ts'
import { setImmediate } from 'node:timers/promises'
import { addressKey } from '../../auth/address-key.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { nestStorage } from '../../records/write/nested-storage.ts'
import { findRecord } from '../../records/read/find-record.ts'
import type { RepeatGuard } from '../../records/write/idempotency.ts'
import { runOnce } from '../../records/write/idempotency.ts'
import { readPathSegments } from '../request/request-url.ts'
import { jsonResponse } from '../response/response.ts'
import type { ApiResponse } from '../response/response.ts'
import { entitiesByPath } from '../records/entity-paths.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { runInnerRequest } from '../request/run-inner-request.ts'
import { IDEMPOTENCY_KEY } from '../records/record-parameters.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { continuedChangeSet } from '../../records/changes/continued-change-set.ts'
import type { BatchCall } from './read-batch.ts'
import { BATCH_BODY, readBatch } from './read-batch.ts'
import { Refused, refused } from '../../policy/refused.ts'

/** The result that is kept under an idempotency key. Its response is rendered anew for each caller. */
interface BatchOutcome {
  /** Id of what is undone together. */
  readonly changeSet: string
  readonly results: readonly BatchResult[]
}

interface BatchResult {
  readonly status: number
  readonly entity: string
  /** Id of the record, or null if the record is gone. */
  readonly id: string | null
}

const BATCH = defineRoute({
  method: 'POST',
  path: '/batch',
  id: 'batch',
  response: { schema: BATCH_ANSWER },
  summary: 'Do up to 1,000 writes on records, all or none',
  offeredTo: 'people',
  status: 200,
  headers: [IDEMPOTENCY_KEY],
  body: BATCH_BODY,
  handle: async (dependencies, context, { body, bytes }) => {
    const calls = readBatch(body)
    const targets = calls.map((call, index) => readTarget(context.running, call, index))
    const asked: AskedBatch = { calls, targets, continued: body.changeSet }
    const key = context.request.headers['idempotency-key']
    if (typeof key !== 'string') return renderBatch(dependencies, context, await runBatch(dependencies, context, asked))
    const { written } = await dependencies.idempotency.run<BatchOutcome>(
      { key, request: `POST batch\n${bytes.toString('utf8')}`, from: addressKey(context.address) },
      context.actorContext,
      200,
      (guard) => runBatch(dependencies, context, asked, guard),
    )
    return renderBatch(dependencies, context, written)
  },
})

export const BATCH_ROUTES: readonly ApiRoute[] = [BATCH]

/** The entity that the call speaks of: a batch holds nothing but writes on records. */
function readTarget(running: RunningDocument, { path }: BatchCall, index: number): string {
  const entity = entitiesByPath(running).get(readPathSegments(path)?.[0] ?? '')
  if (entity !== undefined) return entity.name.identifier
  throw refused('not_in_batch', { index, path }, { call: index })
}

interface AskedBatch {
  readonly calls: readonly BatchCall[]
  /** The entity of each call. */
  readonly targets: readonly string[]
  /** The change set that it goes on with. */
  readonly continued: string | undefined
}

function runBatch(
  dependencies: ApiDependencies,
  context: RequestContext,
  { calls, targets, continued }: AskedBatch,
  guard?: RepeatGuard<BatchOutcome>,
): Promise<BatchOutcome> {
  return dependencies.storage.write(
    (transaction) =>
      runOnce(guard, transaction, async () => {
        const changeSet =
          (await continuedChangeSet(transaction, context.actorContext, continued)) ??
          dependencies.newId(context.actorContext.now)
        const nested = { ...dependencies, storage: nestStorage(dependencies.storage, transaction), changeSet }
        return { changeSet, results: await runCalls(nested, context, calls, targets) }
      }),
    { isRepeatable: guard !== undefined },
  )
}

/** `nested`: within the transaction of the batch. */
async function runCalls(
  nested: ApiDependencies,
  context: RequestContext,
  calls: readonly BatchCall[],
  targets: readonly string[],
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = []
  // One after another: each sees what those before it wrote.
  for (const [index, call] of calls.entries()) {
    const { status, headers } = await runOne(nested, context, call, index)
    const location = headers?.[headers.indexOf('Location') + 1]
    const id = status === 204 ? null : status === 201 ? location?.split('/').at(-1) : readPathSegments(call.path)?.[1]
    results.push({ status, entity: targets[index] ?? '', id: id ?? null })
  }
  return results
}

/** Refuses as the call itself would be refused, and says which one it was. */
async function runOne(
  dependencies: ApiDependencies,
  context: RequestContext,
  call: BatchCall,
  index: number,
): Promise<ApiResponse> {
  try {
    return await runInnerRequest(dependencies, context, call)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Nothing of the batch is kept: there is no newer record to show.
    const { record: _, ...more } = error.details
    throw new Refused(error.refusal, { ...more, call: index })
  }
}

/** Each record as the caller may see it after all of the batch. */
async function renderBatch(
  dependencies: ApiDependencies,
  { actorContext }: RequestContext,
  { changeSet, results }: BatchOutcome,
): Promise<ApiResponse> {
  const answers: { readonly status: number; readonly body?: unknown }[] = []
  for (const [at, { status, entity, id }] of results.entries()) {
    if (at % READ_PER_TURN === READ_PER_TURN - 1) await setImmediate()
    const text = id === null ? undefined : await findRecord(dependencies, actorContext, entity, 'id', id)
    answers.push(
      id === null ? { status } : { status, body: text === undefined ? { id } : (JSON.parse(text) as unknown) },
    )
  }
  return jsonResponse(200, { answers, changeSet })
}

/** Records that are read before others have their turn: some milliseconds' work. */
const READ_PER_TURN = 20
