// Rules over several records, under writes at the same time: at no commit are they broken.
// @module-tag R04
// @module-tag R05
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { WORKS } from './document.ts'
import type { Answer, Send } from './parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs, untilTaken, watchWhile } from './parallel.ts'

let app: TestApp
let send: Send

beforeAll(async () => {
  app = await startApp(WORKS)
  send = untilTaken(sendAs(app, await app.as('Worker')))
})
afterAll(() => app.stop())

describe('at most three at once per requester', () => {
  let requester: Caller
  let number = 0

  beforeEach(async () => {
    number += 1
    requester = await app.as('', `Requester ${number}`)
  })

  async function countOpen(): Promise<number> {
    const filter = encodeURIComponent(`requester.id == "${requester.id}" and state != "closed"`)
    return Number((await send('GET', `/api/tasks?filter=${filter}&count=exact&limit=1`)).body['count'])
  }

  /** All of it at once, while it is counted again and again. */
  async function race(count: number, run: (index: number) => Promise<Answer>): Promise<readonly Answer[]> {
    const running = parallel(count, run)
    const seen = await watchWhile(running, countOpen)
    expect(Math.max(...seen)).toBeLessThanOrEqual(3)
    return running
  }

  async function create(values: object = {}): Promise<string> {
    const { status, body } = await send('POST', '/api/tasks', { title: 'Paint', ...values })
    expect(status).toBe(201)
    return `/api/tasks/${String(body['id'])}`
  }

  test(
    'a hundred new ones: three are made, the others are refused by the rule',
    { tags: 'reference/point-5-validation-rules' },
    async () => {
      const answers = await race(100, () => send('POST', '/api/tasks', { title: 'Paint', requester: requester.id }))
      expect(countStatuses(answers)).toEqual({ 201: 3, 409: 97 })
      for (const { body } of answers.filter(({ status }) => status === 409))
        expect(body).toMatchObject({ code: 'TOO_MANY', detail: 'Three tasks at once are enough.' })
    },
  )

  test('a hundred that are given to one person by an update', async () => {
    const paths = await parallel(100, () => create())
    const answers = await race(100, (index) => send('PATCH', paths[index] ?? '', { requester: requester.id }))
    expect(countStatuses(answers)).toEqual({ 200: 3, 409: 97 })
  })

  test('fifty that are reopened', async () => {
    const paths = await parallel(50, () => create())
    await parallel(50, (index) => send('POST', `${paths[index]}/close`, {}))
    await parallel(50, (index) => send('PATCH', paths[index] ?? '', { requester: requester.id }))
    expect(await countOpen()).toBe(0)
    const answers = await race(50, (index) => send('POST', `${paths[index]}/reopen`, {}))
    expect(countStatuses(answers)).toEqual({ 200: 3, 409: 47 })
  })

  test('fifty that come back from the trash', async () => {
    const paths: string[] = []
    for (let index = 0; index < 50; index += 1) {
      const path = await create({ requester: requester.id })
      await send('DELETE', path)
      paths.push(path)
    }
    const answers = await race(50, (index) => send('POST', `${paths[index]}/restore`))
    expect(countStatuses(answers)).toEqual({ 200: 3, 409: 47 })
  })

  test('those that come back along with something else', async () => {
    const batches = await parallel(10, async () => (await send('POST', '/api/batches', { title: 'B' })).body['id'])
    for (const batch of batches) {
      await parallel(2, () => create({ requester: requester.id, batch }))
      await send('DELETE', `/api/batches/${String(batch)}`)
    }
    expect(await countOpen()).toBe(0)
    const answers = await race(10, (index) => send('POST', `/api/batches/${String(batches[index])}/restore`))
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 9 })
    expect(await countOpen()).toBe(2)
  })

  test('all of these together', async () => {
    const closed = await create({ requester: requester.id })
    await send('POST', `${closed}/close`, {})
    const trashed = await create({ requester: requester.id })
    await send('DELETE', trashed)
    const other = await create()
    const answers = await race(100, (index) => {
      if (index % 4 === 0) return send('POST', '/api/tasks', { title: 'Paint', requester: requester.id })
      if (index % 4 === 1) return send('POST', `${closed}/${index % 8 === 1 ? 'reopen' : 'close'}`, {})
      if (index % 4 === 2) return index % 8 === 2 ? send('POST', `${trashed}/restore`) : send('DELETE', trashed)
      return send('PATCH', other, { requester: index % 8 === 3 ? requester.id : null })
    })
    expect(answers.some(({ body }) => body['code'] === 'TOO_MANY')).toBe(true)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })
})

describe('a budget', () => {
  test('is never spent twice, even when others change amounts or the budget itself', async () => {
    const project = String((await send('POST', '/api/projects', { title: 'House', budget: '100.00' })).body['id'])
    const expenses = await parallel(20, async () => {
      const { status, body } = await send('POST', '/api/expenses', { project, amount: '4.00' })
      expect(status).toBe(201)
      return String(body['id'])
    })
    const look = async () => {
      const listed = itemsOf(await send('GET', `/api/expenses?expand=project&limit=1000`))
      const mine = listed.filter((each) => (each['project'] as { readonly id: string }).id === project)
      const spent = mine.reduce((sum, each) => sum + Math.round(Number(each['amount']) * 100), 0)
      const budget = (mine[0]?.['project'] as { readonly budget: string } | undefined)?.budget ?? '0'
      return { spent, budget: Math.round(Number(budget) * 100) }
    }
    const running = parallel(200, (index) => {
      if (index % 5 === 0) return send('POST', '/api/expenses', { project, amount: '3.33' })
      if (index % 5 === 1) return send('PATCH', `/api/projects/${project}`, { budget: `${80 + (index % 40)}.00` })
      return send('PATCH', `/api/expenses/${expenses[index % 20]}`, { amount: `${(index * 37) % 19}.01` })
    })
    const seen = await watchWhile(running, look)
    for (const { spent, budget } of seen) expect(spent).toBeLessThanOrEqual(budget)
    const counts = countStatuses(await running)
    expect(Object.keys(counts).every((status) => ['200', '201', '409'].includes(status))).toBe(true)
    expect(counts['409']).toBeGreaterThan(0)
  })

  test('fifty expenses of which two fit: two are made', async () => {
    const project = String((await send('POST', '/api/projects', { title: 'Shed', budget: '10.00' })).body['id'])
    const answers = await parallel(50, () => send('POST', '/api/expenses', { project, amount: '4.00' }))
    expect(countStatuses(answers)).toEqual({ 201: 2, 409: 48 })
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'OVER_BUDGET' })
  })
})
