// The helpdesk over HTTP: records under rights.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'

const helpdesk = readFileSync(new URL('../../../shared/documents/helpdesk.md', import.meta.url), 'utf8')
let app: TestApp

beforeAll(async () => {
  app = await startApp(helpdesk)
})
afterAll(() => app.stop())

describe('a customer', () => {
  test('reports a problem and reads it back', async () => {
    const customer = await app.as('Customer')
    const created = await customer.post('/api/tickets', { subject: 'Printer', description: 'It does not print.' })
    expect(created.body).toMatchObject({ number: 'HD-00001', status: 'new', priority: 'normal', requester: customer.id })
    expect(created.status).toBe(201)
    const read = await customer.get(created.headers['location'] ?? '')
    expect(read.status).toBe(200)
    expect(read.body).toEqual(created.body)
  })
})
