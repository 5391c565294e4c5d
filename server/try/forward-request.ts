// Passes a request on to the application of a trial, and its response back; cookies stay on the server.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { request as requestHttp } from 'node:http'
import { TRIAL_PATH } from '#shared/protocol/trial.ts'
import { SECRET_HEADER } from './trial-work.ts'

export interface TrialPlace {
  readonly port: number
  readonly secret: string
  /** The cookies of the tried application by their names: the author's browser never has them. */
  readonly cookies: Map<string, string>
}

/** Headers of one connection, and those that show who the author is. */
const NOT_PASSED_ON: readonly string[] = [
  'authorization',
  'cookie',
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  SECRET_HEADER,
]
/** Headers of one connection, and those that change what the browser keeps of the application itself. */
const NOT_PASSED_BACK: readonly string[] = [
  'clear-site-data',
  'connection',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]

/** `onFailed`: called where the trial does not respond, before anything was sent. */
export function forwardRequest(
  place: TrialPlace,
  request: IncomingMessage,
  response: ServerResponse,
  onFailed: () => void,
): void {
  const headers: OutgoingHttpHeaders = without(request.headers, NOT_PASSED_ON)
  headers[SECRET_HEADER] = place.secret
  if (place.cookies.size > 0)
    headers['cookie'] = [...place.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { method, url: path } = request
  const passed = requestHttp({ host: '127.0.0.1', port: place.port, method, path, headers, setHost: false })
  passed.on('response', (answer) => {
    keepCookies(place.cookies, answer.headers['set-cookie'] ?? [])
    const back: OutgoingHttpHeaders = without(answer.headers, NOT_PASSED_BACK)
    if (answer.headers.location?.startsWith('/') === true) back['location'] = TRIAL_PATH + answer.headers.location
    response.writeHead(answer.statusCode ?? 502, back)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  passed.on('error', () => {
    if (response.headersSent) response.destroy()
    else onFailed()
  })
  response.on('close', () => passed.destroy())
  request.pipe(passed)
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** A cookie of no more seconds is one that is cleared. */
function keepCookies(cookies: Map<string, string>, set: readonly string[]): void {
  for (const each of set) {
    const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(each) ?? []
    if (name === undefined || value === undefined) continue
    if (/;\s*max-age=0\b/i.test(each)) cookies.delete(name)
    else cookies.set(name, value)
  }
}
