// The story of leave over HTTP: who asks, who decides, and which days are left.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../apps/people.ts'
import { makeLeaveRequestsSample } from './sample/make-leave-requests-sample.ts'
import { readShippedFile, startShipped } from './shipped.ts'
import type { Shipped } from './shipped.ts'

const DAY = 86_400_000

let app: Shipped
let mira: Caller
let david: Caller
let carla: Caller
let jonas: Caller
let aylin: Caller
let sofia: Caller
let holiday: string
let special: string

// Loaded on a Saturday, 21 November 2026; Christmas Day is the only public holiday until New Year.
beforeAll(async () => {
  app = await startShipped('leave-requests')
  ;[mira, david, carla] = (await Promise.all(['mira.kovac', 'david.osei', 'carla.reyes'].map(app.as))) as [
    Caller,
    Caller,
    Caller,
  ]
  ;[jonas, aylin, sofia] = (await Promise.all(['jonas.meier', 'aylin.demir', 'sofia.marino'].map(app.as))) as [
    Caller,
    Caller,
    Caller,
  ]
  holiday = (await app.find(mira, '/api/kinds', 'name == "Holiday"')).id
  special = (await app.find(mira, '/api/kinds', 'name == "Special leave"')).id
})

afterAll(() => app.close())

test('the sample is what its generator writes', () => {
  expect(makeLeaveRequestsSample() === readShippedFile('leave-requests.sample.json')).toBe(true)
})

describe('somebody who asks for leave', () => {
  test('gets its working days, without weekends, public holidays and half days', async () => {
    const { status, body } = await ask(carla, '2026-12-21', '2026-12-28', { from_noon: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      employee: carla.id,
      status: 'requested',
      days: '4.5',
      year: 2026,
      starts_at: '2026-12-21T11:00:00.000Z',
      ends_at: '2026-12-28T23:00:00.000Z',
    })
    expect(body.number).toMatch(/^L-\d{5}$/)
    await carla.post(`/api/leave-requests/${body.id}/withdraw`)
  })

  test('sees the days that are left go down, and come back when it is taken back', async () => {
    const before = await allowance(carla, 2027)
    const { body } = await ask(carla, '2027-02-01', '2027-02-05')
    expect(await allowance(carla, 2027)).toMatchObject({ asked_for: '5.0', left: less(before.left, 5) })
    expect((await carla.post(`/api/leave-requests/${body.id}/withdraw`)).body.status).toBe('withdrawn')
    expect(await allowance(carla, 2027)).toMatchObject({ asked_for: '0.0', left: before.left })
  })

  test('is refused more days than are left, with the line that says so', async () => {
    const { status, body } = await ask(carla, '2027-07-01', '2027-08-31')
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'NOT_ENOUGH_DAYS',
      detail: expect.stringMatching(/ days are more than are left in 2027\.$/),
      source: app.citation(5, '| The days are there |'),
    })
    expect(body.errors).toEqual([expect.objectContaining({ field: 'last_day' })])
  })

  test('never gets more than is left, though ten ask at once', async () => {
    const weeks = ['01', '08', '15', '22'].flatMap((day) => [`2027-03-${day}`, `2027-11-${day}`])
    const answers = await Promise.all(
      weeks.map((first) =>
        ask(
          carla,
          first,
          first.replace(/\d\d$/, (day) => String(Number(day) + 4).padStart(2, '0')),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThan(weeks.length)
    expect(Number((await allowance(carla, 2027)).left)).toBeGreaterThanOrEqual(0)
    for (const { body } of answers.filter(({ status }) => status === 201))
      await carla.post(`/api/leave-requests/${body.id}/withdraw`)
  })

  test('is away once at a time; the afternoon after a morning is another time', async () => {
    const morning = await ask(carla, '2027-01-11', '2027-01-11', { until_noon: true })
    expect(morning.body).toMatchObject({ days: '0.5' })
    const twice = await ask(carla, '2027-01-11', '2027-01-12')
    expect(twice.status).toBe(409)
    expect(twice.body).toMatchObject({ code: 'OVERLAP', source: app.citation(5, '| Nobody is away twice |') })
    const afternoon = await ask(carla, '2027-01-11', '2027-01-12', { from_noon: true })
    expect(afternoon.body).toMatchObject({ days: '1.5' })
  })

  test.each([
    ['2027-01-23', '2027-01-29', {}, 'NOT_A_WORKING_DAY', 'Leave begins and ends on working days'],
    ['2027-01-29', '2027-01-25', {}, 'ENDS_BEFORE_IT_BEGINS', 'Leave ends after it begins'],
    [
      '2027-01-25',
      '2027-01-25',
      { from_noon: true, until_noon: true },
      'ENDS_BEFORE_IT_BEGINS',
      'Leave ends after it begins',
    ],
    ['2026-11-23', '2026-11-27', {}, 'SHORT_NOTICE', 'Long leave is asked for in time'],
    ['2026-11-20', '2026-11-20', {}, 'TOO_LATE', 'Leave is asked for before it begins'],
    ['2030-01-14', '2030-01-18', {}, 'NO_ALLOWANCE', 'Somebody has an allowance for the year'],
  ])('from %s to %s %j is refused: %s', async (first, last, more, code, rule) => {
    const { status, body } = await ask(carla, first, last, more)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).toMatchObject({ code, source: app.citation(5, `| ${rule} |`) })
  })

  test('says why for special leave, and takes at most three days of it', async () => {
    const silent = await ask(carla, '2027-04-12', '2027-04-13', { kind: special })
    expect(silent.status).toBe(422)
    expect(silent.body.errors).toEqual([expect.objectContaining({ field: 'reason', code: 'required' })])
    const long = await ask(carla, '2027-04-12', '2027-04-16', { kind: special, reason: 'We move house.' })
    expect(long.body).toMatchObject({ code: 'TOO_MANY_DAYS', detail: 'Special leave is for at most 3.0 days.' })
  })

  test('asks only for their own leave, and decides nothing', async () => {
    const forAnother = await ask(carla, '2027-04-19', '2027-04-20', { employee: mira.id })
    expect(forAnother.status).toBe(422)
    expect(forAnother.body.errors).toEqual([expect.objectContaining({ field: 'employee' })])
    const decided = await ask(carla, '2027-04-19', '2027-04-20', { status: 'approved' })
    expect(decided.status).toBe(422)
  })
})

