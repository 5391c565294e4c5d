// Writers who send everything under a key until it is answered, and remember what was acknowledged.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Caller } from '../crash/writers.ts'
import { askUntilAnswered } from './ask.ts'
import type { Answer, Asked } from './ask.ts'

export interface KeyedWriters {
  /** How often each writer had something acknowledged. */
  readonly done: readonly number[]
  /** Text and version of each note as it was last acknowledged, by id. */
  readonly notes: ReadonlyMap<string, { readonly text: string; readonly version: number }>
  /** All that was acknowledged, in order. */
  readonly acknowledged: readonly Acknowledged[]
  /** How often something was sent again, by the reason. */
  readonly repeated: ReadonlyMap<string, number>
  /** Resolves when what is under way is acknowledged; rejects with what a writer was answered otherwise. */
  stop(): Promise<void>
  /** Rejects as soon as a writer fails. */
  readonly failed: Promise<never>
}

/** A write, by the moments (`Date.now()`) at which it was sent first and last, and acknowledged. */
interface Acknowledged {
  readonly begun: number
  readonly sent: number
  readonly answered: number
}

/** The round of all their notes. */
const ROUND = 0

/** Each creates notes, and changes every third. */
export function startKeyedWriters(url: string, { token, person }: Caller, count: number): KeyedWriters {
  const notes = new Map<string, { readonly text: string; readonly version: number }>()
  const acknowledged: Acknowledged[] = []
  const repeated = new Map<string, number>()
  const done = Array.from({ length: count }, () => 0)
  let isRunning = true

  const send = async (asked: Omit<Asked, 'token' | 'headers'>, status: number): Promise<Answer['body']> => {
    const headers = { 'idempotency-key': randomUUID() }
    const begun = Date.now()
    const answer = await askUntilAnswered(url, { ...asked, token, headers }, (why) =>
      repeated.set(why, (repeated.get(why) ?? 0) + 1),
    )
    expect(answer.status, `${asked.method} ${JSON.stringify(answer.body)}`).toBe(status)
    acknowledged.push({ begun, sent: answer.sent, answered: answer.answered })
    return answer.body
  }

  const write = async (writer: number): Promise<void> => {
    for (let index = 0; isRunning; index += 1) {
      const text = `writer ${writer} note ${index}`
      const body = { text, writer: person, round: ROUND }
      const made = await send({ method: 'POST', path: '/api/notes', body }, 201)
      const id = String(made['id'])
      expect(notes.has(id), `two answers with one record: ${text}`).toBe(false)
      notes.set(id, { text, version: Number(made['_version']) })
      done[writer] = (done[writer] ?? 0) + 1
      if (index % 3 !== 2) continue
      const changed = { text: `${text} changed` }
      const after = await send({ method: 'PATCH', path: `/api/notes/${id}`, body: changed }, 200)
      notes.set(id, { ...changed, version: Number(after['_version']) })
    }
  }

  const all = Promise.all(done.map((_, writer) => write(writer)))
  const failed = all.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  return {
    done,
    notes,
    acknowledged,
    repeated,
    failed,
    async stop() {
      isRunning = false
      await all
    },
  }
}

interface Note {
  readonly id: string
  readonly text: string
  readonly _version: number
}

/** Reads all notes of a round, whatever their number. */
export async function listNotes(url: string, { token }: Caller, round: number): Promise<readonly Note[]> {
  const stored: Note[] = []
  const filter = encodeURIComponent(`round == ${round}`)
  let after = ''
  do {
    const path = `/api/notes?limit=1000&filter=${filter}${after}`
    const page = await askUntilAnswered(url, { method: 'GET', path, token })
    expect(page.status, JSON.stringify(page.body)).toBe(200)
    stored.push(...(page.body['items'] as readonly Note[]))
    const { next } = page.body
    after = next === null ? '' : `&after=${encodeURIComponent(String(next))}`
  } while (after !== '')
  return stored
}

/** Everything that was acknowledged is there, as it was acknowledged, and nothing else: nothing was done twice. */
export async function expectAllOnce(url: string, caller: Caller, writers: KeyedWriters): Promise<void> {
  const stored = await listNotes(url, caller, ROUND)
  const found = new Map(stored.map(({ id, text, _version: version }) => [id, { text, version }]))
  const lost = [...writers.notes].filter(([id]) => !found.has(id))
  const twice = stored.filter(({ id }) => !writers.notes.has(id))
  expect(lost, 'acknowledged and lost').toEqual([])
  expect(twice, 'there, and never acknowledged').toEqual([])
  const otherwise = [...writers.notes].filter(([id, note]) => JSON.stringify(found.get(id)) !== JSON.stringify(note))
  expect(otherwise, 'acknowledged otherwise than it is').toEqual([])
}

export interface Times {
  /** The time from each moment until the first write was acknowledged that was sent after it. */
  readonly next: readonly number[]
  /** The time until each write was acknowledged that had been sent before a moment, and had to be sent again. */
  readonly again: readonly number[]
  /** The time that each of the other writes took. */
  readonly usual: readonly number[]
}

/** Tells how long writes took around moments (`Date.now()`) at which something broke; in milliseconds. */
export function timesOf({ acknowledged }: KeyedWriters, moments: readonly number[]): Times {
  const isAround = ({ begun, answered }: Acknowledged, moment: number): boolean => begun < moment && answered >= moment
  return {
    next: moments.map(
      (moment) => (acknowledged.find(({ sent }) => sent >= moment)?.answered ?? Number.POSITIVE_INFINITY) - moment,
    ),
    again: moments.flatMap((moment) =>
      acknowledged
        .filter((write) => isAround(write, moment) && write.sent >= moment)
        .map(({ answered }) => answered - moment),
    ),
    usual: acknowledged
      .filter((write) => !moments.some((moment) => isAround(write, moment)))
      .map(({ begun, answered }) => answered - begun),
  }
}

/** Says in words how long waits, in milliseconds, were; on a machine that has other work they say little. */
export function describeWaits(waits: readonly number[]): string {
  const sorted = waits.map(Math.round).toSorted((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]} ms (the median), ${sorted.at(-1)} ms at most`
}
