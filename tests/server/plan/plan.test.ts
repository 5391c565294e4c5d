// A plan says what publishing a document would change, on copies of the data.
// @module-tag call/post/system/document/plan
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { DocumentPlan } from '#shared/protocol/plan.ts'
import { planDocument } from '../../../server/plan/plan-document.ts'
import { printPlan } from '../../../server/plan/print-plan.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

interface Parts {
  readonly fields?: string
  readonly grants?: string
  readonly rules?: string
  readonly screens?: string
  readonly states?: string
  readonly settings?: string
}

const GRANTS = `| Customer | Ticket | read, create, update | \`requester == me\` |
| Agent | Ticket | everything | |
| anyone | Notice | read | \`published\` |`

const documentWith = ({
  fields = '',
  grants = GRANTS,
  rules,
  screens = '',
  states = '7 days',
  settings = '',
}: Parts = {}) =>
  documentOf({
    2: `| route | screen | shows | for |\n|---|---|---|---|\n| /tickets | Tickets | table of Ticket | everyone |\n${screens}`,
    3: `### Ticket\n\n| field | type | required |\n|---|---|---|\n| subject | text | yes |\n| requester | Person | yes |\n${fields}\n- title: \`subject\`\n\n### Notice\n\n| field | type | required |\n|---|---|---|\n| words | text | yes |\n| published | yes/no | yes |\n`,
    4: `### Ticket.status\n\n- starts: open\n- ends: closed\n\n| transition | from | to | who | after |\n|---|---|---|---|---|\n| close | open | closed | Agent | |\n| lapse | open | closed | nobody | ${states} |\n`,
    5: rules === undefined ? 'none.' : `| rule | entity | must hold |\n|---|---|---|\n${rules}\n`,
    6: `${settings}| role | is |\n|---|---|\n| Customer | asks |\n| Agent | answers |\n\n| role | entity | may | where |\n|---|---|---|---|\n${grants}\n`,
  })

let app: TestApp
let administrator: Caller
let [mia, tom]: Caller[] = []

beforeAll(async () => {
  app = await startApp(documentWith())
  administrator = await app.as('Administrator')
  await app.as('Agent')
  ;[mia, tom] = [await app.as('Customer', 'Mia'), await app.as('Customer', 'Tom')]
  for (const [person, subject] of [
    [mia, 'Printer'],
    [mia, 'Screen and keyboard'],
    [tom, 'Mouse'],
  ] as const)
    await administrator.post('/api/tickets', { subject, requester: person?.id }).expect(201)
  await administrator.post('/api/notices', { words: 'Closed today', published: true }).expect(201)
  await administrator.post('/api/notices', { words: 'To be decided', published: false }).expect(201)
})
afterAll(() => app.stop())

const post = (text: string, caller = administrator) =>
  caller.post('/api/system/document/plan').set('Content-Type', 'text/markdown').send(text)
const plan = async (parts: Parts): Promise<DocumentPlan> => (await post(documentWith(parts)).expect(200)).body.plan

