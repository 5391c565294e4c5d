// What refers to something, and what it refers to, written at the same time: nothing is left that leads nowhere.
// @module-tag R09
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { WORKS } from './document.ts'
import type { Send } from './parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs } from './parallel.ts'

let app: TestApp
let send: Send

beforeAll(async () => {
  app = await startApp(WORKS)
  send = sendAs(app, await app.as('Worker'))
})
afterAll(() => app.stop())

async function create(path: string, body: object): Promise<string> {
  return String((await send('POST', `/api/${path}`, body)).body['id'])
}

describe('a record that is deleted while others come to refer to it', () => {
  test('is either gone, and nobody refers to it, or still there', async () => {
    const ends = new Set<number>()
    for (let round = 0; round < 20; round += 1) {
      const place = await create('places', { title: 'Yard' })
      const made = round % 2 === 0 ? [] : [await create('tasks', { title: 'Sweep' })]
      // Each round deletes it later among the others: before them, at once, or when some of them are answered.
      const toAnswer = (round % 5) - 1
      let answered = 0
      const { promise: someAnswered, resolve } = Promise.withResolvers<void>()
      const { promise: isDeleted, resolve: tell } = Promise.withResolvers<void>()
      const refer = (index: number) => {
        const [task] = made
        return task === undefined
          ? send('POST', '/api/tasks', { title: 'Sweep', place })
          : send('PATCH', `/api/tasks/${task}`, { place, tally: index })
      }
      const answers = await parallel(20, async (index) => {
        if (index === 0) {
          if (toAnswer > 0) await someAnswered
          return send('DELETE', `/api/places/${place}`).finally(tell)
        }
        if (toAnswer < 0) await isDeleted
        const answer = await refer(index)
        answered += 1
        if (answered === toAnswer) resolve()
        return answer
      })
      const deleted = answers[0]?.status ?? 0
      ends.add(deleted)
      const filter = encodeURIComponent(`place.id == "${place}"`)
      const referring = itemsOf(await send('GET', `/api/tasks?filter=${filter}`))
      const there = (await send('GET', `/api/places/${place}`)).status
      expect([deleted, there, referring.length > 0]).toEqual(deleted === 204 ? [204, 404, false] : [409, 200, true])
      for (const { body } of answers.filter(({ status }) => status === 422))
        expect(body).toMatchObject({ errors: [{ field: 'place', code: 'not_found' }] })
    }
    expect(ends).toEqual(new Set([204, 409]))
  })

  test('takes along all that goes with it, also what came a moment before', async () => {
    for (let round = 0; round < 10; round += 1) {
      const project = await create('projects', { title: 'Fence', budget: '1000.00' })
      const answers = await parallel(20, (index) =>
        index === 10
          ? send('DELETE', `/api/projects/${project}`)
          : send('POST', '/api/expenses', { project, amount: '1.00' }),
      )
      expect(answers[10]?.status).toBe(204)
      const counts = countStatuses(answers)
      expect((counts['201'] ?? 0) + (counts['422'] ?? 0)).toBe(19)
      for (const { status, body } of answers)
        if (status === 201) expect((await send('GET', `/api/expenses/${String(body['id'])}`)).status).toBe(404)
    }
  })
})
