// The seed document runs as it is: a home page, the not-found page, and what is known of it over HTTP. Nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { startDesk } from '../apps/people-app.ts'
import type { Desk } from '../apps/people-app.ts'

let desk: Desk

beforeAll(async () => {
  desk = await startDesk({ document: readShipped('seed'), sample: undefined })
})

afterAll(() => desk.close())

describe('the seed document', { tags: 'reference/what-is-not-known' }, () => {
  test('has a home page', async () => {
    expect(await page('/')).toMatchObject({ status: 200 })
  })

  test.each([
    '/404',
    '/tickets',
    '/people',
    '/sign-up/x',
    '/index.html',
    '/..%2f..%2fetc/passwd',
    '/TICKETS',
    '/nothing/at/all',
  ])('%s is the not-found page, with its status', async (path) => {
    expect(await page(path)).toMatchObject({ status: 404 })
  })

  test('says what is known and what is not at /api/spec', async () => {
    const { status, text } = await page('/api/spec')
    expect(status).toBe(200)
    const spec = JSON.parse(text) as { name: string; unknowns: { point: number }[] }
    expect(spec.name).toBe('web application with a client-side interface')
    const points = new Set(spec.unknowns.map((unknown) => unknown.point))
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((point) => !points.has(point))).toEqual([])
  })

  test('lives, is ready, and describes itself', async () => {
    expect((await page('/api/health/live')).status).toBe(200)
    expect((await page('/api/health/ready')).status).toBe(200)
    const { status, text } = await page('/api/openapi.json')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  })

  test.each(['/api', '/api/', '/api/tickets', '/api/people/x', '/api/nothing', '/api/spec/x'])(
    '%s is not found, as a problem',
    async (path) => {
      const { status, type } = await page(path)
      expect(status).toBe(404)
      expect(type).toMatch(/^application\/problem\+json/)
    },
  )
})

async function page(path: string): Promise<{ readonly status: number; readonly text: string; readonly type: string }> {
  const answer = await fetch(desk.url + path, {
    headers: { accept: path.startsWith('/api') ? 'application/json' : 'text/html' },
  })
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') ?? '' }
}
