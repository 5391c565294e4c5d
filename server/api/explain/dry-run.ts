// Runs a request without effect: makes the real decision, then undoes all writes.
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts'
import type { Caller } from '../../auth/caller.ts'
import { refuseTooManyRequests } from '../../auth/rate-limit/limit-requests.ts'
import type { UntriedStep } from '../../auth/auth-dependencies.ts'
import { undoWrites } from '../../records/explain/undo-writes.ts'
import type { ExamineWrites } from '../../records/explain/undo-writes.ts'
import { CurrentDocument } from '../../document/current-document.ts'
import type { WorkProgress } from '../../records/background/work-progress.ts'
import { createIdempotency } from '../../records/write/idempotency.ts'
import { Refused } from '../../policy/refused.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { runInnerRequest } from '../request/run-inner-request.ts'
import type { ExplainedRequest } from './explained-request.ts'
import { statusOf } from '#shared/decisions/refusals.ts'

export type DryRunResult =
  | { readonly status: number; readonly refused?: Refused }
  /** Result of a run up to the step at which a secret would be tried or a provider asked. */
  | { readonly untried: UntriedStep }

/** Called where a call was refused within its transaction, before that is undone; `made`: the id of the first record that it made. */
export type ExamineRefusal = (...about: [...Parameters<ExamineWrites>, made: string | undefined]) => Promise<void>

/** `context`: of the request that asks for it; `caller`: of the explained one. */
export async function dryRun(
  dependencies: ApiDependencies,
  context: RequestContext,
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
  try {
    const { status } = await runInnerRequest(dry, context, call, async (gates) => {
      await refuseTooManyRequests(dry, gates, caller, context.address, context.actorContext.now)
      return caller
    })
    return { status }
  } catch (error) {
    if (error instanceof UntriedError) return { untried: error.what }
    if (!(error instanceof Refused)) throw error
    return { status: statusOf(dependencies.current.running.model, error.refusal), refused: error }
  }
}

class UntriedError extends Error {
  readonly what: UntriedStep

  constructor(what: UntriedStep) {
    super(`not tried: ${what}`)
    this.what = what
  }
}

/** Dependencies that only read, or whose work leaves nothing behind. */
type HarmlessDependency =
  | 'addressOf'
  | 'bodyDeadlines'
  | 'budgets'
  | 'clock'
  | 'elapsed'
  | 'fixedRoutes'
  | 'isLeaving'
  | 'isSilent'
  | 'log'
  | 'logRefusal'
  | 'matchRoute'
  | 'nextRequestId'
  | 'people'
  | 'pictures'
  | 'planDocument'
  | 'processorTime'
  | 'providers'
  | 'publicUrl'
  | 'refusalAudit'
  | 'runExamples'
  | 'sample'
  | 'timeLimits'
  | 'trustedProxies'
  | 'unwatched'
  | 'uploads'
  | 'followedFile'
  | 'withinTime'

/** All others: of a new dependency it must be said here that it is harmless, or what it does in a dry run. */
type WithoutEffect = {
  readonly [name in Exclude<keyof ApiDependencies, HarmlessDependency | 'idempotency'>]:
    | ApiDependencies[name]
    | undefined
}

function withoutCount(limiter: RateLimiter): RateLimiter {
  return { ...limiter, count: limiter.exceeded, giveBack: async () => {}, forget: async () => {} }
}

/** Nothing is written, sent, counted, begun, stopped or asked of anybody outside. */
function dryRunDependencies(
  dependencies: ApiDependencies,
  examine: ExamineWrites,
  { onBegin, onId }: { readonly onBegin: () => void; readonly onId: (id: string) => void },
): ApiDependencies {
  const leaveUntried = (what: UntriedStep): never => {
    throw new UntriedError(what)
  }
  const { requestLimiter, rateLimiter, challenges, knownNetworks, keyring, passwords, mail, imports, undos } =
    dependencies
  const { trials, verifications } = dependencies
  const replaced = {
    storage: undoWrites(dependencies.storage, examine, onBegin),
    // Another document is put in force for the dry run only.
    current: new CurrentDocument(dependencies.current.running, dependencies.current.number),
    requestLimiter: withoutCount(requestLimiter),
    rateLimiter: withoutCount(rateLimiter),
    knownNetworks: { ...knownNetworks, add: async () => {} },
    challenges: { ...challenges, use: async () => true },
    // A key that is not there yet is not made in a dry run.
    keyring: { ...keyring, seal: () => '' },
    passwords: { ...passwords, hash: async () => '', verify: async () => leaveUntried('secret') },
    mail: mail && { ...mail, send: async () => {}, sealChoice: () => '' },
    imports: withoutStop(imports),
    undos: withoutStop(undos),
    backUpData: dependencies.backUpData && (async () => ''),
    trials: trials && {
      ...trials,
      start: async () => leaveUntried('trial'),
      actAs: async () => leaveUntried('trial'),
      move: async () => leaveUntried('trial'),
      end: async (author) => trials.dataOf(author) !== undefined,
    },
    verifications: verifications && {
      ...verifications,
      start: async () => ({ isNew: false }),
      end: async () => {},
    },
    refuseUntried: leaveUntried,
    // Given, so that the first new id is a record's.
    changeSet: 'dry run',
    linesAndHeads: undefined,
    newId(now) {
      const id = dependencies.newId(now)
      onId(id)
      return id
    },
  } satisfies WithoutEffect
  const dry: ApiDependencies = { ...dependencies, ...replaced }
  return { ...dry, idempotency: createIdempotency(dry) }
}

/** Leaves what runs as it is. */
function withoutStop<Tally>(progress: WorkProgress<Tally>): WorkProgress<Tally> {
  return { ...progress, stop: (id) => progress.tallyOf(id) !== undefined }
}
