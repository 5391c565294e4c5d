// The story of incidents over HTTP: how bad follows from impact and urgency, and who works on it from the group.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'
import { makeIncidentManagementSample } from './sample/make-incident-management-sample.ts'
import { readShippedFile, startShipped } from './shipped.ts'
import type { Shipped } from './shipped.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let app: Shipped
let emma: Caller
let paolo: Caller
let finn: Caller
let chloe: Caller
let viktor: Caller
let rosa: Caller
let mail: string

beforeAll(async () => {
  app = await startShipped('incident-management')
  emma = await app.as('emma.nilsson')
  paolo = await app.as('paolo.conti')
  finn = await app.as('finn.berger')
  chloe = await app.as('chloe.martin')
  viktor = await app.as('viktor.hansen')
  rosa = await app.as('rosa.almeida')
  mail = (await app.find(emma, '/api/services', 'name == "Email"')).id
})

afterAll(() => app.close())

test('the sample is what its generator writes', () => {
  expect(makeIncidentManagementSample() === readShippedFile('incident-management.sample.json')).toBe(true)
})

describe('an incident that is reported', () => {
  test.each([
    ['person', 'low', 'low', DAY, 10 * DAY],
    ['team', 'medium', 'medium', 4 * HOUR, 3 * DAY],
    ['team', 'high', 'high', HOUR, 8 * HOUR],
    ['site', 'high', 'critical', 15 * MINUTE, 4 * HOUR],
  ])('by a %s with %s urgency is %s, and is promised accordingly', async (impact, urgency, severity, answer, solve) => {
    const { status, body } = await report(emma, { impact, urgency })
    expect(status).toBe(201)
    expect(body).toMatchObject({ severity, status: 'new', reporter: emma.id, level: 1 })
    expect(Date.parse(body.answer_by) - Date.parse(body.created_at)).toBe(answer)
    expect(Date.parse(body.solve_by) - Date.parse(body.created_at)).toBe(solve)
    const group = await finn.get(`/api/support-groups/${body.group}`)
    expect(group.body.name).toBe('Service desk')
  })

  test('has no severity of the reporter’s choice', async () => {
    const { status, body } = await report(emma, { severity: 'critical' })
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ field: 'severity' })])
  })

  test('that stops the company says why', async () => {
    const { status, body } = await report(emma, { impact: 'company', description: 'Nothing works.' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'SAY_MORE',
      source: app.citation(5, '| A company stands still only for a reason |'),
    })
  })

  test('is not seen by other reporters, unless it is critical', async () => {
    const quiet = await report(emma, {})
    expect((await paolo.get(`/api/incidents/${quiet.body.id}`)).status).toBe(404)
    const loud = await report(emma, { impact: 'site', urgency: 'high' })
    const seen = await paolo.get(`/api/incidents/${loud.body.id}`)
    expect(seen.body).toMatchObject({ title: 'Mail is slow', severity: 'critical' })
    expect(seen.body).not.toHaveProperty('description')
    expect(seen.body).not.toHaveProperty('reporter')
  })
})

