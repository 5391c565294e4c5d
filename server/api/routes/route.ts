// Declares a route of the API, for the router, the validation of bodies and OpenAPI.
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { ApiResponse } from '../response/response.ts'
import type { SchemaValue, BodySchema } from './body-schema.ts'
import type { TimeLimits } from './time-limits.ts'

/** Checks that a path requires before its handler runs. */
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
  /** A request by a name or a page that is not the application's own gets 403 before its credentials are looked at. */
  readonly refusesForeignSites?: boolean
  /** A person who is not signed in gets 401 before anything else is looked at. */
  readonly requiresSession?: boolean
  /**
   * Whether the response shows what people get through their roles. Such a route is refused to an API token that was
   * given none of these roles.
   */
  readonly requiresRole?: boolean
  /**
   * Whether a person who is not signed in gets 401 because signing in could help. The check runs before the body is
   * read.
   */
  readonly asksToSignIn?: (viewer: RouteViewer) => boolean
  /** The entity below whose path it lies: callers who may read nothing of it see no names of its fields and transitions. */
  readonly concealedUnder?: string
  /** That something stands here is not for all to know: another method is a 404. */
  readonly isConcealed?: boolean
}

/** The part of a caller on which the description of the API depends. */
export interface RouteViewer {
  readonly running: RunningDocument
  readonly actor: Actor
}

/** The part of a route's OpenAPI description besides its path, parameters and body. */
interface RouteDescription {
  /** The `operationId`. */
  readonly id: string
  readonly summary: string
  /** Tag under which OpenAPI lists the route; "System" by default. */
  readonly tag?: string
  /**
   * The audience that sees the route in the description. The default is signed-in people if the route requires a
   * session, otherwise everyone. A route offered to administrators refuses all others before its query and body are
   * read.
   */
  readonly offeredTo?: 'everyone' | 'people' | 'administrators'
  /** Further condition for describing the route to a viewer. */
  readonly isOffered?: (viewer: RouteViewer) => boolean
  /** Whether a parameter of the query is described to that person; all are if it says nothing. */
  readonly isParameterOffered?: (name: string, viewer: RouteViewer) => boolean
  readonly isBodyOptional?: boolean
  /** HTTP status of a successful response. */
  readonly status: number
  readonly response?: RouteResponse
  /** Other statuses of success. */
  readonly otherResponses?: { readonly [status: string]: RouteResponse }
}

export interface RouteResponse {
  readonly description?: string
  /** An object if it says nothing; there is none with 204, 303 and 304. */
  readonly schema?: object | ((viewer: RouteViewer) => object)
  /** JSON if it says nothing. */
  readonly type?: string
  /** Media types that a parameter chooses among, in place of `type`. */
  readonly types?: readonly string[]
  /** There is no body. */
  readonly isEmpty?: true
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
  /** Time limits that differ from `TIME_LIMITS`. */
  readonly time?: Partial<TimeLimits>
  /** Its response is sent as it is made, and has no length beforehand. */
  readonly streams?: boolean
  /** The body is multipart/form-data, which the handler reads; its part of this name is a file. */
  readonly filePart?: string
  /** Nothing is written, though it is no GET: it is handled once more where a publication overtakes it. */
  readonly onlyReads?: boolean
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

/** Makes a condition for routes of a sign-in method: a route is described only if the document offers that method. */
export function offersMethod(kind: string): (viewer: RouteViewer) => boolean {
  return ({ running }) => offers(running.model, kind)
}

function offers({ accountPolicy: { signIn } }: Model, kind: string): boolean {
  return signIn.some((method) => method.kind === kind)
}
