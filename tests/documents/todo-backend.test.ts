// The shipped Todo-Backend passes the public specification of that project, in a page of another origin.
//
// The cases and their names are those of js/specs.js in github.com/TodoBackend/todo-backend-js-spec (MIT), as of commit 1de769b6; they are
// written anew here, since that suite loads mocha and its libraries into a page by hand and is no package.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserPath, openVisitor, sharedBrowser } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import type { TestApp } from '../apps/start-app.ts'
import { startApp, urlOf } from '../apps/start-app.ts'
import { readShippedFile } from './shipped.ts'

interface Todo {
  readonly title: string
  readonly completed: boolean
  readonly order: number | null
  readonly url: string
}

let app: TestApp
let root: string
beforeAll(async () => {
  app = await startApp(readShippedFile('todo-backend.md'))
  root = `${urlOf(app)}/api/todos`
})
afterAll(() => app.stop())

describe.skipIf(browserPath === undefined)('the Todo-Backend API', () => {
  let elsewhere: Server
  let visitor: Visitor

  beforeAll(async () => {
    elsewhere = createServer((_, response) => response.end('<!doctype html><title>Todo-Backend specification</title>'))
    await new Promise<void>((resolve) => elsewhere.listen(0, 'localhost', resolve))
    const address = elsewhere.address()
    const origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
    visitor = await openVisitor(await sharedBrowser(), origin)
    await visitor.page.goto(origin)
  })
  afterAll(async () => {
    await visitor?.context.close()
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  /**
   * Sends a request as the specification's page does. Throws unless the browser lets it through with a status of
   * success.
   */
  async function send(method: string, url: string, body?: object): Promise<string> {
    const answer = await within(visitor.page, { method, url, body: body && JSON.stringify(body) })
    if (answer.status < 200 || answer.status > 299) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`)
    return answer.text
  }
  const sendForTodo = async (method: string, url: string, body?: object) =>
    JSON.parse(await send(method, url, body)) as Todo
  const get = (url: string) => sendForTodo('GET', url)
  const getRoot = async () => JSON.parse(await send('GET', root)) as readonly Todo[]
  const postRoot = (body: object) => sendForTodo('POST', root, body)
  const patch = (url: string, body: object) => sendForTodo('PATCH', url, body)
  const createFresh = async (given: object = {}) => (await postRoot({ title: 'blah', ...given })).url

  describe('the pre-requisites', () => {
    test('the api root responds to a GET (i.e. the server is up and accessible, CORS headers are set up)', async () => {
      expect(await getRoot()).toBeInstanceOf(Array)
    })

    test('the api root responds to a POST with the todo which was posted to it', async () => {
      expect(await postRoot({ title: 'a todo' })).toHaveProperty('title', 'a todo')
    })

    test('the api root responds successfully to a DELETE', async () => {
      expect(await send('DELETE', root)).toBe('')
    })

    test('after a DELETE the api root responds to a GET with a JSON representation of an empty array', async () => {
      await postRoot({ title: 'to go' })
      await send('DELETE', root)
      expect(await getRoot()).toEqual([])
    })
  })

  describe('storing new todos by posting to the root url', () => {
    beforeEach(() => send('DELETE', root))

    /** The one that was answered, and the one in the list. */
    const created = async () => [await postRoot({ title: 'blah' }), ...(await getRoot())]

    test('adds a new todo to the list of todos at the root url', async () => {
      await postRoot({ title: 'walk the dog' })
      expect((await getRoot()).map(({ title }) => title)).toEqual(['walk the dog'])
    })

    test('sets up a new todo as initially not completed', async () => {
      expect((await created()).map(({ completed }) => completed)).toEqual([false, false])
    })

    test('each new todo has a url', async () => {
      const [answered, listed] = await created()
      expect(answered?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/todos\/[0-9a-f-]{36}$/)
      expect(listed?.url).toBe(answered?.url)
    })

    test('each new todo has a url, which returns a todo', async () => {
      const { url } = await postRoot({ title: 'my todo' })
      expect(await get(url)).toHaveProperty('title', 'my todo')
    })
  })

  describe('working with an existing todo', () => {
    beforeEach(() => send('DELETE', root))

    test('can navigate from a list of todos to an individual todo via urls', async () => {
      await Promise.all([postRoot({ title: 'todo the first' }), postRoot({ title: 'todo the second' })])
      const list = await getRoot()
      expect(list).toHaveLength(2)
      expect(await get(list[0]!.url)).toEqual(list[0])
    })

    test("can change the todo's title by PATCHing to the todo's url", async () => {
      const url = await createFresh({ title: 'initial title' })
      expect(await patch(url, { title: 'bathe the cat' })).toHaveProperty('title', 'bathe the cat')
    })

    test("can change the todo's completedness by PATCHing to the todo's url", async () => {
      expect(await patch(await createFresh(), { completed: true })).toHaveProperty('completed', true)
    })

    test('changes to a todo are persisted and show up when re-fetching the todo', async () => {
      const patched = await patch(await createFresh(), { title: 'changed title', completed: true })
      const [fetched, list] = await Promise.all([get(patched.url), getRoot()])
      expect(list).toHaveLength(1)
      for (const todo of [fetched, list[0]]) expect(todo).toMatchObject({ title: 'changed title', completed: true })
    })

    test("can delete a todo making a DELETE request to the todo's url", async () => {
      await send('DELETE', await createFresh())
      expect(await getRoot()).toEqual([])
    })
  })

  describe('tracking todo order', () => {
    test('can create a todo with an order field', async () => {
      expect(await postRoot({ title: 'blah', order: 523 })).toHaveProperty('order', 523)
    })

    test('can PATCH a todo to change its order', async () => {
      expect(await patch(await createFresh({ order: 10 }), { order: 95 })).toHaveProperty('order', 95)
    })

    test("remembers changes to a todo's order", async () => {
      const patched = await patch(await createFresh({ order: 10 }), { order: 95 })
      expect(await get(patched.url)).toHaveProperty('order', 95)
    })
  })

  test('the page had nothing to complain of', () => {
    expect(visitor.complaints.filter((each) => !each.includes('favicon'))).toEqual([])
  })
})

interface Sent {
  readonly method: string
  readonly url: string
  readonly body?: string | undefined
}

async function within(page: Page, sent: Sent): Promise<{ readonly status: number; readonly text: string }> {
  return page.evaluate(async ({ method, url, body }: Sent) => {
    const headers = body === undefined ? undefined : { 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method, ...(headers && { headers, body }) })
    return { status: answer.status, text: await answer.text() }
  }, sent)
}

describe('beyond the specification', () => {
  const PAGE = { Origin: 'https://todobackend.com', 'Sec-Fetch-Site': 'cross-site' }
  const post = (body: object) => app.anyone.post('/api/todos').set(PAGE).send(body)

  test('pages of any origin call without credentials', async () => {
    const { status, headers } = await app.anyone
      .options('/api/todos')
      .set({ ...PAGE, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' })
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toBe('GET, POST, DELETE')
    expect(headers['access-control-allow-headers']).toBe('content-type')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('a to-do needs a title, and is gone when it was deleted', async () => {
    expect((await post({ order: 1 })).status).toBe(422)
    const { status, body } = await post({ title: 'to go' })
    expect(status).toBe(201)
    const path = new URL(body.url).pathname
    expect((await app.anyone.delete(path).set(PAGE)).status).toBe(204)
    expect((await app.anyone.get(path)).status).toBe(404)
  })
})
