// Filters and patterns that would take minutes. They are refused where they are read, or run where nobody waits for them.
// @module-tag H04
// @module-tag H05
import request from 'supertest'
import { countAnsweredMeanwhile, countEndedMeanwhile } from '../helpers/answered-meanwhile.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK } from '../apps/helpdesk.ts'
import { startApp } from '../apps/start-app.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'

let app: TestApp
let agent: Caller

/** A text of the greatest length allowed, without the letter that the patterns look for. */
const BODY = 'It does not print. '.repeat(5_263)
const AT = '2026-11-20T00:00:00.000Z'

beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { trustedProxies: 1, slow: { longest: 50 } })
  agent = await app.as('Agent')
  const customer = await app.as('Customer')
  const { newId, storage } = app.dependencies
  const standard = { _version: 1, created_at: AT, created_by: agent.id, updated_at: AT, updated_by: agent.id }
  await storage.write(async (transaction) => {
    for (let at = 0; at < 12; at++)
      await transaction.insert('Article', {
        id: newId(AT),
        ...standard,
        title: `Answer ${at}`,
        slug: `answer-${at}`,
        topic: 'billing',
        body: BODY,
        published: true,
      })
    for (let at = 0; at < 40; at++)
      await transaction.insert('Ticket', {
        id: newId(AT),
        ...standard,
        number: `HD-${10_000 + at}`,
        subject: 'Printer',
        description: BODY,
        requester: customer.id,
        status: 'open',
        priority: 'normal',
        due_at: AT,
      })
  })
})

afterAll(() => app.stop())

/** Large for a pattern, and within what a filter may ask of a text of 100,000 characters. */
const DEAR = 'description.matches("((.?){10}){10}ÿ")'
const DEAR_OF_ANYBODY = 'body.matches("((.?){10}){10}ÿ")'

const of = (filter: string): string => `filter=${encodeURIComponent(filter)}`

const health = () => request(app.server).get('/api/health/live').expect(200)

describe('a filter that would take minutes is refused where it is read', () => {
  const large = 'matches("((.?){31}){31}ÿ")'
  test.each([
    ['a hundred large patterns', 'articles', Array(100).fill(`body.${large}`).join(' or ')],
    [
      'fifteen different ones',
      'articles',
      Array.from({ length: 15 }, (_, at) => `body.matches("((.?){31}){31}ÿ${at}")`).join(' or '),
    ],
    ['a large pattern over a long text', 'articles', `body.${large}`],
    ['slugs of long texts', 'articles', Array(139).fill('slug(body)=="a"').join(' or ')],
    ['a pattern that is a long text', 'articles', 'title.matches(body) or body.matches(body)'],
    ['many large sets of characters', 'articles', `body.matches("[${'abcdefgh'.repeat(100)}]ÿ")`],
    [
      'texts put together',
      'articles',
      `(${Array(120).fill('body').join(' + ')}) == "" or (${Array(120).fill('body').join(' + ')}) == title`,
    ],
    ['a text with a pattern, without any record', 'articles', `"${'a'.repeat(3_000)}".${large}`],
    [
      'days of days, without any record',
      'articles',
      'dates(date("2001-01-01"), date("2010-01-01")).exists(a, dates(date("2001-01-01"), date("2010-01-01")).exists(b, a < b and b < a))',
    ],
  ])('%s', async (_name, path, filter) => {
    const { status, body } = await app.anyone.get(`/api/${path}?${of(filter)}`)
    expect([status, body.code]).toEqual([400, 'too_costly'])
    expect(body.detail).toMatch(/Use fewer and smaller patterns, on shorter texts/)
  })
})

test('patterns that people write are answered', async () => {
  for (const filter of ['body.matches("(?i)refund.{0,40}card|does not print")', 'slug(title) == "answer-3"']) {
    const { status, body } = await app.anyone.get(`/api/articles?${of(filter)}`)
    expect([status, body.items.length]).toEqual([200, filter.startsWith('body') ? 12 : 1])
  }
})

test('a dear filter over few rows is ended within its pattern, and meanwhile others are answered', async () => {
  const dear = Promise.resolve(agent.get(`/api/tickets?${of(DEAR)}`))
  expect(await countAnsweredMeanwhile(dear, health)).toBeGreaterThan(2)
  const { status, body } = await dear
  expect([status, body.code]).toEqual([400, 'too_costly'])
})

test('with twenty dear questions a second from ten addresses, health and the lists of others are answered', async () => {
  const from = (address: string) => (path: string) => request(app.server).get(path).set('X-Forwarded-For', address)
  const other = from('203.0.113.99')
  const list = () => other(`/api/articles?limit=5&fields=title&${of('topic == "billing"')}`).expect(200)
  const count = () => other('/api/articles?limit=1&fields=title&count=exact').expect(200)
  let ended = 0
  let isOver = false
  const attack = async (): Promise<readonly number[]> => {
    const asked: PromiseLike<number>[] = []
    let waiting = 0
    for (let at = 0; !isOver; at++) {
      const ask = from(`203.0.113.${at % 10}`)(`/api/articles?${of(DEAR_OF_ANYBODY)}`)
      // Enough to keep the reading threads at work, and few enough for the end of the test.
      if ((waiting += 1) <= 30) asked.push(ask.then(({ status }) => (waiting--, ended++, status)))
      else waiting -= 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return Promise.all(asked)
  }
  const attacked = attack()
  // The first questions of each address are not known to be dear.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  try {
    // Of thirty that wait, those who ask for little see few end before it is their turn.
    for (const ask of [health, list, count]) expect(await countEndedMeanwhile(20, ask, () => ended)).toBeLessThan(10)
  } finally {
    isOver = true
    expect(new Set(await attacked)).toEqual(new Set([400]))
  }
})

test('beside ten accounts that ask for much, the summaries of others wait for few of theirs', async () => {
  const abusers = await Promise.all(Array.from({ length: 10 }, (_, at) => app.as('Agent', `Abuser ${at}`)))
  const light = await app.as('Agent', 'Light')
  const own = () => light.get('/api/tickets/summary?by=status').expect(200)
  let isOver = false
  let ended = 0
  const abused = abusers.map(async (abuser) => {
    const statuses: number[] = []
    while (!isOver) {
      statuses.push((await abuser.get(`/api/tickets/summary?measure=count&${of(DEAR)}`)).status)
      ended += 1
    }
    return statuses
  })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  try {
    expect(await countEndedMeanwhile(20, own, () => ended)).toBeLessThan(5)
  } finally {
    isOver = true
    expect(new Set((await Promise.all(abused)).flat())).toEqual(new Set([400]))
  }
})
