// Equal keys at the same time: exactly one record gets them, and the others are refused in the words of the catalogue.
// @module-tag R03
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { WORKS } from './document.ts'
import type { Answer, Send } from './parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs, untilTaken } from './parallel.ts'

let app: TestApp
let send: Send

beforeAll(async () => {
  app = await startApp(WORKS)
  send = untilTaken(sendAs(app, await app.as('Worker')))
})
afterAll(() => app.stop())

function expectTaken(answers: readonly Answer[], fields: readonly string[]): void {
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body).toMatchObject({ code: 'conflict', errors: fields.map((field) => ({ field, code: 'taken' })) })
}

describe('five hundred records with one unique value at once', () => {
  test('one is made, 499 are refused', { tags: 'reference/limits' }, async () => {
    const answers = await parallel(500, () => send('POST', '/api/tasks', { title: 'Paint', code: 'one' }))
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 499 })
    expectTaken(answers, ['code'])
  })

  test('values that differ in how letters are composed, or in blanks around them, are one', async () => {
    const variants = ['Caf\u00e9', 'Cafe\u0301', ' Caf\u00e9', 'Cafe\u0301\t', '\u00a0Caf\u00e9 ']
    const answers = await parallel(500, (index) =>
      send('POST', '/api/tasks', { title: 'Paint', code: variants[index % variants.length] }),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 499 })
    expect(answers.find(({ status }) => status === 201)?.body['code']).toBe('Caf\u00e9')
  })

  test('values that differ in case, in inner blanks or in width are different', async () => {
    const variants = ['Bar 1', 'bar 1', 'BAR 1', 'Bar  1', '\uff22ar 1', 'Bar \u2460']
    const answers = await parallel(300, (index) =>
      send('POST', '/api/tasks', { title: 'Paint', code: variants[index % variants.length] }),
    )
    expect(countStatuses(answers)).toEqual({ 201: variants.length, 409: 300 - variants.length })
  })

  test('fields that are unique together', async () => {
    const answers = await parallel(500, (index) =>
      send('POST', '/api/tasks', { title: 'Paint', room: index % 2 ? 'Gr\u00fcn' : 'Gru\u0308n', slot: 1 }),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 499 })
    expectTaken(answers, ['room', 'slot'])
    // An empty part is equal to nothing.
    expect(
      countStatuses(await parallel(10, () => send('POST', '/api/tasks', { title: 'Paint', room: 'Gr\u00fcn' }))),
    ).toEqual({
      201: 10,
    })
  })
})

test('fifty records that are changed to one value at once: one gets it', async () => {
  const made = await parallel(50, (index) => send('POST', '/api/tasks', { title: 'Paint', code: `own ${index}` }))
  const answers = await parallel(50, (index) =>
    send('PATCH', `/api/tasks/${String(made[index]?.body['id'])}`, { code: 'wanted' }),
  )
  expect(countStatuses(answers)).toEqual({ 200: 1, 409: 49 })
})

test('a value of the trash that is taken anew and restored at once belongs to one record', async () => {
  for (let round = 0; round < 10; round += 1) {
    const code = `returned ${round}`
    const { body } = await send('POST', '/api/tasks', { title: 'Paint', code })
    await send('DELETE', `/api/tasks/${String(body['id'])}`)
    const answers = await parallel(20, (index) =>
      index % 2 === 0
        ? send('POST', '/api/tasks', { title: 'Paint', code })
        : send('POST', `/api/tasks/${String(body['id'])}/restore`),
    )
    const won = answers.filter(({ status }) => status === 200 || status === 201)
    expect(won).toHaveLength(1)
    const filter = encodeURIComponent(`code == "${code}"`)
    expect(itemsOf(await send('GET', `/api/tasks?filter=${filter}`))).toHaveLength(1)
  }
})
