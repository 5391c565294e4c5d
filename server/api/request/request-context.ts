// Declares the request context, and the dependencies of the API.
import type { PlanDocument } from '#shared/protocol/plan.ts'
import type { BackUpData } from '../../document/back-up-data.ts'
import type { Trials } from '#shared/protocol/trial.ts'
import type { Verifications } from '#shared/protocol/verification.ts'
import type { ExampleRunner } from '../../sandbox/example-runner.ts'
import type { IncomingMessage } from 'node:http'
import type { SamplePeople } from '#shared/protocol/session.ts'
import type { Clock } from '../../clock.ts'
import type { Budgets } from '../../auth/rate-limit/usage-budget.ts'
import type { Caller } from '../../auth/caller.ts'
import type { AuthDependencies } from '../../auth/auth-dependencies.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { FollowedFile } from '../../document/synchronized-file.ts'
import type { RefusalAudit } from '../../records/audit/audit-refusals.ts'
import type { PictureDecoder } from '../../records/pictures/picture-process.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { WorkProgress } from '../../records/background/work-progress.ts'
import type { UndoTally } from '../../records/changes/background/undo-row.ts'
import type { ImportTally } from '../../records/import/import-tally.ts'
import type { Idempotency } from '../../records/write/idempotency.ts'
import type { InfoLog } from '../../web/access-log.ts'
import type { BodyDeadlines } from '../../web/body-deadlines.ts'
import type { LogRefusal } from '../../web/refusal-log.ts'
import type { UploadsUnderWay } from '../files/uploads-under-way.ts'
import type { RouteMatch } from '../routes/path-tree.ts'
import type { ApiRoute } from '../routes/route.ts'
import type { TimeLimits } from '../routes/time-limits.ts'
import type { AddressOf } from './client-address.ts'
import type { ProcessorTime } from './processor-time.ts'
import type { WithinTime } from './within-time.ts'

export interface ApiDependencies extends AuthDependencies {
  readonly idempotency: Idempotency
  readonly imports: WorkProgress<ImportTally>
  readonly undos: WorkProgress<UndoTally>
  readonly refusalAudit: RefusalAudit
  /** Milliseconds since 1970. */
  readonly clock: Clock
  /** Milliseconds of a clock that only goes forward: windows of limits are measured by it. */
  readonly elapsed: () => number
  readonly log: Log
  /** Offered by the sign-in page of a demonstration. */
  readonly sample?: SamplePeople | undefined
  /** Says what a followed file holds that was not published; absent: none is followed. */
  readonly followedFile?: (() => FollowedFile | undefined) | undefined
  readonly budgets: Budgets
  readonly processorTime: ProcessorTime
  /** Time limits of routes that declare no others. */
  readonly timeLimits: TimeLimits
  readonly withinTime: WithinTime
  readonly bodyDeadlines: BodyDeadlines
  readonly uploads: UploadsUnderWay
  /** Is it to stop, and to be sent nothing more? */
  readonly isLeaving?: (() => boolean) | undefined
  readonly runExamples: ExampleRunner
  readonly planDocument?: PlanDocument | undefined
  readonly backUpData?: BackUpData | undefined
  readonly trials?: Trials | undefined
  readonly verifications?: Verifications | undefined
  readonly pictures: PictureDecoder
  readonly nextRequestId: () => string
  /** Finds the route at a path (the segments after `/api`) under the document in force. */
  readonly matchRoute: (running: RunningDocument, path: readonly string[], method: string) => RouteMatch | undefined
  /** Those at fixed paths, for the description of the API. */
  readonly fixedRoutes: readonly ApiRoute[]
  readonly addressOf: AddressOf
  /** How many proxies of the owner's stand in front. */
  readonly trustedProxies: number
  readonly logRefusal: LogRefusal
}

/** The methods of pino that the server uses. */
export interface Log extends InfoLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface RequestContext {
  readonly request: IncomingMessage
  /** GET for HEAD too. */
  readonly method: string
  /** The decoded segments after `/api`. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly requestId: string
  /** Address of the client that sent the request. */
  readonly address: string | undefined
  readonly running: RunningDocument
  readonly caller: Caller
  readonly actorContext: ActorContext
}
