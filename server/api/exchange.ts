// One request on its way through the API: what was asked, by whom, when, and under which document.
import type { IncomingMessage } from 'node:http'
import type { Budgets } from '../auth/budgets/budget.ts'
import type { Caller } from '../auth/caller.ts'
import type { AuthDependencies } from '../auth/dependencies.ts'
import type { RunningDocument } from '../document/current.ts'
import type { Refusals } from '../records/audit/refusals.ts'
import type { Acting } from '../records/dependencies.ts'
import type { Once } from '../records/once.ts'
import type { InfoLog } from '../web/access-log.ts'
import type { LogRefusal } from '../web/refusal-log.ts'
import type { Answer } from './answer.ts'
import type { AddressOf } from './client-address.ts'
import type { ProcessorTime } from './request/processor-time.ts'

export interface ApiDependencies extends AuthDependencies {
  readonly once: Once
  readonly refusals: Refusals
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Milliseconds of a clock that only goes forward: windows of limits are measured by it. */
  readonly elapsed: () => number
  readonly log: Log
  readonly budgets: Budgets
  readonly processorTime: ProcessorTime
  readonly nextRequestId: () => string
  /** What stands at a path (the segments after `/api`), by the document in force. */
  readonly resourceAt: (running: RunningDocument, path: readonly string[]) => Resource | undefined
  /** The same as a pattern without values: `/api/tickets/:id`. */
  readonly routeAt: (running: RunningDocument, path: readonly string[]) => string | undefined
  readonly addressOf: AddressOf
  readonly logRefusal: LogRefusal
}

/** As much of pino as is used. */
export interface Log extends InfoLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface Exchange {
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
  readonly acting: Acting
}

/** What is known at a path: a call for each method. */
export interface Resource {
  /** May be asked without looking who asks: no session is looked up, no rate is counted. */
  readonly open?: boolean
  /**
   * Needed to sign in, and cheap or bounded by limits of its own: whoever is not signed in is not asked for the rate of requests,
   * which others behind one address could use up.
   */
  readonly leadsIn?: boolean
  /** Begins a session: refused to a browser that would not keep its cookie. */
  readonly signsIn?: boolean
  /** May be called by whoever still lacks the second factor that point 6 asks for; all else is refused to him. */
  readonly enrolling?: boolean
  /** Methods that change nothing of the application, which an administrator may call while he views as somebody else. */
  readonly whileViewing?: readonly string[]
  /** Whoever is not signed in gets 401 before anything else is looked at. */
  readonly signedIn?: boolean
  /** The entity below whose path it lies: to whom nothing of it may be read, no names of its fields and transitions are told. */
  readonly below?: string
  /** That something stands here is not for all to know: another method is a 404. */
  readonly quiet?: boolean
  readonly calls: { readonly [method: string]: Call }
}

export type Call = (dependencies: ApiDependencies, exchange: Exchange) => Promise<Answer>
