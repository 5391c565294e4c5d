// Does at two processes what people and programs do all day: signs in at one, and goes on at the other, step by step.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Asked, NoteTry } from './ask.ts'
import { askUntilAnswered } from './ask.ts'

/** A round in which no writer writes. */
const ROUND = 1

export interface Use {
  /** Addresses of processes that take the steps in turn. */
  readonly urls: readonly string[]
  readonly person: string
  /** A field that the document in force has, and the one before it has not. */
  readonly field: string
  readonly note: NoteTry
}

/** Each step must be answered rightly; 503 is asked again. */
export async function useEverything({ urls, person, field, note }: Use): Promise<void> {
  let steps = 0
  const send = async (asked: Asked, status: number) => {
    const url = urls[steps % urls.length] ?? ''
    steps += 1
    const keyed = asked.method === 'GET' ? asked : { ...asked, headers: { 'idempotency-key': randomUUID() } }
    const answer = await askUntilAnswered(url, keyed, note)
    expect(answer.status, `${asked.method} ${asked.path} at ${url}: ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body
  }
  const account = { email: 'wanda@example.com', password: 'a sentence of words' }
  const { token } = (await send({ method: 'POST', path: '/api/auth/sign-in', body: account }, 200)) as { token: string }
  const text = `everything ${randomUUID()}`
  const given = { text, writer: person, round: ROUND, [field]: 'given' }
  const { id } = (await send({ method: 'POST', path: '/api/notes', token, body: given }, 201)) as { id: string }
  const path = `/api/notes/${id}`
  const read = (at: string) => send({ method: 'GET', path: at, token }, 200)
  const only = (at: string) => read(at).then(({ items }) => items)
  expect(await read(path)).toMatchObject({ ...given, state: 'open' })
  const filter = encodeURIComponent(`text == "${text}" and state == "open"`)
  expect(await only(`/api/notes?filter=${filter}&sort=-created_at&count=exact`)).toMatchObject([{ id }])
  expect(await only(`/api/notes?search=${encodeURIComponent(text.split(' ')[1] ?? '')}`)).toMatchObject([{ id }])
  expect(await read(`/api/notes/summary?filter=${filter}`)).toMatchObject({ groups: [{ measures: { count: 1 } }] })
  await send({ method: 'PATCH', path, token, body: { text: `${text} changed` } }, 200)
  await send({ method: 'POST', path: `${path}/finish`, token, body: {} }, 200)
  await send({ method: 'POST', path: `${path}/reopen`, token, body: {} }, 200)
  await send({ method: 'POST', path: `${path}/finish`, token, body: {} }, 200)
  expect(await read(path)).toMatchObject({ text: `${text} changed`, state: 'done' })
  expect(await only(`${path}/history`)).toHaveLength(5)
  await send({ method: 'DELETE', path, token }, 204)
  await send({ method: 'GET', path, token }, 404)
  await send({ method: 'POST', path: `${path}/restore`, token, body: {} }, 200)
  await send({ method: 'POST', path: '/api/auth/sign-out', token, body: {} }, 204)
  await send({ method: 'GET', path, token }, 401)
}
