// Writers that keep many requests on the way at once, and remember what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ServerProcess } from './server-process.ts'

export interface Acknowledged {
  /** Text and version of each record as it was last acknowledged, by id. */
  readonly notes: Map<string, { readonly text: string; readonly version: number }>
  /** Texts that were sent and got no answer: they may be there or not. */
  readonly unanswered: Set<string>
}

export interface Caller {
  readonly token: string
  readonly person: string
}

/** Signs up as the first administrator, by the link on the terminal. */
export async function signUp({ url, output }: Pick<ServerProcess, 'url' | 'output'>): Promise<Caller> {
  while (!output().includes('#invitation=')) await sleep(15)
  const invitation = /#invitation=([\w-]{43})/.exec(output())?.[1]
  const body = { name: 'Wanda Writer', email: 'wanda@example.com', password: 'a sentence of words', invitation }
  const answer = await post(`${url}/api/auth/sign-up`, undefined, body)
  const { token, person } = (await answer.json()) as Caller
  expect(answer.status, 'sign-up').toBe(201)
  return { token, person }
}

/** Creates, and now and then changes, as fast as it is answered, until the server is gone or `stop` is called. */
export function startWriters(
  url: string,
  caller: Caller,
  round: number,
  count: number,
  acknowledged: Acknowledged,
): { stop(): void; readonly done: Promise<unknown> } {
  let running = true
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; running; index++) {
      const text = `round ${round} writer ${writer} note ${index}`
      const id = await send(`${url}/api/notes`, 'POST', { text, writer: caller.person, round }, text)
      if (id !== undefined && index % 3 === 2)
        await send(`${url}/api/notes/${id}`, 'PATCH', { text: `${text} changed` }, `${text} changed`)
    }
  }
  const send = async (to: string, method: string, body: object, text: string): Promise<string | undefined> => {
    acknowledged.unanswered.add(text)
    try {
      const answer = await fetch(to, { method, headers: headers(caller.token), body: JSON.stringify(body) })
      const record = (await answer.json()) as { id: string; _version: number }
      if (answer.status === 503) {
        // Refused while it shuts down: nothing was written.
        acknowledged.unanswered.delete(text)
        return undefined
      }
      expect(answer.status, JSON.stringify(record)).toBe(method === 'POST' ? 201 : 200)
      acknowledged.notes.set(record.id, { text, version: record._version })
      acknowledged.unanswered.delete(text)
      return record.id
    } catch (error) {
      if ((error as Error).name === 'AssertionError') throw error
      running = false
      return undefined
    }
  }
  const done = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  return { stop: () => (running = false), done }
}

interface Note {
  readonly id: string
  readonly text: string
  readonly _version: number
}

/** Nothing acknowledged is lost, nothing came from nowhere, and each record has exactly the history of its versions. */
export async function expectWhole(
  url: string,
  caller: Caller,
  round: number,
  acknowledged: Acknowledged,
): Promise<number> {
  const stored = await listNotes(url, caller, round)
  const byId = new Map(stored.map((note) => [note.id, note]))
  const mine = [...acknowledged.notes].filter(([, { text }]) => text.startsWith(`round ${round} `))
  for (const [id, { text, version }] of mine) {
    const note = byId.get(id)
    expect(note, `acknowledged and lost: ${text}`).toBeDefined()
    if (note?._version === version) expect(note.text).toBe(text)
    else expect(acknowledged.unanswered.has(note?.text ?? ''), `${text} became ${note?.text}`).toBe(true)
  }
  for (const note of stored)
    expect(
      acknowledged.notes.has(note.id) || acknowledged.unanswered.has(note.text),
      `from nowhere: ${note.text}`,
    ).toBe(true)
  const histories = await inTurns(stored, (note) => get(`${url}/api/notes/${note.id}/history`, caller))
  for (const [index, note] of stored.entries()) {
    const events = (histories[index] as { items: { event: string }[] }).items.map((item) => item.event)
    expect(events, `half written: ${note.text}`).toEqual(note._version === 2 ? ['changed', 'created'] : ['created'])
  }
  return mine.length
}

/** Waits until so many records are acknowledged. */
export async function waitForRecords({ notes }: Acknowledged, count: number): Promise<void> {
  while (notes.size < count) await sleep(5)
}

async function listNotes(url: string, caller: Caller, round: number): Promise<Note[]> {
  const notes: Note[] = []
  let after = ''
  do {
    const page = (await get(
      `${url}/api/notes?limit=1000&filter=${encodeURIComponent(`round == ${round}`)}${after}`,
      caller,
    )) as { items: Note[]; next: string | null }
    notes.push(...page.items)
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
  } while (after !== '')
  return notes
}

async function get(url: string, caller: Caller): Promise<unknown> {
  const answer = await fetch(url, { headers: headers(caller.token) })
  const body: unknown = await answer.json()
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body
}

function post(url: string, token: string | undefined, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: headers(token), body: JSON.stringify(body) })
}

function headers(token: string | undefined): { [name: string]: string } {
  return { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
}

/** Asks 100 at once, since the connections that one address may hold open are limited. */
export async function inTurns<T, Result>(
  all: readonly T[],
  ask: (each: T) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let from = 0; from < all.length; from += 100)
    results.push(...(await Promise.all(all.slice(from, from + 100).map(ask))))
  return results
}
