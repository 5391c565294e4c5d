// Many requests at once, each over a connection of its own, as from many people.
import type { AddressInfo } from 'node:net'
import type { Caller, TestApp } from '../apps/start-app.ts'

export interface Answer {
  readonly status: number
  /** The record, the problem, or the list. */
  readonly body: { readonly [name: string]: unknown }
  readonly etag: string | null
}

export type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers?: { readonly [name: string]: string },
) => Promise<Answer>

export function sendAs(app: TestApp, caller: Pick<Caller, 'token'>): Send {
  const { port } = app.server.address() as AddressInfo
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const read = text === '' ? {} : (JSON.parse(text) as Answer['body'])
    return { status: answer.status, body: read, etag: answer.headers.get('etag') }
  }
}

/** Sends again what is refused for now, as a client does: of hundreds at once, some may wait too long for their turn on a busy machine. */
export function untilTaken(send: Send): Send {
  const sendAgain: Send = async (...request) => {
    const answer = await send(...request)
    return answer.body['code'] === 'unavailable' ? sendAgain(...request) : answer
  }
  return sendAgain
}

export function parallel<T>(count: number, run: (index: number) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)))
}

/** { "201": 1, "409": 499 } */
export function countStatuses(answers: readonly Answer[]): { readonly [status: string]: number } {
  const counts: { [status: string]: number } = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export function itemsOf(answer: Answer): readonly { readonly [field: string]: unknown }[] {
  return answer.body['items'] as readonly { readonly [field: string]: unknown }[]
}

/** Looks at something again and again while others work, and gives all that was seen. */
export async function watchWhile<T>(work: Promise<unknown>, look: () => Promise<T>): Promise<readonly T[]> {
  const seen: T[] = []
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  while (!isOver) seen.push(await look())
  await ended
  seen.push(await look())
  return seen
}
