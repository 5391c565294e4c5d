// The shipped Todo-Backend, asked what the specification of that project asks, from a page of another origin.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../helpers/start-app.ts'
import { startApp } from '../helpers/start-app.ts'
import { readShippedFile } from './shipped.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(readShippedFile('todo-backend.md'))
})
afterAll(() => app.stop())

const ROOT = '/api/todos'
const PAGE = { Origin: 'https://todobackend.com', 'Sec-Fetch-Site': 'cross-site' }
const post = (body: object) => app.anyone.post(ROOT).set(PAGE).send(body)
const pathOf = (url: string) => new URL(url).pathname

describe('the root', () => {
  test('lets pages of any origin call, without credentials', async () => {
    const { status, headers } = await app.anyone
      .options(ROOT)
      .set({ ...PAGE, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' })
    expect(status).toBeLessThan(300)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toMatch(/POST/)
    expect(headers['access-control-allow-headers']).toBe('content-type')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect((await app.anyone.get(ROOT).set(PAGE)).headers['access-control-allow-origin']).toBe('*')
  })

  test('answers a POST with the to-do', async () => {
    const { status, body } = await post({ title: 'a todo' })
    expect([status, body.title]).toEqual([201, 'a todo'])
  })

  test('is empty after a DELETE', async () => {
    expect((await app.anyone.delete(ROOT).set(PAGE)).status).toBe(204)
    const { status, body } = await app.anyone.get(ROOT).set(PAGE)
    expect([status, body]).toEqual([200, []])
  })
})

describe('a new to-do', () => {
  test('stands in the list, is not done, and has an address that answers', async () => {
    await app.anyone.delete(ROOT)
    const created = (await post({ title: 'walk the dog' })).body
    const { body: list } = await app.anyone.get(ROOT).set(PAGE)
    expect(list).toHaveLength(1)
    expect([list[0].title, list[0].completed]).toEqual(['walk the dog', false])
    expect(list[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/todos\/[0-9a-f-]{36}$/)
    expect(list[0].url).toBe(created.url)
    expect((await app.anyone.get(pathOf(created.url))).body).toEqual(created)
  })

  test('can have an order, and needs a title', async () => {
    expect((await post({ title: 'blah', order: 523 })).body.order).toBe(523)
    expect((await post({ order: 1 })).status).toBe(422)
  })
})

describe('a to-do', () => {
  test('is changed by what is given, here and in the list', async () => {
    await app.anyone.delete(ROOT)
    const path = pathOf((await post({ title: 'initial title', order: 10 })).body.url)
    const patch = (body: object) => app.anyone.patch(path).set(PAGE).send(body)
    expect((await patch({ title: 'bathe the cat' })).body.title).toBe('bathe the cat')
    expect((await patch({ completed: true })).body.completed).toBe(true)
    expect((await patch({ order: 95 })).body.order).toBe(95)
    expect((await patch({ title: 'changed title', completed: false })).body).toMatchObject({
      title: 'changed title',
      completed: false,
      order: 95,
    })
    expect((await app.anyone.get(ROOT)).body).toEqual([(await app.anyone.get(path)).body])
  })

  test('is gone when it was deleted', async () => {
    const path = pathOf((await post({ title: 'to go' })).body.url)
    expect((await app.anyone.delete(path).set(PAGE)).status).toBe(204)
    expect((await app.anyone.get(path)).status).toBe(404)
  })
})
