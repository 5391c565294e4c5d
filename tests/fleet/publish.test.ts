// Documents are published under load: no answer follows a document older than the one in force when it was asked, and none fails inside.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashRevision } from '../../server/document/current-document.ts'
import type { Caller } from '../crash/writers.ts'
import { seededRandom } from '../server/storage/power/seeded-random.ts'
import { ask } from './ask.ts'
import type { Answer, Asked } from './ask.ts'
import type { Fleet } from './fleet.ts'
import { startFleet } from './fleet.ts'
import { itemsDocument } from './items-document.ts'

const PUBLICATIONS = Number(process.env['FLEET_PUBLICATIONS'] ?? 8)
const SEED = Number(process.env['FLEET_SEED'] ?? 35)
const WRITERS = 16
const READERS = 16
const KEPT = 20

let fleet: Fleet
let caller: Caller
beforeAll(async () => {
  fleet = await startFleet(itemsDocument(0).text)
  caller = fleet.administrator
})
afterAll(() => fleet.stop())

/** Numbers of the documents by their revision, and the latest that was published. */
const numbers = new Map([[hashRevision(itemsDocument(0).text), 0]])
let published = 0

/** Statuses, and what went wrong. */
const statuses = new Map<number, number>()
const wrong: string[] = []

/** Busy processes are asked again. */
async function send(asked: Asked): Promise<Answer> {
  for (;;) {
    const inForce = published
    const answer = await ask(fleet.url, { ...asked, token: caller.token })
    const { status, headers, body, by } = answer
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const number = numbers.get(headers.get('verbatim-revision') ?? '')
    const about = `${asked.method} ${asked.path} at process ${by}`
    if (number === undefined && status !== 503) wrong.push(`${about}: ${status} without a revision`)
    if (number !== undefined && number < inForce)
      wrong.push(`${about}: ${status} under document ${number}, when ${inForce} was in force`)
    if (status >= 500 && status !== 503) wrong.push(`${about}: ${status} ${JSON.stringify(body)}`)
    if (status !== 503) return answer
    await sleep(20)
  }
}

const acknowledged = new Map<string, string>()
let isRunning = true

async function write(writer: number): Promise<void> {
  for (let index = 0; isRunning; index += 1) {
    const title = `writer ${writer} item ${index}`
    const made = await send({ method: 'POST', path: '/api/items', body: { title } })
    if (made.status !== 201) {
      wrong.push(`POST: ${made.status} ${JSON.stringify(made.body)}`)
      continue
    }
    const id = String(made.body['id'])
    acknowledged.set(id, title)
    if (index % 2 === 0) continue
    const changed = await send({ method: 'PATCH', path: `/api/items/${id}`, body: { title: `${title} changed` } })
    if (changed.status === 200) acknowledged.set(id, `${title} changed`)
    else wrong.push(`PATCH: ${changed.status} ${JSON.stringify(changed.body)}`)
  }
}

async function read(reader: number): Promise<void> {
  const random = seededRandom(SEED + reader)
  while (isRunning) {
    const { label, size } = itemsDocument(published)
    const filters = ['size == null', size === 'text' ? 'size == "7"' : 'size == 7', `${label} != null`]
    const paths = [
      '/api/items?limit=20',
      '/api/items?search=item&limit=5',
      `/api/items?count=exact&filter=${encodeURIComponent(filters[Math.floor(random() * filters.length)] ?? '')}`,
      '/api/spec',
    ]
    const path = paths[Math.floor(random() * paths.length)] ?? ''
    const { status, body } = await send({ method: 'GET', path })
    // A filter may name a field by the name of a document that is gone by then.
    if (status !== 200 && !(path.includes('filter=') && (status === 400 || status === 422)))
      wrong.push(`GET ${path}: ${status} ${JSON.stringify(body)}`)
  }
}

async function publish(number: number): Promise<void> {
  const { text } = itemsDocument(number)
  numbers.set(hashRevision(text), number)
  for (;;) {
    const answer = await fetch(`${fleet.url}/api/system/document`, {
      method: 'PUT',
      headers: { 'content-type': 'text/markdown', authorization: `Bearer ${caller.token}` },
      body: text,
    })
    const body = await answer.text()
    if (answer.status === 503) continue
    expect(answer.status, `document ${number}: ${body}`).toBe(200)
    published = number
    return
  }
}

test(`${PUBLICATIONS} publications under ${WRITERS} writers and ${READERS} readers (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  const kept = await Promise.all(
    Array.from({ length: KEPT }, async (_, at) => {
      const body = { title: `kept ${at}`, label0: `label of ${at}`, size: at }
      return String((await send({ method: 'POST', path: '/api/items', body })).body['id'])
    }),
  )
  const working = Promise.all([
    ...Array.from({ length: WRITERS }, (_, at) => write(at)),
    ...Array.from({ length: READERS }, (_, at) => read(at)),
  ])
  for (let number = 1; number <= PUBLICATIONS; number += 1) {
    await sleep(100 + 400 * random())
    await publish(number)
  }
  isRunning = false
  await working
  expect(wrong.slice(0, 20)).toEqual([])
  const { label, size } = itemsDocument(PUBLICATIONS)
  for (const [at, id] of kept.entries()) {
    const { body } = await send({ method: 'GET', path: `/api/items/${id}` })
    expect(body).toMatchObject({ [label]: `label of ${at}`, size: size === 'text' ? String(at) : at })
  }
  const found = new Map<string, string>()
  let after = ''
  do {
    const { body } = await send({ method: 'GET', path: `/api/items?limit=1000${after}` })
    for (const { id, title } of body['items'] as readonly { readonly id: string; readonly title: string }[])
      found.set(id, title)
    after = body['next'] === null ? '' : `&after=${encodeURIComponent(String(body['next']))}`
  } while (after !== '')
  expect([...acknowledged].filter(([id, title]) => found.get(id) !== title)).toEqual([])
  expect(found.size).toBe(acknowledged.size + KEPT)
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(`${PUBLICATIONS} publications, seed ${SEED}: ${acknowledged.size} items; answers: ${counts}`)
})
