// Sends requests to the server and turns problem details into one kind of error.
import type { Citation } from '#shared/model/model.ts'
import { say } from '../words/say.ts'
import { BASE_PATH } from './base-path.ts'

/** The body of an answer that says no, as in RFC 9457. */
export interface ResponseProblem {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: readonly {
    readonly field: string
    readonly code: string
    readonly message: string
    readonly source?: Citation
  }[]
  /** How many errors there are besides those. */
  readonly moreErrors?: number
  readonly source?: Citation
  readonly remedy?: string
  /** The warnings that stand against it, where nothing else does. */
  readonly warnings?: readonly { readonly code: string; readonly message: string; readonly source?: Citation }[]
  /** Value of the header `Confirm` with which the request goes on. */
  readonly confirm?: string
  /** The record that prevents an undo. */
  readonly about?: { readonly entity: string; readonly id: string; readonly title?: string }
  /** Seconds after which a later try has a chance; 0 if the server does not say. */
  readonly retryAfter?: number
  /** Index of the call of a batch that was refused. */
  readonly call?: number
  /** Both versions, when a record was changed meanwhile. */
  readonly current?: { readonly [field: string]: unknown }
}

/** The one error of the data layer. `status` 0: the server did not respond. */
export class RequestRefusal extends Error {
  readonly problem: ResponseProblem
  /** The call that was refused, where it can be explained. */
  readonly call: ExplainableRequest | undefined
  constructor(problem: ResponseProblem, call?: ExplainableRequest) {
    super(problem.detail)
    this.problem = problem
    this.call = call
  }
}

/** Reports whether a request got no answer: there is no network, or the server is away or too busy behind its proxy. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof RequestRefusal && (error.problem.status === 0 || error.problem.status >= 502)
}

/** Returns the names that are sent along to go on in spite of rules that only warn; undefined for every other refusal. */
export function namesToConfirm(error: unknown): string | undefined {
  return error instanceof RequestRefusal ? error.problem.confirm : undefined
}

/** A call, as `POST /api/system/explain` takes it. */
export interface ExplainableRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

export interface ServerResponse<T> {
  readonly data: T
  readonly etag: string | null
}

export interface ServerRequest {
  readonly method?: string
  readonly body?: unknown
  /** A body that is no JSON; it is not explained. */
  readonly text?: { readonly type: string; readonly body: string | Blob }
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
  /** A page of a trial asks the application itself. */
  readonly isOutsideTrial?: boolean
  /** Sent though the page is being left; browsers bound its body, to 64 KiB. */
  readonly keepalive?: boolean
}

/** Asks the server, and gives what it answered; throws `RequestRefusal` for every answer that is none. */
export async function sendRequest<T>(path: string, call: ServerRequest = {}): Promise<ServerResponse<T>> {
  const answer = await openResponse(path, call)
  const text = await answer.text().catch(() => '')
  return { data: (text === '' ? null : JSON.parse(text)) as T, etag: strongTag(answer.headers.get('ETag')) }
}

/** Proxies that compress weaken tags, and a weak one never matches in If-Match; ours name versions, whatever the bytes. */
function strongTag(tag: string | null): string | null {
  return tag?.replace(/^W\//, '') ?? null
}

/**
 * Sends a request like `sendRequest`, but returns the response with its body unread, for reading it as a stream.
 * Throws `RequestRefusal` for every error response.
 */
export async function openResponse(path: string, call: ServerRequest = {}): Promise<Response> {
  const answer = await fetchResponse(path, call)
  const { status, headers } = answer
  const seen = { status, revision: headers.get('Verbatim-Revision'), policy: headers.get('Verbatim-Policy') }
  if (!call.isOutsideTrial) noteResponse(seen)
  if (answer.ok) return answer
  const text = await answer.text().catch(() => '')
  const problem = { ...readProblem(status, text), retryAfter: Number(headers.get('Retry-After')) }
  throw new RequestRefusal(problem, call.text ? undefined : explainable(path, call))
}

/** Passwords and the like are not sent a second time. */
function explainable(path: string, { method = 'GET', body }: ServerRequest): ExplainableRequest | undefined {
  if (typeof body === 'object' && body !== null && Object.keys(body).some((name) => SECRETS.has(name))) return undefined
  return { method, path, ...(body === undefined ? {} : { body }) }
}

const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'current',
  'code',
  'link',
  'challenge',
  'invitation',
  'passkey',
  'response',
])

/** Reads a path like `sendRequest`, but returns the data without the metadata. */
export async function fetchData<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await sendRequest<T>(path, signal ? { signal } : {})).data
}

async function fetchResponse(path: string, call: ServerRequest): Promise<Response> {
  try {
    return await fetch(call.isOutsideTrial ? path : BASE_PATH + path, {
      method: call.method ?? 'GET',
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(call.text === undefined ? {} : { 'Content-Type': call.text.type }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.text === undefined ? {} : { body: call.text.body }),
      ...(call.signal ? { signal: call.signal } : {}),
      ...(call.keepalive === true && { keepalive: true }),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw offlineRefusal()
  }
}

/** The server did not respond, or broke off. */
export function offlineRefusal(): RequestRefusal {
  const detail = say(
    'The server can’t be reached. Nothing you typed is lost; please check your connection and try again.',
  )
  return new RequestRefusal({ status: 0, code: 'offline', title: say('No connection'), detail, errors: [] })
}

/** Reads the body of a refusal; an answer that is no problem details still becomes a sentence for people. */
export function readProblem(status: number, text: string): ResponseProblem {
  const body = parseObject(text)
  const detail =
    typeof body['detail'] === 'string'
      ? body['detail']
      : status >= 500
        ? say('Something went wrong on our side. Nothing you typed is lost; please try again.')
        : say('The server answered {status}.', { status })
  return {
    ...body,
    status,
    code: typeof body['code'] === 'string' ? body['code'] : status >= 500 ? 'unavailable' : 'unknown',
    title: typeof body['title'] === 'string' ? body['title'] : say('Not possible'),
    detail,
    errors: Array.isArray(body['errors']) ? (body['errors'] as ResponseProblem['errors']) : [],
  }
}

function parseObject(text: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Metadata that every response carries beside its body. */
export interface ResponseMetadata {
  readonly status: number
  /** Revision of the document that decided the response. */
  readonly revision: string | null
  /** Short name of the set of things that the person may do. */
  readonly policy: string | null
}

type Listener = (seen: ResponseMetadata) => void
const listeners = new Set<Listener>()

/**
 * Passes the metadata of a response to all listeners. Requests that are not sent by `sendRequest` call it themselves.
 */
export function noteResponse(seen: ResponseMetadata): void {
  for (const listener of listeners) listener(seen)
}

/** Calls back for every answer; gives back how to stop. */
export function onResponse(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
