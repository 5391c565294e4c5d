// A plan says what publishing a document would change, on copies of the data.
// @module-tag call/post/system/document/plan
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '#shared/compile.ts'
import type { DocumentPlan } from '#shared/protocol/plan.ts'
import { createDocumentPlanner } from '../../../server/plan/document-planner.ts'
import { openCopies } from '../../../server/plan/open-copies.ts'
import type { PlanBounds } from '../../../server/plan/plan-document.ts'
import { planOnCopies } from '../../../server/plan/plan-document.ts'
import { printPlan } from '../../../server/plan/print-plan.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { placeOf } from '../../postgres/open-data.ts'
import { saidOf } from '../../help/examples.ts'

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
      permissions: [],
      rules: [],
      screens: [],
      calls: [],
      leftOut: [],
    })
    expect(same.timers).toEqual({ started: 0, moved: 0, dropped: 0, kept: 3, changed: [] })
  })

  test('names the roles and choices that are new and gone', async () => {
    const roles = await post(
      documentWith().replace('| Agent | answers |', '| Agent | answers |\n| Front chief | looks on |'),
    )
    expect(roles.body.plan.data).toEqual(['The list of roles changed: Front chief is new.'])
    const states = documentWith({ states: '7 days |\n| park | open | Parked aside | Agent | ' })
    expect((await post(states)).body.plan.data).toEqual([
      'The list of choices of Status of Ticket changed: Parked aside is new.',
    ])
  })

  test('says who gains and who loses what, with the first records', async () => {
    const wider = GRANTS.replace('`requester == me`', '`requester == me or subject == "Mouse"`')
    const { permissions } = await plan({ grants: wider.replace('| `published`', '| `not published`') })
    const of = (direction: string, entity: string) =>
      permissions.filter((change) => change.direction === direction && change.entity === entity)
    const [read] = of('gain', 'Ticket').filter(({ permissions: what }) => what.includes('read'))
    expect(read).toMatchObject({
      roles: ['Customer'],
      people: 1,
      records: { count: 1, examples: [{ title: 'Mouse' }] },
    })
    expect(of('gain', 'Ticket').some(({ permissions: what }) => what.includes('update subject'))).toBe(true)
    expect(of('lose', 'Ticket')).toEqual([])
    expect(of('gain', 'Notice').some(({ isAnonymous }) => isAnonymous)).toBe(true)
    expect(of('lose', 'Notice').some(({ isAnonymous, records }) => isAnonymous && records.count === 1)).toBe(true)
  })

  test('knows steps, creating and deleting', async () => {
    const { permissions } = await plan({ grants: GRANTS.replace('read, create, update', 'read') })
    const lost = permissions.filter(({ direction }) => direction === 'lose').flatMap(({ permissions: what }) => what)
    expect(lost).toEqual(expect.arrayContaining(['create', 'update subject']))
    const given = (await plan({ grants: GRANTS.replace('read, create, update', 'read, create, update, delete') }))
      .permissions
    expect(given).toMatchObject([{ direction: 'gain', permissions: ['delete'], people: 2, records: { count: 3 } }])
  })

  test('names the fields whose changes a history tells no more', async () => {
    const { permissions } = await plan({
      grants: GRANTS.replace(
        '| Agent | Ticket | everything | |',
        '| Agent | Ticket | read, create, update, delete, import, export, restore | |',
      ).concat(
        '\n\n| role | entity | may | fields |\n|---|---|---|---|\n| Agent | Ticket | see history | all except subject |',
      ),
    })
    expect(permissions).toMatchObject([
      { direction: 'lose', permissions: ['history subject'], roles: ['Agent'], people: 1, records: { count: 3 } },
    ])
  })

  test('says where people create, export and call on other conditions', async () => {
    const others = GRANTS.replace(
      '| Customer | Ticket | read, create, update | `requester == me` |',
      '| Customer | Ticket | read, update | `requester == me` |\n| Customer | Ticket | create, export | `subject != ""` |',
    )
    const { permissions } = await plan({ grants: others })
    expect(permissions).toMatchObject([
      { direction: 'gain', permissions: ['export'], roles: ['Customer'], records: { count: 0 } },
      { direction: 'change', permissions: ['create'], roles: ['Customer'], people: 2 },
    ])
    const calls = (who: string): string =>
      documentWith().replace(
        /^## 7\..*\n[^]*?(?=^## 8)/m,
        (point) => `${point.split('\n')[0]}\n\n### GET /api/late\n\n- who: ${who}\n\n1. answer 204\n\n`,
      )
    await administrator
      .put('/api/system/document')
      .set('Content-Type', 'text/markdown')
      .send(calls('Agent'))
      .expect(200)
    const { body } = await post(calls('Customer')).expect(200)
    expect(body.plan.calls).toContainEqual({ call: 'GET /api/late', isBreaking: true, change: 'callers' })
    await administrator
      .put('/api/system/document')
      .set('Content-Type', 'text/markdown')
      .send(documentWith())
      .expect(200)
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
    const { calls, screens, data, permissions } = await plan({
      fields: '| room | text | no |\n',
      screens: '| /notices | Notices | table of Notice | everyone |\n',
    })
    expect([data, permissions]).toEqual([['Room of Ticket is new.'], []])
    expect(screens).toEqual([{ change: 'new', name: 'Notices', route: '/notices' }])
    expect(calls).toContainEqual({ call: 'POST /api/tickets', isBreaking: false, change: 'takes', member: 'room' })
    const required = await plan({ fields: '| urgent | yes/no | yes |\n' })
    expect([required.conflicts.length > 0, required.permissions]).toEqual([true, []])
    expect(required.calls).toContainEqual({
      call: 'POST /api/tickets',
      isBreaking: true,
      change: 'needs',
      member: 'urgent',
    })
  })

  test('counts the timers that move', async () => {
    expect((await plan({ states: '9 days' })).timers).toMatchObject({ started: 0, moved: 3, dropped: 0, kept: 0 })
  })

  test('is for administrators, looks at no data for those who may read none, and needs a sound document', async () => {
    expect((await post(documentWith(), await app.as('Agent'))).status).toBe(403)
    expect((await post(documentWith().replace('table of Ticket', 'table of Tikcet')).expect(200)).body).toEqual({
      plan: null,
    })
    await administrator
      .put('/api/system/document')
      .set('Content-Type', 'text/markdown')
      .send(documentWith({ settings: '- administrators: no data\n\n' }))
      .expect(200)
    const settings = '- administrators: no data\n\n'
    const grants = GRANTS.replace('`requester == me`', '`subject != ""`')
    const screens = '| /notices | Notices | table of Notice | everyone |\n'
    expect(await plan({ settings, grants, screens })).toMatchObject({
      permissions: [],
      data: [],
      screens: [{ change: 'new', name: 'Notices' }],
      leftOut: [{ what: 'data' }],
    })
    expect((await plan({ settings, fields: '| urgent | yes/no | yes |\n' })).conflicts).toEqual([])
    await administrator
      .put('/api/system/document')
      .set('Content-Type', 'text/markdown')
      .send(documentWith())
      .expect(200)
  })

  test('looks for a counter-example on made-up people and records where no data shows one', async () => {
    const [of, wider] = [documentWith(), documentWith({ grants: GRANTS.replace('| `published`', '| ') })]
    const empty = await startApp(of)
    try {
      const owner = await empty.as('Administrator')
      const body = async (text: string): Promise<DocumentPlan> => (await post(text, owner).expect(200)).body.plan
      const { permissions: shown, possible: readers, leftOut } = await body(wider)
      expect([shown, leftOut]).toEqual([[], []])
      const gain = { direction: 'gain', entity: 'Notice', permissions: ['read'] }
      expect(readers).toEqual([
        { ...gain, roles: [], isAnonymous: true },
        { ...gain, roles: ['Agent'], isAnonymous: false },
        { ...gain, roles: ['Customer'], isAnonymous: false },
      ])
      const closer = GRANTS.replace('`requester == me`', '`requester == me and status == "open"`')
      const { permissions, possible } = await body(documentWith({ grants: closer }))
      expect(permissions).toEqual([])
      expect(possible).toContainEqual({
        direction: 'lose',
        entity: 'Ticket',
        permissions: expect.arrayContaining(['read']),
        roles: ['Customer'],
        isAnonymous: false,
      })
      expect(await body(of)).toMatchObject({ possible: [] })
      const printed = printPlan(await body(wider), compileDocument(of)).join('\n')
      expect(printed).toMatch(
        /Permissions that only made-up people and records show:\n {2}\+ anyone without an account/,
      )
    } finally {
      await empty.stop()
    }
  })

  test('looks for it among new roles and new entities, too', async () => {
    const empty = await startApp(documentWith())
    try {
      const owner = await empty.as('Administrator')
      const text = documentWith({
        fields: '',
        grants: `${GRANTS}\n| Chief | Ticket | read | \`status == "closed"\` |\n| Chief | Remark | read, update | \`author == me\` |\n| Agent | Remark | read | |`,
      })
        .replace('| Agent | answers |', '| Agent | answers |\n| Chief | looks on |')
        .replace(
          '### Notice',
          '### Remark\n\n| field | type | required |\n|---|---|---|\n| words | text | yes |\n| about | Ticket | yes |\n| author | Person | yes |\n\n### Notice',
        )
      const { permissions, possible, leftOut }: DocumentPlan = (await post(text, owner).expect(200)).body.plan
      expect(permissions.map(({ entity, roles }) => [entity, ...roles])).not.toContainEqual(
        expect.arrayContaining(['Chief']),
      )
      expect(leftOut).toEqual([])
      const gain = { direction: 'gain', isAnonymous: false }
      expect(possible).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...gain, entity: 'Remark', roles: ['Agent'] }),
          expect.objectContaining({ ...gain, entity: 'Remark', roles: ['Chief'] }),
          expect.objectContaining({ ...gain, entity: 'Ticket', roles: ['Chief'] }),
        ]),
      )
      expect(possible.filter(({ direction }) => direction === 'lose')).toEqual([])
      expect(possible.some(({ entity, roles }) => entity === 'Ticket' && roles.includes('Agent'))).toBe(false)
    } finally {
      await empty.stop()
    }
  })

  test('says what it left out where there is too much', async () => {
    const text = documentWith({ grants: GRANTS.replace('`requester == me`', '`subject != ""`') })
    const { model } = compile(text)
    if (model === undefined) throw new Error('the document is sound')
    const now = new Date(app.clock.now).toISOString()
    const folder = mkdtempSync(join(tmpdir(), 'verbatim-plan-'))
    const planWithin = async (bounds: PlanBounds) => {
      const copies = await openCopies(
        { place: await placeOf(app.directory), folder },
        { file: 'test.md', text, model },
        now,
      )
      if ('conflicts' in copies) throw new Error('the data fits the document')
      const found = await planOnCopies(copies, now, bounds)
      await copies.close()
      return found
    }
    expect((await planWithin({ longest: 60_000, records: 1 })).leftOut).toEqual([{ what: 'records', most: 1 }])
    const none = await planWithin({ longest: 0, records: 10 })
    expect(none.leftOut).toEqual([{ what: 'people', lookedAt: 0 }, { what: 'timers' }])
    expect(printPlan(none, model).join('\n')).toContain('Not looked at:')
    rmSync(folder, { recursive: true })
  })

  test('compares the documents where the data takes too long, and leaves no copy behind', async () => {
    const { current } = app.dependencies
    const planner = createDocumentPlanner(await placeOf(app.directory), current, 1)
    const now = new Date(app.clock.now).toISOString()
    // Tests of another process come and go in the directory that all share.
    const folder = mkdtempSync(join(tmpdir(), 'verbatim-plan-'))
    vi.stubEnv('TMPDIR', folder)
    await expect(planner({ file: 'a.md', text: documentWith(), now, looksAtData: true })).rejects.toThrow('compared')
    vi.unstubAllEnvs()
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
    const planned = await app.dependencies.planDocument?.({
      file: 'a.md',
      text: documentWith({ screens: '| /notices | Notices | table of Notice | everyone |\n' }),
      now,
      looksAtData: false,
    })
    expect(planned).toMatchObject({ screens: [{ change: 'new' }], permissions: [], leftOut: [{ what: 'data' }] })
  })

  test('follows a field and an entity that are renamed', async () => {
    const text = documentWith()
      .replace(
        '| field | type | required |\n|---|---|---|\n| subject | text | yes |',
        '| field | type | required | was |\n|---|---|---|---|\n| topic | text | yes | subject |',
      )
      .replace('- title: `subject`', '- title: `topic`')
      .replaceAll('Notice |', 'Bulletin |')
      .replace('### Notice\n', '### Bulletin\n\n- was: Notice\n')
    expect(saidOf(text)).toEqual([])
    const { permissions, data } = (await post(text).expect(200)).body.plan as DocumentPlan
    expect(data).toEqual(expect.arrayContaining([expect.stringContaining('is now called')]))
    expect(permissions).toEqual([])
  })
})
