// The tutorial's document is sound after each step, is published on the data of the step before, and does what the page says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import request from 'supertest'
import { compile } from '#shared/compile.ts'
import type { Model } from '#shared/model/model.ts'
import { readShippedFile } from '../documents/shipped.ts'
import { startApp } from '../apps/start-app.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { saidOf } from './examples.ts'
import { readTutorial } from './tutorial.ts'

const steps = readTutorial()

test('takes seven steps', () => {
  expect(steps.map(({ heading }) => heading)).toEqual([
    'Start with nothing',
    'The first record',
    'What belongs together',
    'Who may do what',
    'What happens to a loan',
    'What must hold',
    'For whom',
  ])
})

describe('sound', () => {
  test.each(steps)('after "$heading"', ({ document }) => {
    expect(saidOf(document)).toEqual([])
  })

  test('nothing is known at the beginning, all but the calls at the end', () => {
    const [first, last] = [steps[0], steps.at(-1)].map((step) => compile(step?.document ?? '').unknowns)
    expect(first).toHaveLength(9)
    expect(last?.map(({ name }) => name)).toEqual(['Point 7'])
  })
})

describe('what the page says one sees', () => {
  let app: TestApp
  let administrator: Caller
  let title: string
  let copy: string
  let loan: string
  let member: Caller
  let librarian: Caller

  beforeAll(async () => {
    app = await startApp(steps[0]?.document ?? '')
    administrator = await app.as('Administrator')
  })
  afterAll(() => app.stop())

  test('the first record, once its number has 13 digits', async () => {
    await publish('The first record')
    const dune = { name: 'Dune', author: 'Frank Herbert', genre: 'novel' }
    const refused = await administrator.post('/api/titles', { ...dune, isbn: '978-0441013593' })
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'isbn'])
    title = await create(administrator, '/api/titles', { ...dune, isbn: '9780441013593' })
    expect((await administrator.get('/api/titles?search=du')).body.items).toMatchObject([{ name: 'Dune' }])
  })

  test('a copy, a loan for three weeks, and one free copy less', async () => {
    await publish('What belongs together')
    copy = await create(administrator, '/api/copies', { title, shelf: 'A 1' })
    expect((await administrator.get(`/api/copies/${copy}`)).body.barcode).toBe('C-00001')
    expect((await administrator.get(`/api/titles/${title}`)).body.free_copies).toBe(1)
    loan = await create(administrator, '/api/loans', { copy, member: administrator.id })
    expect((await administrator.get(`/api/loans/${loan}`)).body).toMatchObject({
      borrowed_on: '2026-11-21',
      due_on: '2026-12-12',
    })
    expect((await administrator.get(`/api/titles/${title}`)).body.free_copies).toBe(0)
  })

  test('members see their own loans only, and create nothing', async () => {
    await publish('Who may do what')
    ;[member, librarian] = [await app.as('Member'), await app.as('Librarian')]
    expect((await member.get('/api/loans')).body.items).toEqual([])
    expect((await member.get('/api/titles')).body.items).toMatchObject([{ name: 'Dune' }])
    expect((await member.post('/api/titles', { name: 'Emma' })).status).toBe(403)
    const second = await create(librarian, '/api/copies', { title, shelf: 'A 1' })
    await create(librarian, '/api/loans', { copy: second, member: member.id })
    expect((await member.get('/api/loans')).body.items).toMatchObject([{ member: member.id }])
  })

  test('a loan is renewed twice, reminded of, and taken back by a librarian', async () => {
    await publish('What happens to a loan')
    expect((await librarian.get(`/api/loans/${loan}`)).body).toMatchObject({ status: 'out', renewals: 0 })
    for (const status of [200, 200, 409]) expect((await librarian.post(`/api/loans/${loan}/renew`)).status).toBe(status)
    const [own] = (await member.get('/api/loans')).body.items
    expect((await member.post(`/api/loans/${own.id}/take-back`)).status).toBe(403)
    expect((await member.post(`/api/loans/${own.id}/renew`)).status).toBe(200)
    const waits = await member.get(`/api/system/timers?entity=Loan&record=${own.id}`)
    expect(waits.body.items).toMatchObject([{ name: 'remind' }])
    await librarian.post(`/api/loans/${loan}/take-back`).expect(200)
    expect((await librarian.get(`/api/loans/${loan}`)).body).toMatchObject({ returned_on: '2026-11-21' })
  })

  test('a copy is lent to one person at a time', async () => {
    await publish('What must hold')
    await create(librarian, '/api/loans', { copy, member: member.id })
    const refused = await librarian.post('/api/loans', { copy, member: librarian.id })
    expect([refused.status, refused.body.detail]).toEqual([409, 'Somebody has this copy.'])
    expect(refused.body.source.text).toContain('One reader at a time')
    await publish('For whom')
  })

  async function publish(heading: string): Promise<void> {
    const document = steps.find((step) => step.heading === heading)?.document
    const call = request(app.server).put('/api/system/document').set('Authorization', `Bearer ${administrator.token}`)
    const { status, body } = await call.set('Content-Type', 'text/markdown').send(document)
    expect([status, body.conflicts ?? []]).toEqual([200, []])
  }

  async function create(caller: Caller, path: string, body: object): Promise<string> {
    const created = await caller.post(path, body)
    expect([created.status, created.body.errors]).toEqual([201, undefined])
    return created.body.id
  }
})

test('library.md is this document, grown', () => {
  const [small, grown] = [steps.at(-1)?.document ?? '', readShippedFile('library.md')].map(namesIn)
  expect(small?.filter((name) => !grown?.includes(name))).toEqual([])
})

/** Entities with their fields, transitions and roles. */
function namesIn(document: string): readonly string[] {
  const { model } = compile(document)
  if (model === undefined) throw new Error('the document does not compile')
  return [...entitiesOf(model), ...[...model.roles.keys()].map((role) => `role ${role}`)]
}

function entitiesOf({ entities }: Model): readonly string[] {
  return [...entities].flatMap(([entity, { fields }]) => [
    entity,
    ...[...fields.keys()].map((field) => `${entity}.${field}`),
  ])
}
