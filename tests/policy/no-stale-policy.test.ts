// No request that is started after a grant was taken is decided by what was before, however many are under way meanwhile.
// @module-tag P16
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishDocument } from '../../server/document/publish-document.ts'
import { HELPDESK, TICKET } from '../apps/helpdesk.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const fromFile = (text: string) => ({ text, file: 'test.md', isFromFile: true, by: null })

/** How many requests are sent while something is taken away depends on how long that takes. */
const DOCUMENT = HELPDESK.replace('| requests | 300 per minute |', '| requests | 1,000,000 per minute |')

/** Number of requests that are always under way. */
const AT_ONCE = 12
const BEFORE = 60
const AFTER = 120

let app: TestApp
let administrator: Caller
let count = 0
let agent: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  administrator = await app.as('Administrator')
  const customer = await app.as('Customer')
  for (let at = 0; at < 10; at++) await customer.post('/api/tickets', TICKET)
})
beforeEach(async () => {
  agent = await app.as('Agent', `Agent ${++count}`)
})
afterAll(() => app.stop())

/** Asks without pause while something is taken away; of each answer, whether it was asked for after that was done. */
async function askAllTheWhile(
  ask: () => PromiseLike<{ readonly status: number; readonly body: unknown }>,
  take: () => Promise<void>,
): Promise<readonly { readonly isAfter: boolean; readonly status: number; readonly body: unknown }[]> {
  const answers: { isAfter: boolean; status: number; body: unknown }[] = []
  let isTaken = false
  let started = 0
  const isEnough = (): boolean => answers.filter(({ isAfter }) => isAfter).length >= AFTER
  const asking = Array.from({ length: AT_ONCE }, async () => {
    while (!isEnough()) {
      const isAfter = isTaken
      started++
      const { status, body } = await ask()
      answers.push({ isAfter, status, body })
    }
  })
  while (started < BEFORE) await new Promise((resolve) => setTimeout(resolve, 1))
  await take()
  isTaken = true
  await Promise.all(asking)
  return answers
}

describe('under load', () => {
  test('a role that was taken away counts in no request started afterwards', async () => {
    const answers = await askAllTheWhile(
      () => agent.get('/api/tickets?count=exact&limit=1'),
      async () => {
        expect((await administrator.patch(`/api/people/${agent.id}`, { roles: ['Customer'] })).status).toBe(200)
      },
    )
    const counts = (isAfter: boolean) =>
      new Set(answers.filter((each) => each.isAfter === isAfter).map(({ body }) => (body as { count: number }).count))
    expect(counts(false)).toContain(10)
    expect(counts(true)).toEqual(new Set([0]))
  })

  test('a person who was shut out is nobody in every request started afterwards', async () => {
    const answers = await askAllTheWhile(
      () => agent.get('/api/tickets?limit=1'),
      async () => {
        expect((await administrator.patch(`/api/people/${agent.id}`, { active: false })).status).toBe(200)
      },
    )
    expect(new Set(answers.filter(({ isAfter }) => isAfter).map(({ status }) => status))).toEqual(new Set([401]))
    expect(answers.some(({ isAfter, status }) => !isAfter && status === 200)).toBe(true)
  })

  test('a session that was ended is good for no request started afterwards', async () => {
    const answers = await askAllTheWhile(
      () => agent.get('/api/tickets?limit=1'),
      async () => {
        expect((await administrator.delete(`/api/system/people/${agent.id}/sessions`)).status).toBe(204)
      },
    )
    expect(new Set(answers.filter(({ isAfter }) => isAfter).map(({ status }) => status))).toEqual(new Set([401]))
  })

  test('a line that was narrowed in the document decides every request started afterwards, and the change is in the audit', async () => {
    const { current, storage } = app.dependencies
    const narrowed = DOCUMENT.replace(/^\| Agent \| Ticket \| read, .*$/m, (line) =>
      line.replace(
        '| read, create, export, see history | |',
        '| read, create, export, see history | `priority == "urgent"` |',
      ),
    )
    expect(narrowed).not.toBe(DOCUMENT)
    const answers = await askAllTheWhile(
      () => agent.get('/api/tickets?count=exact&limit=1'),
      async () => {
        expect(await publishDocument({ current, storage }, fromFile(narrowed))).toMatchObject({ published: true })
      },
    )
    const after = answers.filter(({ isAfter }) => isAfter)
    expect(new Set(after.map(({ body }) => (body as { count: number }).count))).toEqual(new Set([0]))
    const { body } = await administrator.get('/api/system/audit?event=document_published')
    expect(body.items[0]).toMatchObject({
      revision: current.running.revision,
      detail: { to: current.running.revision },
    })
  })
})
