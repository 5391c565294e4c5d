// Lists over HTTP: pages, sorts, filters and searches, of what the reader may read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let agent: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  agent = await app.as('Agent')
})
afterAll(() => app.stop())

describe('lists', () => {
  test('hold what the reader may read, page by page, and end', async () => {
    const reader = await app.as('Customer', 'Reader')
    const subjects = ['a', 'b', 'c', 'd', 'e']
    for (const subject of subjects) await reader.post('/api/tickets', { ...TICKET, subject })
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 5; page++) {
      const { body, status } = await reader.get(`/api/tickets?sort=subject&limit=2${after && `&after=${after}`}`)
      expect(status).toBe(200)
      seen.push(...body.items.map(({ subject }: { subject: string }) => subject))
      if (body.next === null) break
      after = body.next
    }
    expect(seen).toEqual(subjects)
  })

  test('a filter, a sort and a search narrow and order them', async () => {
    const reader = await app.as('Customer', 'Filterer')
    await reader.post('/api/tickets', { ...TICKET, subject: 'Alpha', priority: 'high' })
    await reader.post('/api/tickets', { ...TICKET, subject: 'Beta', priority: 'low' })
    await reader.post('/api/tickets', { ...TICKET, subject: 'Gamma', priority: 'normal' })
    const titles = async (query: string) =>
      (await reader.get(`/api/tickets?${query}`)).body.items?.map(({ subject }: { subject: string }) => subject)
    expect(await titles('sort=-priority')).toEqual(['Alpha', 'Gamma', 'Beta'])
    expect(await titles(`filter=${encodeURIComponent('priority > "low" and subject != "Gamma"')}`)).toEqual(['Alpha'])
    expect(await titles(`filter=${encodeURIComponent('priority > "low" and subject != "Alpha"')}`)).toEqual(['Gamma'])
    expect(await titles(`filter=${encodeURIComponent('requester == me and due_at > now')}&sort=subject`)).toEqual([
      'Alpha',
      'Beta',
      'Gamma',
    ])
    expect(await titles('search=beta')).toEqual(['Beta'])
    const [alpha] = (await reader.get('/api/tickets?search=alpha')).body.items
    await reader.patch(`/api/tickets/${alpha.id}`, { description: 'Made earlier, changed later: a quagga' })
    await reader.post('/api/tickets', { ...TICKET, subject: 'Delta', description: 'A newer quagga' })
    expect(await titles('search=quagga')).toEqual(['Delta', 'Alpha'])
  })

  test(
    'a search forgives one letter where nothing has its words, page by page, and never by words that the reader may not see',
    { tags: 'reference/limits' },
    async () => {
      const reader = await app.as('Customer', 'Typist')
      for (const subject of ['Marmalade one', 'Marmalade two', 'Marmelade three'])
        await reader.post('/api/tickets', { ...TICKET, subject })
      const find = async (caller: Caller, words: string, more = '&near=yes') => {
        const { body } = await caller.get(`/api/tickets?search=${words}&count=exact${more}`).expect(200)
        return [body.items.map(({ subject }: { subject: string }) => subject), body.count, body.near, body.next]
      }
      expect(await find(reader, 'marmelade')).toEqual([['Marmelade three'], 1, undefined, null])
      expect(await find(reader, 'marmalede', '')).toEqual([[], 0, undefined, null])
      expect(await find(reader, 'marmalede')).toEqual([['Marmalade two', 'Marmalade one'], 2, true, null])
      const [[first], count, , next] = await find(reader, 'marmalede', '&near=yes&limit=1')
      expect([first, count]).toEqual(['Marmalade two', 2])
      expect(await find(reader, 'marmalede', `&near=yes&limit=1&after=${next}`)).toEqual([
        ['Marmalade one'],
        2,
        true,
        null,
      ])
      // Others' words are as if they were not there; nor is there more behind the end of what was found exactly.
      expect(await find(customer, 'marmalede')).toEqual([[], 0, undefined, null])
      const [, , , behind] = await find(reader, 'marmalade', '&near=yes&limit=1')
      const [latest] = (await reader.get('/api/tickets?search=marmalade&limit=2')).body.items.slice(-1)
      await reader.patch(`/api/tickets/${latest.id}`, { subject: 'Jam', description: 'Jam' })
      expect((await find(reader, 'marmalade', `&near=yes&limit=1&after=${behind}`))[0]).toEqual([])
    },
  )

  test('a field that may not be read answers exactly as one that does not exist', async () => {
    for (const query of ['filter=FIELD%20%3D%3D%20%22x%22', 'sort=FIELD', 'fields=FIELD', 'expand=FIELD']) {
      const hidden = await customer.get(`/api/tickets?${query.replace('FIELD', 'internal_note')}`)
      const missing = await customer.get(`/api/tickets?${query.replace('FIELD', 'internal_mote')}`)
      expect([query, hidden.status, hidden.body.code]).toEqual([query, 400, 'unknown_field'])
      const same = (text: string): string =>
        text.replaceAll(/internal_[nm]ote/g, '').replaceAll(/"request":"[^"]*"/g, '')
      expect(same(hidden.text)).toBe(same(missing.text))
    }
    const walked = await customer.get(`/api/tickets?filter=${encodeURIComponent('requester.phone != null')}`)
    expect([walked.status, walked.body.code]).toEqual([400, 'unknown_field'])
  })

  test('a filter that is wrong is refused with its column', async () => {
    const { body, status } = await customer.get(`/api/tickets?filter=${encodeURIComponent('subject == ')}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad_filter', column: expect.any(Number) })
    const near = await customer.get(`/api/tickets?filter=${encodeURIComponent('subjct == "x"')}`)
    expect(near.body).toMatchObject({ code: 'unknown_field', column: 1, hint: 'did you mean "subject"?' })
  })

  test('a filter that compares a relation with a text says what to write, and that works', async () => {
    const wrong = await customer.get(`/api/tickets?filter=${encodeURIComponent(`requester == "${customer.id}"`)}`)
    expect([wrong.status, wrong.body.hint]).toEqual([400, 'a record is compared by its id: requester.id == "…"'])
    const right = await customer.get(`/api/tickets?filter=${encodeURIComponent(`requester.id == "${customer.id}"`)}`)
    expect(right.status).toBe(200)
    expect(right.body.items.every((each: { requester: string }) => each.requester === customer.id)).toBe(true)
  })

  test('sums and groups count what the reader may read', { tags: 'reference/dashboards' }, async () => {
    const reader = await app.as('Customer', 'Summer')
    await reader.post('/api/tickets', TICKET)
    await reader.post('/api/tickets', { ...TICKET, priority: 'high' })
    const { body, status } = await reader.get('/api/tickets/summary?by=priority&measure=count')
    expect(body).toEqual({
      groups: [
        { key: 'normal', measures: { count: 1 } },
        { key: 'high', measures: { count: 1 } },
      ],
    })
    expect(status).toBe(200)
    const twice = await reader.get('/api/tickets/summary?by=status,priority&measure=count,max(subject)')
    const { subject } = TICKET
    expect(twice.body.groups).toEqual([
      { key: 'new', subkey: 'normal', measures: { count: 1, 'max(subject)': subject } },
      { key: 'new', subkey: 'high', measures: { count: 1, 'max(subject)': subject } },
    ])
    expect((await reader.get('/api/tickets/summary?by=internal_note')).body.code).toBe('unknown_field')
    expect((await reader.get('/api/tickets/summary?by=status,internal_note')).body.code).toBe('unknown_field')
    expect((await reader.get('/api/tickets/summary?by=status,priority,team')).body.code).toBe('too_much')
  })

  test.each([
    ['after=x', 'bad_cursor'],
    ['after=WyJ4Il0', 'bad_cursor'],
    ['limit=0', 'bad_request'],
    ['limit=1001', 'bad_request'],
    ['limit=ten', 'bad_request'],
    ['count=yes', 'bad_request'],
    ['offset=10', 'unknown_parameter'],
    ['sort=a&sort=b', 'bad_request'],
    ['expand=subject', 'bad_request'],
    ['filter=1', 'bad_filter'],
    ['trash=maybe', 'bad_request'],
  ])('%s is a bad request', async (query, code) => {
    const { body, status, headers } = await customer.get(`/api/tickets?${query}`)
    expect([status, body.code]).toEqual([400, code])
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  test('a cursor of another list is refused', async () => {
    const { body } = await agent.get('/api/tickets?sort=subject&limit=1')
    expect(body.next).toEqual(expect.any(String))
    expect((await agent.get(`/api/tickets?sort=number&limit=1&after=${body.next}`)).body.code).toBe('bad_cursor')
  })
})
