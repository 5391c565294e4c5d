// Runs a request without effect: makes the real decision, then undoes all writes.
import type { Caller } from '../../auth/caller.ts'
import { refuseTooManyRequests } from '../../auth/rate-limit/limit-requests.ts'
import type { UntriedStep } from '../../auth/auth-dependencies.ts'
import { undoWrites } from '../../records/explain/undo-writes.ts'
import type { ExamineWrites } from '../../records/explain/undo-writes.ts'
import { createIdempotency } from '../../records/idempotency.ts'
import { Refused } from '../../policy/refused.ts'
import { storageRefusal } from '../../records/command/storage-refusal.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { makeInnerRequest } from '../request/inner-request.ts'
import { runHandler } from '../request/run-handler.ts'
import type { ExplainedRequest } from './explained-request.ts'

export type DryRunResult =
  | { readonly status: number; readonly refused?: Refused }
  /** What it came to, up to where a secret would be tried or a provider asked. */
  | { readonly untried: UntriedStep }

/** Called where a call was refused within its transaction, before that is undone; `made`: the id of the first record that it made. */
export type ExamineRefusal = (...about: [...Parameters<ExamineWrites>, made: string | undefined]) => Promise<void>

/** `exchange`: of the call that asks for it; `caller`: who would make the explained one. */
export async function dryRun(
  dependencies: ApiDependencies,
  { request, requestId, address, running, actorContext }: RequestContext,
  caller: Caller,
  call: ExplainedRequest,
  examine: ExamineRefusal = async () => {},
): Promise<DryRunResult> {
  let made: string | undefined
  const examined: ExamineWrites = (database, refused) => examine(database, refused, made)
  const dry = dryRunDependencies(dependencies, examined, {
    onBegin: () => (made = undefined),
    onId: (id) => (made ??= id),
  })
  const asked = {
    request: makeInnerRequest(call, request),
    method: call.method,
    url: call.path,
    requestId,
    address,
    now: actorContext.now,
    running,
  }
  try {
    const { status } = await runHandler(dry, asked, async (gates) => {
      await refuseTooManyRequests(dry, gates, caller, address)
      return caller
    })
    return { status }
  } catch (thrown) {
    if (thrown instanceof UntriedError) return { untried: thrown.what }
    const error = storageRefusal(running.model, thrown) ?? thrown
    if (!(error instanceof Refused)) throw error
    return { status: error.refusal.status, refused: error }
  }
}

class UntriedError extends Error {
  readonly what: UntriedStep

  constructor(what: UntriedStep) {
    super(`not tried: ${what}`)
    this.what = what
  }
}

/** Nothing is written, sent, counted or asked of anybody outside. */
function dryRunDependencies(
  dependencies: ApiDependencies,
  examine: ExamineWrites,
  { onBegin, onId }: { readonly onBegin: () => void; readonly onId: (id: string) => void },
): ApiDependencies {
  const leaveUntried = (what: UntriedStep): never => {
    throw new UntriedError(what)
  }
  const { rateLimiter, challenges, knownNetworks, keyring, passwords, mail } = dependencies
  const dry: ApiDependencies = {
    ...dependencies,
    storage: undoWrites(dependencies.storage, examine, onBegin),
    rateLimiter: { ...rateLimiter, count: rateLimiter.exceeded, giveBack: async () => {}, forget: async () => {} },
    knownNetworks: { ...knownNetworks, add: async () => {} },
    challenges: { ...challenges, use: async () => true },
    // A key that is not there yet is not made for a trial.
    keyring: { ...keyring, seal: () => '' },
    passwords: { ...passwords, hash: async () => '', verify: async () => leaveUntried('secret') },
    mail: mail && { send: async () => {} },
    refuseUntried: leaveUntried,
    // Given, so that the first new id is a record's.
    changeSet: 'dry run',
    newId(now) {
      const id = dependencies.newId(now)
      onId(id)
      return id
    },
  }
  return { ...dry, idempotency: createIdempotency(dry) }
}