describe('a request', () => {
  test('is seen by the one who asks, the line manager and the People team, and by nobody else', async () => {
    const { body } = await ask(carla, '2027-06-07', '2027-06-11')
    const path = `/api/leave-requests/${body.id}`
    for (const caller of [carla, aylin, sofia]) expect((await caller.get(path)).status).toBe(200)
    for (const caller of [mira, david, jonas]) {
      expect((await caller.get(path)).status).toBe(404)
      expect((await caller.post(`${path}/approve`)).status).toBe(404)
    }
    await carla.post(`${path}/withdraw`)
  })

  test('is approved by the line manager; then colleagues see that, and not why', async () => {
    const { body } = await ask(carla, '2027-06-14', '2027-06-16', { kind: special, reason: 'My brother marries.' })
    const path = `/api/leave-requests/${body.id}`
    const approved = await aylin.post(`${path}/approve`, { answer: 'Of course.' })
    expect(approved.body).toMatchObject({ status: 'approved', decided_by: aylin.id, answer: 'Of course.' })
    const seen = await mira.get(path)
    expect(seen.body).toMatchObject({ employee: carla.id, first_day: '2027-06-14', status: 'approved' })
    for (const field of ['reason', 'kind', 'answer', 'days', 'decided_by']) expect(seen.body).not.toHaveProperty(field)
  })

  test('is decided by the deputy while the manager is away', async () => {
    // Jonas is away in the sample; Aylin is the deputy. Helena, who manages both, is administrator.
    const waiting = await app.find(
      aylin,
      '/api/leave-requests',
      'employee.name == "David Osei" and status == "requested"',
    )
    const path = `/api/leave-requests/${waiting.id}`
    expect((await aylin.get(path)).status).toBe(200)
    expect((await aylin.post(`${path}/approve`)).body).toMatchObject({ status: 'approved', decided_by: aylin.id })
  })

  test('is not approved by the applicant, whatever their role', async () => {
    const { body } = await ask(sofia, '2027-06-21', '2027-06-22', { kind: special, reason: 'A friend marries.' })
    const { status, body: refused } = await sofia.post(`/api/leave-requests/${body.id}/approve`)
    expect(status).toBe(403)
    expect(refused).toMatchObject({
      code: 'OWN_REQUEST',
      detail: 'Nobody decides on their own leave.',
      source: app.citation(4, '| approve |'),
    })
    const peter = await app.as('peter.lindqvist')
    expect((await peter.post(`/api/leave-requests/${body.id}/approve`)).body.status).toBe('approved')
  })

  test('is rejected with a reason only', async () => {
    const { body } = await ask(carla, '2027-09-06', '2027-09-10')
    const path = `/api/leave-requests/${body.id}`
    const silent = await aylin.post(`${path}/reject`)
    expect(silent.body.errors).toEqual([expect.objectContaining({ field: 'answer', code: 'required' })])
    expect((await aylin.post(`${path}/reject`, { answer: 'The fair is in that week.' })).body.status).toBe('rejected')
    expect((await aylin.post(`${path}/approve`)).status).toBe(409)
  })

  test('may be changed until it is decided', async () => {
    const { body } = await ask(carla, '2027-09-13', '2027-09-17')
    const path = `/api/leave-requests/${body.id}`
    expect((await carla.patch(path, { last_day: '2027-09-16' })).body).toMatchObject({ days: '4.0' })
    await aylin.post(`${path}/approve`)
    const { status, body: refused } = await carla.patch(path, { last_day: '2027-09-15' })
    expect(status).toBe(403)
    expect(refused).toMatchObject({ code: 'DECIDED', source: app.citation(6, '| Employee | Leave request | update |') })
  })
})

