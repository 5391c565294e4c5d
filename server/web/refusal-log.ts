// Logs refusals by limits and failed sign-ins at level warn, summed up where they come in masses.
import { createTally } from '../records/audit/refusal-tally.ts'

/** Part of a logger that is used here. */
export interface WarnLog {
  warn(fields: object, message: string): void
}

export interface RefusedRequest {
  readonly status: number
  readonly code: string
  /** Somebody tried to sign in, though the code is one of many things. */
  readonly isSignIn?: boolean
  readonly method: string
  readonly route: string
  readonly request: string
  /** Id of the person who is signed in. */
  readonly person: string | null
  /** Address of the network that the request came from, as limits count it. */
  readonly address: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export type LogRefusal = (refused: RefusedRequest) => void

/** Other refusals are daily work, and are left to the audit. */
export function createRefusalLog(log: WarnLog): LogRefusal {
  const tally = createTally()
  return ({ status, now, code, isSignIn, method, route, request, person, address }) => {
    const isFailedSignIn = isSignIn === true || FAILED_SIGN_INS.has(code)
    const message = status === 429 ? 'refused by a limit' : isFailedSignIn ? 'sign-in failed' : undefined
    if (message === undefined) return
    const times = tally.count(`${message} ${address}`, now)
    if (times === 0) return
    const fields = { code, method, route, request, person, address }
    log.warn({ ...fields, ...(times === 1 ? {} : { times }) }, message)
  }
}

const FAILED_SIGN_INS: ReadonlySet<string> = new Set(['wrong_credentials', 'wrong_code'])
