// Asks a fleet as a client with patience does: what got no answer is sent again, under the same key, until it is answered.
import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWERED_BY } from './balancer.ts'

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  /** The record, the problem, or the list. */
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
  /** The place of the process that answered; undefined: the balancer did. */
  readonly by: number | undefined
  /** The moments at which it was sent, for the last time where it was sent again, and at which its answer was there. */
  readonly sent: number
  readonly answered: number
}

/** Rejects where the connection broke. */
export async function ask(url: string, { method, path, token, body, headers = {} }: Asked): Promise<Answer> {
  const sent = Date.now()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const by = answer.headers.get(ANSWERED_BY)
  return {
    status: answer.status,
    body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
    headers: answer.headers,
    by: by === null ? undefined : Number(by),
    sent,
    answered: Date.now(),
  }
}

/** Milliseconds after which nobody answers any more, however much else the machine has to do. */
const PATIENCE = 120_000
const PAUSE = 20

/** Notes why a try was not answered: 502 and 503, a twin under way, a connection that broke. */
export type NoteTry = (why: string) => void

/** The request must be one that may be sent twice: it reads, or has a key. */
export async function askUntilAnswered(url: string, asked: Asked, note: NoteTry = () => {}): Promise<Answer> {
  const giveUp = AbortSignal.timeout(PATIENCE)
  for (;;) {
    const answer = await ask(url, asked).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined
      throw error
    })
    if (answer !== undefined && !isTransient(answer)) return answer
    const why = answer === undefined ? 'broken' : `${answer.status} ${String(answer.body['code'] ?? '')}`
    note(why)
    if (giveUp.aborted) throw new Error(`${asked.method} ${asked.path} is not answered: ${why}`)
    await sleep(PAUSE)
  }
}

function isTransient({ status, body }: Answer): boolean {
  if (status === 502 || status === 503) return true
  return status === 409 && /Idempotency-Key is under way/.test(String(body['detail']))
}