describe('work on it', () => {
  test('is done by the group, and solved by the one who has it', async () => {
    const path = await reported()
    const other = await viktor.post(`${path}/take`)
    expect(other.status).toBe(403)
    expect(other.body).toMatchObject({ code: 'NOT_YOUR_GROUP', source: app.citation(4, '| take |') })
    expect((await finn.post(`${path}/take`)).body).toMatchObject({ status: 'in_progress', assignee: finn.id })
    expect((await finn.get(path)).body.answered_at).not.toBeNull()
    const solution = { solution: 'Restarted.', cause: 'software' }
    const notHis = await chloe.post(`${path}/resolve`, solution)
    expect(notHis.body).toMatchObject({ code: 'NOT_YOURS', source: app.citation(4, '| resolve |') })
    const silent = await finn.post(`${path}/resolve`)
    expect(silent.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['cause', 'solution'])
    expect((await finn.post(`${path}/resolve`, solution)).body).toMatchObject({ status: 'resolved', ...solution })
    expect((await emma.post(`${path}/close`)).body.status).toBe('closed')
  })

  test('goes to the next group, and ends with the last', async () => {
    const path = await reported()
    const passed = await finn.post(`${path}/pass-on`, { reason: 'It is the network.' })
    expect(passed.body).toMatchObject({ status: 'new', level: 2, assignee: null })
    expect((await viktor.post(`${path}/take`)).body.status).toBe('in_progress')
    await viktor.post(`${path}/pass-on`, { reason: 'It is the application.' })
    const { status, body } = await viktor.post(`${path}/pass-on`, { reason: 'Or not?' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'LAST_GROUP',
      detail: 'There is no group after Applications.',
      source: app.citation(4, '| pass on |'),
    })
    const updates = await finn.get(
      `/api/updates?filter=${encodeURIComponent(`incident.id == "${idOf(path)}"`)}&sort=created_at`,
    )
    expect(updates.body.items.map(({ text }: { text: string }) => text)).toEqual([
      'Passed on to Network: It is the network.',
      'Passed on to Applications: It is the application.',
    ])
    expect(
      (await emma.get(`/api/updates?filter=${encodeURIComponent(`incident.id == "${idOf(path)}"`)}`)).body.items,
    ).toEqual([])
  })

  test('is promised anew when it turns out worse, counted from the report', async () => {
    const path = await reported()
    const { body } = await finn.post(`${path}/reassess`, {
      impact: 'team',
      urgency: 'high',
      reason: 'The whole team is affected.',
    })
    expect(body).toMatchObject({ severity: 'high', status: 'new' })
    expect(Date.parse(body.solve_by) - Date.parse(body.created_at)).toBe(8 * HOUR)
    const told = await app.find(emma, '/api/updates', `incident.id == "${idOf(path)}"`)
    expect(told).toMatchObject({ text: 'Now high: The whole team is affected.', public: true })
  })

  test('waits, but not for ever, and never when it is critical', async () => {
    const path = await reported()
    await finn.post(`${path}/take`)
    const long = await finn.post(`${path}/hold`, { reason: 'The supplier', until: '2027-06-01T09:00:00Z' })
    expect(long.body).toMatchObject({
      code: 'HOLD_TOO_LONG',
      detail: 'It can wait for at most 14 days.',
      source: app.citation(5, '| One does not wait too long |'),
    })
    const past = await finn.post(`${path}/hold`, { reason: 'The supplier', until: '2020-01-01T09:00:00Z' })
    expect(past.body).toMatchObject({ code: 'HOLD_IS_PAST', source: app.citation(5, '| One waits for the future |') })
    expect(
      (await finn.post(`${path}/hold`, { reason: 'The supplier', until: '2026-11-25T09:00:00Z' })).body,
    ).toMatchObject({
      status: 'on_hold',
      hold_reason: 'The supplier',
    })
    expect((await finn.post(`${path}/resume`)).body).toMatchObject({ status: 'in_progress', hold_until: null })
    await finn.post(`${path}/reassess`, { impact: 'site', urgency: 'high', reason: 'Everybody.' })
    const critical = await finn.post(`${path}/hold`, { reason: 'The supplier', until: '2026-11-25T09:00:00Z' })
    expect(critical.body).toMatchObject({ code: 'CAN_NOT_WAIT', source: app.citation(4, '| hold |') })
  })

  test('is given to nobody outside the group, and nobody gets more than five', async () => {
    const path = await reported()
    const wrong = await rosa.post(`${path}/assign`, { responder: viktor.id })
    expect(wrong.status).toBe(422)
    expect(wrong.body).toMatchObject({ code: 'NOT_IN_GROUP', detail: 'Only somebody of Service desk can work on it.' })
    const paths = await Promise.all(Array.from({ length: 8 }, () => reported()))
    const answers = await Promise.all(paths.map((each) => rosa.post(`${each}/assign`, { responder: chloe.id })))
    // This engineer has one in hand already.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'TOO_MANY_IN_HAND',
      source: app.citation(5, '| Nobody has too many in hand |'),
    })
  })
})

