// Declares the request context, routes, handlers, and the dependencies of the API.
import type { IncomingMessage } from 'node:http'
import type { SamplePeople } from '#shared/protocol/session.ts'
import type { Clock } from '../../clock.ts'
import type { Budgets } from '../../auth/rate-limit/usage-budget.ts'
import type { Caller } from '../../auth/caller.ts'
import type { AuthDependencies } from '../../auth/auth-dependencies.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { RefusalAudit } from '../../records/audit/audit-refusals.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { Idempotency } from '../../records/idempotency.ts'
import type { InfoLog } from '../../web/access-log.ts'
import type { LogRefusal } from '../../web/refusal-log.ts'
import type { ApiResponse } from '../response/response.ts'
import type { AddressOf } from './client-address.ts'
import type { ProcessorTime } from './processor-time.ts'

export interface ApiDependencies extends AuthDependencies {
  readonly idempotency: Idempotency
  readonly refusalAudit: RefusalAudit
  /** Milliseconds since 1970. */
  readonly clock: Clock
  /** Milliseconds of a clock that only goes forward: windows of limits are measured by it. */
  readonly elapsed: () => number
  readonly log: Log
  /** Offered by the sign-in page of a demonstration. */
  readonly sample?: SamplePeople | undefined
  readonly budgets: Budgets
  readonly processorTime: ProcessorTime
  readonly nextRequestId: () => string
  /** What stands at a path (the segments after `/api`), by the document in force. */
  readonly routeAt: (running: RunningDocument, path: readonly string[]) => ApiRoute | undefined
  /** The same as a pattern without values: `/api/tickets/:id`. */
  readonly routePatternAt: (running: RunningDocument, path: readonly string[]) => string | undefined
  readonly addressOf: AddressOf
  readonly logRefusal: LogRefusal
}

/** As much of pino as is used. */
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
  /** Where the request comes from. */
  readonly address: string | undefined
  readonly running: RunningDocument
  readonly caller: Caller
  readonly actorContext: ActorContext
}

/** What is known at a path: a call for each method. */
export interface ApiRoute {
  /** May be asked without looking who asks: no session is looked up, no rate is counted. */
  readonly isPublic?: boolean
  /**
   * Needed to sign in, and cheap or bounded by limits of its own: a person who is not signed in is not asked for the rate of requests,
   * which others behind one address could use up.
   */
  readonly isForSignIn?: boolean
  /** Begins a session: refused to a browser that would not keep its cookie. */
  readonly signsIn?: boolean
  /** May be called by a person who still lacks the second factor that point 6 asks for; all else is refused to them. */
  readonly allowsEnrolment?: boolean
  /** Methods that change nothing of the application, which an administrator may call while viewing as another person. */
  readonly methodsWhileViewing?: readonly string[]
  /** A person who is not signed in gets 401 before anything else is looked at. */
  readonly requiresSession?: boolean
  /** The entity below whose path it lies: to whom nothing of it may be read, no names of its fields and transitions are told. */
  readonly concealedUnder?: string
  /** That something stands here is not for all to know: another method is a 404. */
  readonly isConcealed?: boolean
  readonly handlers: { readonly [method: string]: Handler }
  /** Calls of the document's own, which stand in place of handlers of their methods. */
  readonly calls?: { readonly [method: string]: Handler }
}

export type Handler = (dependencies: ApiDependencies, context: RequestContext) => Promise<ApiResponse>
