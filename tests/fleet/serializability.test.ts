// Random commands at four processes at the same time have a serial order: one in which each would have had the answer that it got.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../crash/writers.ts'
import { seededRandom } from '../server/storage/power/seeded-random.ts'
import type { Asked } from './ask.ts'
import { ask, askUntilAnswered } from './ask.ts'
import type { Answered } from './find-order.ts'
import { findOrder } from './find-order.ts'
import type { Fleet } from './fleet.ts'
import { PROCESSES, startFleet } from './fleet.ts'
import { ROOMS } from './rooms-document.ts'
import type { Booking, Operation, Outcome, Pass, Rooms } from './rooms-model.ts'
import { runOperation } from './rooms-model.ts'

const HISTORIES = Number(process.env['FLEET_HISTORIES'] ?? 40)
const SEED = Number(process.env['FLEET_SEED'] ?? 35)
const AT_ONCE = 10

let fleet: Fleet
let caller: Caller
const rooms: string[] = []
beforeAll(async () => {
  fleet = await startFleet(ROOMS)
  caller = fleet.administrator
  for (const name of ['North', 'South']) {
    const room = String((await write({ method: 'POST', path: '/api/rooms', body: { name } }))['id'])
    rooms.push(room)
    for (const valid of [true, false]) await write({ method: 'POST', path: '/api/passes', body: { room, valid } })
  }
})
afterAll(() => fleet.stop())

async function write(asked: Asked): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await askUntilAnswered(fleet.url, { ...asked, token: caller.token })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

async function readRooms(links: Rooms['links']): Promise<Rooms> {
  const list = async (path: string) => {
    const { body } = await askUntilAnswered(fleet.url, {
      method: 'GET',
      path: `${path}?limit=1000`,
      token: caller.token,
    })
    return body['items'] as readonly (Booking & Pass & { readonly id: string })[]
  }
  const bookings = (await list('/api/bookings')).map(
    ({ id, room, starts_on, ends_on, keeper, code, state, _version }) =>
      [id, { room, starts_on, ends_on, keeper, code, state, _version }] as const,
  )
  const passes = (await list('/api/passes')).map(({ id, room, valid }) => [id, { room, valid }] as const)
  return { bookings: new Map(bookings), passes: new Map(passes), links }
}

type Random = () => number
const oneOf = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

function randomFields(random: Random) {
  const day = 1 + Math.floor(random() * 6)
  const date = (number: number): string => `2027-03-0${number}`
  return {
    room: oneOf(random, rooms),
    starts_on: date(day),
    ends_on: date(day + Math.floor(random() * 3)),
    keeper: oneOf(random, ['Ada', 'Bea', 'Cyd']),
    code: random() < 0.4 ? oneOf(random, ['a', 'b', 'c', 'd']) : null,
  }
}

function randomOperation(random: Random, { bookings, passes, links }: Rooms): Operation {
  const some = random()
  const [link] = links
  if (some < 0.04 && link !== undefined) return { kind: 'use link', link }
  if (some < 0.25) return { kind: 'set pass', id: oneOf(random, [...passes.keys()]), valid: random() < 0.5 }
  if (some < 0.5 || bookings.size === 0) return { kind: 'create', id: undefined, fields: randomFields(random) }
  const [id, { _version: version }] = oneOf(random, [...bookings])
  if (some < 0.75) {
    const { room, starts_on, ends_on, keeper, code } = randomFields(random)
    const fields = oneOf(random, [{ room }, { starts_on, ends_on }, { keeper }, { code }])
    return random() < 0.5 ? { kind: 'change', id, fields } : { kind: 'change', id, fields, version }
  }
  return { kind: oneOf(random, ['close', 'reopen', 'reopen', 'delete'] as const), id }
}

/** Spoken to the process at this place; a busy one is asked again. */
async function perform(at: number, operation: Operation): Promise<Answered> {
  const url = fleet.urls[at] ?? ''
  for (;;) {
    const { status, body } = await ask(url, { ...requestOf(operation), token: caller.token })
    if (status === 503 && body['code'] === 'unavailable') continue
    const outcome: Outcome = status < 300 ? 'done' : String(body['code'])
    const isMade = operation.kind === 'create' && status === 201
    return { operation: isMade ? { ...operation, id: String(body['id']) } : operation, outcome }
  }
}