describe('a critical incident', () => {
  test('is led by a duty manager, solved, reviewed, and only then closed', async () => {
    const { body: made } = await report(emma, { impact: 'site', urgency: 'high' })
    const path = `/api/incidents/${made.id}`
    await finn.post(`${path}/take`)
    expect((await finn.post(`${path}/command`)).status).toBe(403)
    expect((await rosa.post(`${path}/command`)).body.commander).toBe(rosa.id)
    const cancelled = await emma.post(`${path}/cancel`, { reason: 'It works again.' })
    expect(cancelled.body).toMatchObject({ code: 'CRITICAL_STAYS', source: app.citation(4, '| cancel |') })
    const review = {
      incident: made.id,
      what_happened: 'The disk was full.',
      why: 'Logs grew.',
      prevention: 'Logs are cut.',
    }
    const early = await finn.post('/api/reviews', review)
    expect(early.body).toMatchObject({ code: 'TOO_EARLY_TO_REVIEW' })
    await rosa.post(`${path}/resolve`, { solution: 'Space made.', cause: 'software' })
    const open = await rosa.post(`${path}/close`)
    expect(open.status).toBe(409)
    expect(open.body).toMatchObject({
      code: 'NOT_REVIEWED',
      source: app.citation(5, '| Critical incidents are reviewed |'),
    })
    const written = await finn.post('/api/reviews', review)
    expect(written.status).toBe(201)
    expect((await finn.patch(`/api/reviews/${written.body.id}`, { done: true })).status).toBe(422)
    await rosa.patch(`/api/reviews/${written.body.id}`, { done: true })
    expect((await rosa.post(`${path}/close`)).body.status).toBe('closed')
    const after = await emma.post('/api/updates', { incident: made.id, text: 'Thank you!', public: true })
    expect(after.body).toMatchObject({ code: 'INCIDENT_CLOSED' })
  })

  test('is not led when it is none', async () => {
    const { status, body } = await rosa.post(`${await reported()}/command`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'NOT_CRITICAL', detail: 'Only critical incidents have a commander.' })
  })
})

describe('how services stand', () => {
  test('is seen without an account, and no more than that', async () => {
    const anyone = callerAt(app.url)
    const { body } = await anyone.get('/api/services?sort=name')
    const network = body.items.find(({ name }: { name: string }) => name === 'Network')
    expect(network).toMatchObject({ troubled: true })
    expect(network).not.toHaveProperty('group')
    expect(body.items.find(({ name }: { name: string }) => name === 'Printing')).toMatchObject({ troubled: false })
    expect((await anyone.get('/api/incidents')).status).toBe(401)
  })

  test('groups never pass incidents round in a circle', async () => {
    const last = await app.find(rosa, '/api/support-groups', 'name == "Applications"')
    const first = await app.find(rosa, '/api/support-groups', 'name == "Service desk"')
    const { status, body } = await rosa.patch(`/api/support-groups/${last.id}`, { next: first.id })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'CIRCLE', source: app.citation(5, '| No group passes on to itself |') })
  })
})

describe('later', () => {
  test('a solution is disputed for five days', async () => {
    const path = await reported()
    await rosa.post(`${path}/assign`, { responder: finn.id })
    await finn.post(`${path}/resolve`, { solution: 'Restarted.', cause: 'software' })
    app.moveClock(4 * DAY)
    const again = await (await app.as('emma.nilsson')).post(`${path}/reopen`, { reason: 'Slow again.' })
    expect(again.body).toMatchObject({ status: 'new', assignee: null, resolved_at: null })
    await (await app.as('finn.berger')).post(`${path}/take`)
    await (await app.as('finn.berger')).post(`${path}/resolve`, { solution: 'More memory.', cause: 'hardware' })
    app.moveClock(10 * DAY)
    const late = await (await app.as('emma.nilsson')).post(`${path}/reopen`, { reason: 'Slow again.' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'TOO_LATE_TO_REOPEN', source: app.citation(4, '| reopen |') })
  })
})

function report(caller: Caller, fields: object) {
  return caller.post('/api/incidents', {
    title: 'Mail is slow',
    description: 'Each mail takes a minute to open, since this morning.',
    service: mail,
    ...fields,
  })
}

/** Path of a new incident of low severity. */
async function reported(): Promise<string> {
  const { body } = await report(emma, { urgency: 'low' })
  return `/api/incidents/${body.id}`
}

function idOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}