describe('an allowance', () => {
  test('is seen by its person, the manager and the People team; the note by the People team', async () => {
    const { id } = await app.find(sofia, '/api/allowances', 'person.name == "Ben Hartmann" and year == 2026')
    expect((await sofia.get(`/api/allowances/${id}`)).body).toMatchObject({ days: '14.0', note: 'Part time' })
    expect((await aylin.get(`/api/allowances/${id}`)).body).not.toHaveProperty('note')
    expect((await carla.get(`/api/allowances/${id}`)).status).toBe(404)
    expect((await aylin.patch(`/api/allowances/${id}`, { days: '30.0' })).status).toBe(403)
    const much = await sofia.patch(`/api/allowances/${id}`, { carried_over: '6.0' })
    expect(much.body).toMatchObject({ code: 'TOO_MUCH_CARRIED_OVER', detail: 'At most 5 days are carried over.' })
  })

  test('is there once for a person and a year', async () => {
    const { status } = await sofia.post('/api/allowances', { person: carla.id, year: 2026 })
    expect(status).toBe(409)
  })
})

// Sessions end when the clock moves on, so everybody signs in again here.
describe('later', () => {
  test('the manager is back, and the deputy no longer sees the requests of that team', async () => {
    const waiting = await app.find(
      jonas,
      '/api/leave-requests',
      'employee.name == "Mira Kovač" and status == "requested"',
    )
    expect((await aylin.get(`/api/leave-requests/${waiting.id}`)).status).toBe(200)
    app.moveClock(20 * DAY)
    expect((await (await app.as('aylin.demir')).get(`/api/leave-requests/${waiting.id}`)).status).toBe(404)
    app.moveClock(0)
  })

  test('leave that has begun is called off by the People team, and no longer cancelled', async () => {
    const today = await app.as('tomasz.wojcik')
    const begun = await app.find(today, '/api/leave-requests', 'employee == me and status == "approved"')
    app.moveClock(3 * DAY)
    const late = await (await app.as('tomasz.wojcik')).post(`/api/leave-requests/${begun.id}/cancel`)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'ALREADY_BEGUN', source: app.citation(4, '| cancel |') })
    const people = await app.as('sofia.marino')
    const off = await people.post(`/api/leave-requests/${begun.id}/call-off`, { answer: 'He came back to help.' })
    expect(off.body).toMatchObject({ status: 'cancelled', answer: 'He came back to help.' })
  })
})

function ask(caller: Caller, first: string, last: string, more: object = {}) {
  return caller.post('/api/leave-requests', { kind: holiday, first_day: first, last_day: last, ...more })
}

async function allowance(caller: Caller, year: number): Promise<{ readonly [field: string]: unknown }> {
  const { id } = await app.find(caller, '/api/allowances', `year == ${year} and person == me`)
  return (await caller.get(`/api/allowances/${id}`)).body
}

function less(days: unknown, by: number): string {
  return (Number(days) - by).toFixed(1)
}