let people = 0
function requestOf(operation: Operation): Asked {
  switch (operation.kind) {
    case 'create':
      return { method: 'POST', path: '/api/bookings', body: operation.fields }
    case 'change': {
      const changed = { method: 'PATCH', path: `/api/bookings/${operation.id}`, body: operation.fields } as const
      return operation.version === undefined
        ? changed
        : { ...changed, headers: { 'if-match': String(operation.version) } }
    }
    case 'delete':
      return { method: 'DELETE', path: `/api/bookings/${operation.id}` }
    case 'close':
    case 'reopen':
      return { method: 'POST', path: `/api/bookings/${operation.id}/${operation.kind}`, body: {} }
    case 'set pass':
      return { method: 'PATCH', path: `/api/passes/${operation.id}`, body: { valid: operation.valid } }
    case 'use link': {
      people += 1
      const person = { name: `Guest ${people}`, email: `guest${people}@example.com`, password: 'a quiet sentence' }
      // Few may sign up from one network within an hour.
      const headers = { 'x-forwarded-for': `10.1.${Math.floor(people / 250)}.${people % 250}` }
      return { method: 'POST', path: '/api/auth/sign-up', body: { ...person, invitation: operation.link }, headers }
    }
  }
}

async function invite(): Promise<string> {
  const invited = { roles: ['Writer'] }
  return String((await write({ method: 'POST', path: '/api/auth/invitations', body: invited }))['invitation'])
}

test(`${HISTORIES} times ${AT_ONCE} random commands at ${PROCESSES} processes at once (seed ${SEED}) have a serial order`, async () => {
  const random = seededRandom(SEED)
  const outcomes = new Map<string, number>()
  let before = await readRooms(new Set([await invite()]))
  for (let history = 1; history <= HISTORIES; history += 1) {
    if (before.links.size === 0) before = { ...before, links: new Set([await invite()]) }
    const start = before
    const operations = Array.from({ length: AT_ONCE }, () => randomOperation(random, start))
    const answered = await Promise.all(operations.map((each, at) => perform(at % PROCESSES, each)))
    for (const { operation, outcome } of answered) {
      const name = `${operation.kind} ${outcome}`
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    }
    const usedLinks = answered.flatMap(({ operation, outcome }) =>
      operation.kind === 'use link' && outcome === 'done' ? [operation.link] : [],
    )
    const after = await readRooms(new Set([...before.links].filter((link) => !usedLinks.includes(link))))
    const order = findOrder(before, answered, (rooms) => isSame(rooms, after))
    expect(order, describeHistory(history, before, answered, after)).toBeDefined()
    before = after
  }
  console.log(`seed ${SEED}: ${[...outcomes].map(([name, count]) => `${count} × ${name}`).join(', ')}`)
  // Conflicts of each kind came up, or the histories would prove nothing.
  for (const name of ['create done', 'create OVERLAP', 'create TOO_MANY', 'set pass NO_PASS', 'change done'])
    expect(outcomes.get(name) ?? 0, name).toBeGreaterThan(0)
})

test('a history without an order is found out', () => {
  const fields = { room: 'r', starts_on: '2027-03-01', ends_on: '2027-03-02', keeper: 'Ada', code: null }
  const empty: Rooms = { bookings: new Map(), passes: new Map([['p', { room: 'r', valid: true }]]), links: new Set() }
  const create = (id: string): Answered => ({ operation: { kind: 'create', id, fields }, outcome: 'done' })
  expect(findOrder(empty, [create('1')], () => true)).toHaveLength(1)
  expect(findOrder(empty, [create('1'), create('2')], () => true)).toBeUndefined()
  const invalid: Answered = { operation: { kind: 'set pass', id: 'p', valid: false }, outcome: 'done' }
  expect(findOrder(empty, [create('1'), invalid], () => true)).toBeUndefined()
  expect(runOperation(empty, invalid.operation).outcomes).toEqual(['done'])
})

function isSame(one: Rooms, other: Rooms): boolean {
  return printRooms(one) === printRooms(other)
}

function printRooms({ bookings, passes, links }: Rooms): string {
  const sorted = (map: ReadonlyMap<string, object>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([sorted(bookings), sorted(passes), [...links]])
}

function describeHistory(history: number, before: Rooms, answered: readonly Answered[], after: Rooms): string {
  const commands = answered.map((each) => JSON.stringify(each)).join('\n')
  return `history ${history} of seed ${SEED} has no serial order\nbefore ${printRooms(before)}\n${commands}\nafter ${printRooms(after)}`
}
