// Closes connections whose request body does not arrive in time, also where nobody reads it.
import type { IncomingMessage } from 'node:http'

export interface BodyDeadlines {
  /** Call for every request; one without a body has no deadline. */
  watch(request: IncomingMessage): void
  /** The route of the request has another time limit, from now on. */
  extend(request: IncomingMessage, milliseconds: number): void
}

/** A reader that waits for the body refuses it first, with a problem that says so. */
const GRACE_MILLISECONDS = 5_000

export function createBodyDeadlines(milliseconds: number, grace = GRACE_MILLISECONDS): BodyDeadlines {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const set = (request: IncomingMessage, after: number): void => {
    clearTimeout(timers.get(request))
    timers.set(request, setTimeout(() => request.destroy(), after + grace).unref())
  }
  return {
    watch(request) {
      if (!hasBody(request)) return
      set(request, milliseconds)
      request.once('close', () => clearTimeout(timers.get(request)))
    },
    extend(request, after) {
      if (timers.has(request) && !request.complete) set(request, after)
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
