// `npm run check -- file.md --data DIR`: which timers and schedules an edit would start, move and drop, without touching the data.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommand } from '../../../server/commands.ts'
import { checkDocument } from '../../../server/document/check-document.ts'
import { reportPlan } from '../../../server/plan/print-plan.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { ON_POSTGRES, placeOf } from '../../postgres/open-data.ts'

const documentWith = ({
  lasts = '2 days',
  more = '',
  schedules = '',
  title = 'text',
} = {}): string => `# Specification: Calls

## 1. What the product does and for whom

Calls back.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Call

| field | type |
|---|---|
| title | ${title} |

## 4. States and transitions

### Call.state

- starts: open
- ends: done

| state |
|---|
| open |
| waiting |
| done |

| transition | from | to | who | after |
|---|---|---|---|---|
| wait | open | waiting | Caller | |
| finish | open, waiting | done | Caller | |
${more}

| timer | runs in | lasts | then |
|---|---|---|---|
| answer | open | ${lasts} | title = "late" |

### Schedules

| schedule | every | then |
|---|---|---|
| tidy | day at 06:00 | delete Call.filter(c, c.state == "done") |
${schedules}

## 5. Validation rules

not shown

## 6. Roles and permissions

| role | is |
|---|---|
| Caller | calls |

| role | entity | may |
|---|---|---|
| Caller | Call | everything |

## 7. The calls it makes

not shown

## 8. The error catalogue

not shown

## 9. Business constants and limits

not shown
`

const directory = mkdtempSync(join(tmpdir(), 'verbatim-preview-'))
const file = join(directory, 'calls.md')
let app: TestApp
beforeAll(async () => {
  app = await startApp(documentWith())
  const caller = await app.as('Caller')
  const create = async () => (await caller.post('/api/calls', { title: 'ring' }).expect(201)).body.id
  await create()
  await create()
  await caller.post(`/api/calls/${await create()}/wait`).expect(200)
  await caller.post(`/api/calls/${await create()}/finish`).expect(200)
})
afterAll(async () => {
  await app.stop()
  rmSync(directory, { recursive: true })
})

const preview = async (text: string, asJson = true, of = app) => {
  writeFileSync(file, text)
  const now = new Date(of.clock.now).toISOString()
  const place = await placeOf(of.directory)
  const tryOnData = (document: Parameters<typeof reportPlan>[1]) => reportPlan(place, document, now)
  const { output, isSound } = await checkDocument(file, { asJson, attempts: [tryOnData] })
  return { output, isSound, json: asJson ? JSON.parse(output) : undefined }
}

test('the document in force changes nothing, beside a server that runs', async () => {
  const bytes = () => (ON_POSTGRES ? undefined : readFileSync(join(app.directory, 'verbatim.db')))
  const before = bytes()
  const { json, isSound } = await preview(documentWith())
  expect(json.plan).toMatchObject({
    timers: { started: 0, moved: 0, dropped: 0, kept: 2 },
    schedules: { started: 0, moved: 0, dropped: 0, kept: 1 },
  })
  expect(isSound).toBe(true)
  expect(bytes()).toEqual(before)
})

test(
  'a timer that lasts longer moves, a new one starts, and one that is taken away is dropped',
  { tags: 'reference/timers' },
  async () => {
    const { json } = await preview(
      documentWith({ lasts: '3 days', more: '| give up | waiting | done | nobody | 5 days |' }),
    )
    const counts = { started: 0, moved: 0, dropped: 0 }
    expect(json.plan.timers).toEqual({
      ...counts,
      started: 1,
      moved: 2,
      kept: 0,
      changed: expect.arrayContaining([
        { entity: 'Call', name: 'Answer', ...counts, moved: 2 },
        { entity: 'Call', name: 'Give up', ...counts, started: 1 },
      ]),
    })
    const without = documentWith().replace('| answer | open | 2 days | title = "late" |\n', '')
    // Only the document in force knows its name.
    expect((await preview(without)).json.plan.timers).toEqual({
      ...counts,
      dropped: 2,
      kept: 0,
      changed: [{ entity: 'Call', name: 'Answer', ...counts, dropped: 2 }],
    })
    // It was only tried.
    expect(await app.dependencies.storage.database.jobsBy('timer', 'due', 10)).toHaveLength(2)
  },
)

test('a timer that was refused starts again by another document, and not by the same one', async () => {
  const rules =
    '| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Punctual | Call | `title != "late"` | Never late. |'
  const strict = documentWith().replace('## 5. Validation rules\n\nnot shown', `## 5. Validation rules\n\n${rules}`)
  const other = await startApp(strict)
  try {
    const caller = await other.as('Caller')
    await caller.post('/api/calls', { title: 'ring' }).expect(201)
    other.clock.now += 3 * 24 * 3_600_000
    await other.runner.runDue()
    expect(await other.dependencies.storage.database.jobsBy('timer', 'dead', 10)).toHaveLength(1)
    expect((await preview(strict, true, other)).json.plan.timers).toMatchObject({ started: 0, kept: 0 })
    expect((await preview(documentWith(), true, other)).json.plan.timers).toMatchObject({ started: 1, kept: 0 })
  } finally {
    await other.stop()
  }
})

test('schedules are counted alike, and people read it in a sentence each', { tags: 'reference/timers' }, async () => {
  const schedules = '| count | hour | notify Caller "x" |'
  const text = documentWith({ schedules }).replace('day at 06:00', 'day at 07:00')
  const { output } = await preview(text, false)
  expect(output).toContain('Timers: 0 would start, 0 would move, 0 would be dropped, 2 would stay.')
  expect(output).toContain('Schedules: 1 would start, 1 would move, 0 would be dropped, 0 would stay.')
  expect(output).toContain('“Tidy”: 0 would start, 1 would move, 0 would be dropped.')
  expect(output).toContain('“Count”: 1 would start, 0 would move, 0 would be dropped.')
})

test('a document that the data stand against is refused with its conflicts, and one with errors is not tried', async () => {
  const { output, isSound } = await preview(
    documentWith({ title: 'integer' }).replace('title = "late"', 'title = 1'),
    false,
  )
  expect(isSound).toBe(false)
  expect(output).toMatch(/title/i)
  expect(output).toContain('ring')
  const wrong = await preview(documentWith({ lasts: 'soon' }))
  expect([wrong.isSound, wrong.json.plan]).toEqual([false, undefined])
})

test(
  'the command line names the data, and a directory without any is refused',
  { tags: 'reference/timers' },
  async () => {
    expect(readCommand(['check', 'a.md', '--data', 'd'], {}, '/x')).toMatchObject({
      kind: 'check',
      file: '/x/a.md',
      json: false,
      data: '/x/d',
    })
    const { lines, isSound } = await reportPlan(directory, {} as Parameters<typeof reportPlan>[1], '')
    expect([lines, isSound]).toEqual([[`There is no database in ${directory}.`], false])
  },
)
