// Declares a route of the API, for the router, the validation of bodies and OpenAPI.
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { ApiResponse } from '../response/response.ts'
import type { SchemaValue, BodySchema } from './body-schema.ts'
import type { TimeLimits } from './time-limits.ts'

/** What is asked at a path before its handler runs. */
export interface RouteGates {
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
  /** A write that changes nothing of the application: an administrator may call it while viewing as somebody else. */
  readonly allowedWhileViewing?: boolean
  /** A person who is not signed in gets 401 before anything else is looked at. */
  readonly requiresSession?: boolean
  /** It tells what the person got by their roles: refused to an API token that was given none of them. */
  readonly requiresRole?: boolean
  /** The same where signing in could help: before the body is looked at. */
  readonly asksToSignIn?: (viewer: RouteViewer) => boolean
  /** The entity below whose path it lies: callers who may read nothing of it see no names of its fields and transitions. */
  readonly concealedUnder?: string
  /** That something stands here is not for all to know: another method is a 404. */
  readonly isConcealed?: boolean
}

/** Of a caller, as far as a description of the API depends on it. */
export interface RouteViewer {
  readonly running: RunningDocument
  readonly actor: Actor
}

/** What OpenAPI says of a route beside its path, parameters and body. */
interface RouteDescription {
  /** The `operationId`. */
  readonly id: string
  readonly summary: string
  /** Where it is listed; "System" if it says nothing. */
  readonly tag?: string
  /**
   * Who sees it in the description: those who are signed in where it requires a session, otherwise everyone. One that is offered to
   * administrators refuses all others before its query and body are looked at.
   */
  readonly offeredTo?: 'everyone' | 'people' | 'administrators'
  /** What else has to hold for it to be described. */
  readonly isOffered?: (viewer: RouteViewer) => boolean
  /** Whether a parameter of the query is described to that person; all are if it says nothing. */
  readonly isParameterOffered?: (name: string, viewer: RouteViewer) => boolean
  readonly isBodyOptional?: boolean
  /** Of success. */
  readonly status: number
  readonly response?: RouteResponse
  /** Other statuses of success. */
  readonly otherResponses?: { readonly [status: string]: RouteResponse }
}

export interface RouteResponse {
  readonly description?: string
  /** An object if it says nothing; there is none with 204, 303 and 304. */
  readonly schema?: object
  /** JSON if it says nothing. */
  readonly type?: string
  readonly headers?: object
}

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface QuerySchemas {
  readonly [name: string]: BodySchema
}

export interface RouteInput<Parameters = Texts, Query = { readonly [name: string]: unknown }, Body = unknown> {
  /** The values of the path's open segments. */
  readonly parameters: Parameters
  readonly query: Query
  readonly body: Body
  /** The body as it was sent. */
  readonly bytes: Buffer
}

interface Texts {
  readonly [name: string]: string
}

export type Handler<Input = RouteInput> = (
  dependencies: ApiDependencies,
  context: RequestContext,
  input: Input,
) => Promise<ApiResponse>

export interface ApiRoute extends RouteGates, RouteDescription {
  readonly method: RouteMethod
  /** Below `/api`: "/auth/sessions/:id". */
  readonly path: string
  /** Each is optional; any other parameter is refused. */
  readonly query?: QuerySchemas
  /** Other parameters are let through: the page that sends the caller here decides on them. */
  readonly allowsOtherParameters?: boolean
  /** Headers that the handler looks at. */
  readonly headers?: readonly HeaderParameter[]
  /** A write without one takes an empty object, or nothing. */
  readonly body?: BodySchema
  /** The body is text, not JSON. */
  readonly textBody?: TextBody
  /** The body is a file as it lies on a disk: the handler gets its bytes. */
  readonly fileBody?: FileBody
  /** Where they are not those of `TIME_LIMITS`. */
  readonly time?: Partial<TimeLimits>
  /** Its response is sent as it is made, and has no length beforehand. */
  readonly streams?: boolean
  /** The body is multipart/form-data, which the handler reads; its part of this name is a file. */
  readonly filePart?: string
  /** The handler reads the body itself, because it is no JSON. */
  readonly readsBody?: boolean
  readonly handle: Handler
}

export interface TextBody {
  /** Content type. */
  readonly type: string
  /** Bytes. */
  readonly most: number
}

export interface FileBody {
  /** Content types, the most usual first. */
  readonly types: readonly string[]
  /** Bytes. */
  readonly most: number
}

export interface HeaderParameter {
  readonly name: string
  readonly description: string
  readonly schema: object
}

/** Names of the open segments: `'/auth/sessions/:id'` has `id`. */
type PathParameters<Path extends string> = string extends Path
  ? Texts
  : Path extends `${string}/:${infer Name}/${infer Rest}`
    ? { readonly [name in Name]: string } & PathParameters<`/${Rest}`>
    : Path extends `${string}/:${infer Name}`
      ? { readonly [name in Name]: string }
      : unknown

type RouteTypes<Path extends string, Query, Body> = {
  readonly path: Path
  readonly query?: Query
  readonly body?: BodySchema<Body>
  readonly handle: Handler<
    RouteInput<
      PathParameters<Path>,
      { readonly [name in keyof Query]?: SchemaValue<Query[name]> },
      Body extends undefined ? Record<string, never> : Body
    >
  >
}

/** A route whose handler gets the parameters and the body as they are declared. */
export function defineRoute<
  const Path extends string,
  Query extends QuerySchemas = Record<never, never>,
  Body = undefined,
>(route: Omit<ApiRoute, 'path' | 'query' | 'body' | 'handle'> & RouteTypes<Path, Query, Body>): ApiRoute {
  return route as unknown as ApiRoute
}

/** For routes of a sign-in method: described where the document offers it. */
export function offersMethod(kind: string): (viewer: RouteViewer) => boolean {
  return ({ running }) => offers(running.model, kind)
}

function offers({ accountPolicy: { signIn } }: Model, kind: string): boolean {
  return signIn.some((method) => method.kind === kind)
}
