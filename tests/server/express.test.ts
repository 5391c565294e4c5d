// Express stands in front of every request: calls, assets, pages and what does not exist.
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { HELPDESK } from '../apps/helpdesk.ts'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

/** Express hands each request to this method; its types leave it out. */
type Handle = (this: unknown, incoming: IncomingMessage, ...others: unknown[]) => unknown

let helpdesk: TestApp
beforeAll(async () => {
  helpdesk = await startApp(HELPDESK)
})
afterAll(() => helpdesk.stop())

describe('every request passes Express', () => {
  test.each([
    ['/api/openapi.json', 200],
    ['/api', 404],
    ['/api?page=2', 404],
    ['/api/nothing', 404],
    ['/', 200],
    ['/nothing', 404],
    ['/apix', 404],
    ['/API/openapi.json', 404],
  ])('%s', async (path, status) => {
    const app: Express & { handle?: Handle } = createApp(helpdesk.dependencies)
    const passed: (string | undefined)[] = []
    const handle = app.handle
    app.handle = function (incoming, ...others) {
      passed.push(incoming.url)
      return handle?.call(this, incoming, ...others)
    }
    const answer = await request(createServer(app)).get(path)
    expect(answer.status).toBe(status)
    expect(passed).toEqual([path])
    expect(answer.headers['x-powered-by']).toBeUndefined()
    const isCall = /^\/api(?:[/?]|$)/.test(path)
    expect(answer.headers['content-type']).toMatch(isCall ? /json/ : /html/)
  })

  test('the API answers at its whole address, with its query', async () => {
    const customer = await helpdesk.as('Customer')
    const { body } = await customer.get('/api/tickets?limit=1&fields=id')
    expect(body.items).toEqual([])
  })
})