describe('a plan', { tags: 'reference/examples' }, () => {
  test('of the same document changes nothing', async () => {
    const same = await plan({})
    expect(same).toMatchObject({
      conflicts: [],
      data: [],
      rights: [],
      rules: [],
      screens: [],
      calls: [],
      notLookedAt: [],
    })
    expect(same.timers).toEqual({ started: 0, moved: 0, dropped: 0, kept: 3 })
  })

  test('says who gains and who loses what, with the first records', async () => {
    const wider = GRANTS.replace('`requester == me`', '`requester == me or subject == "Mouse"`')
    const { rights } = await plan({ grants: wider.replace('| `published`', '| `not published`') })
    const of = (direction: string, entity: string) =>
      rights.filter((change) => change.direction === direction && change.entity === entity)
    const [read] = of('gain', 'Ticket').filter(({ rights: what }) => what.includes('read'))
    expect(read).toMatchObject({
      roles: ['Customer'],
      people: 1,
      records: { count: 1, examples: [{ title: 'Mouse' }] },
    })
    expect(of('gain', 'Ticket').some(({ rights: what }) => what.includes('update subject'))).toBe(true)
    expect(of('lose', 'Ticket')).toEqual([])
    expect(of('gain', 'Notice').some(({ isAnonymous }) => isAnonymous)).toBe(true)
    expect(of('lose', 'Notice').some(({ isAnonymous, records }) => isAnonymous && records.count === 1)).toBe(true)
  })

  test('knows steps, creating and deleting', async () => {
    const { rights } = await plan({ grants: GRANTS.replace('read, create, update', 'read') })
    const lost = rights.filter(({ direction }) => direction === 'lose').flatMap(({ rights: what }) => what)
    expect(lost).toEqual(expect.arrayContaining(['create', 'update subject']))
    const given = (await plan({ grants: GRANTS.replace('read, create, update', 'read, create, update, delete') }))
      .rights
    expect(given).toMatchObject([{ direction: 'gain', rights: ['delete'], people: 2, records: { count: 3 } }])
  })

  test('names the new rules that records break', async () => {
    const { rules } = await plan({
      rules: '| Short | Ticket | `size(subject) <= 7` |\n| Named | Ticket | `subject != ""` |',
    })
    expect(rules).toMatchObject([
      { rule: 'Short', entity: 'Ticket', records: { count: 1, examples: [{ title: 'Screen and keyboard' }] } },
    ])
  })

  test('says what programs and people meet', async () => {
    const { calls, screens, data } = await plan({
      fields: '| room | text | no |\n',
      screens: '| /notices | Notices | table of Notice | everyone |\n',
    })
    expect(data).toEqual(['Room of Ticket is new.'])
    expect(screens).toEqual([{ change: 'new', name: 'Notices', route: '/notices' }])
    expect(calls).toContainEqual({ call: 'POST /api/tickets', isBreaking: false, change: 'takes room' })
    const required = await plan({ fields: '| urgent | yes/no | yes |\n' })
    expect([required.conflicts.length > 0, required.calls]).toEqual([true, []])
  })

  test('counts the timers that move', async () => {
    expect((await plan({ states: '9 days' })).timers).toEqual({ started: 0, moved: 3, dropped: 0, kept: 0 })
  })

  test('is for administrators, names no records to those who may not read them, and needs a sound document', async () => {
    expect((await post(documentWith(), await app.as('Agent'))).status).toBe(403)
    expect((await post(documentWith().replace('table of Ticket', 'table of Tikcet')).expect(200)).body).toEqual({
      plan: null,
    })
    await administrator
      .put('/api/system/document')
      .set('Content-Type', 'text/markdown')
      .send(documentWith({ settings: '- administrators: no data\n\n' }))
      .expect(200)
    const { rights } = await plan({
      settings: '- administrators: no data\n\n',
      grants: GRANTS.replace('`requester == me`', '`subject != ""`'),
    })
    expect(rights.length).toBeGreaterThan(0)
    expect(rights.flatMap(({ records }) => records.examples)).toEqual([])
  })

  test('says what it did not look at where there is too much', async () => {
    const text = documentWith({ grants: GRANTS.replace('`requester == me`', '`subject != ""`') })
    const { model } = compile(text)
    if (model === undefined) throw new Error('the document is sound')
    const now = new Date(app.clock.now).toISOString()
    const document = { file: 'test.md', text, model }
    const few = await planDocument(app.directory, document, now, { longest: 60_000, records: 1 })
    expect(few.notLookedAt).toEqual([expect.stringContaining('only the first 1 ')])
    const none = await planDocument(app.directory, document, now, { longest: 0, records: 10 })
    expect(none.notLookedAt[0]).toMatch(/^Only 0 of \d+ people were looked at/)
    expect(printPlan(none, model).join('\n')).toContain('Not looked at:')
  })
})
