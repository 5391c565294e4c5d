// What happens at a moment that reads a timer: it follows the timer wherever that starts, moves, pauses and goes on.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import { runExamples } from '../../../server/sandbox/run-examples.ts'

const ROLES = `| role | is |
|---|---|
| Worker | works |

| role | entity | may |
|---|---|---|
`

const DOCUMENT = documentOf({
  3: `### Job

| field | type | required | value | default |
|---|---|---|---|---|
| name | text | | | |
| hours | integer | yes | | 2 |
| on timer | computed date and time | | \`timers.work.due_at\` | |
| hour after | computed date and time | | \`on_timer + hours(1)\` | |

### Remark

| field | type | required | default |
|---|---|---|---|
| job | Job (as remarks) | yes | |
| said | integer | yes | 0 |
`,
  4: `### Job.status

- starts: open
- ends: done

| transition | from | to | who | then | after |
|---|---|---|---|---|---|
| direct | open | stay | nobody | notify created_by "direct" | at timers.work.due_at |
| later | open | stay | nobody | notify created_by "later" | at \`timers.work.due_at + hours(1)\` |
| by field | open | stay | nobody | notify created_by "by field" | at on_timer |
| by fields | open | stay | nobody | notify created_by "by fields" | at hour_after |
| by chain | open | stay | nobody | notify created_by "by chain" | at timers.chained.due_at |
| nag | open | stay | nobody | notify created_by "nag" | every 1 hour from \`timers.work.due_at\`, at most 2 times |
| anew | open | stay | Worker | restart timer work | |
| pause | open | paused | Worker | | |
| go on | paused | open | Worker | | |
| finish | open | done | Worker | | |

| timer | runs in | lasts | then |
|---|---|---|---|
| chained | open | \`timers.work.due_at - created_at\` | notify created_by "chained" |
| work | open | \`hours(hours)\` | notify created_by "late" |

### Remark.state

- starts: written
- ends: read

| transition | from | to | who | then | after |
|---|---|---|---|---|---|
| say | written | stay | nobody | said = said + 1 | at job.timers.work.due_at |
| read by field | written | read | nobody | | at job.hour_after |
`,
  6: `${ROLES}| Worker | Job, Remark | everything, restore |\n`,
})

const START = Date.parse('2026-03-02T09:00:00.000Z')
const HOUR = 3_600_000
/** The messages that come with the timer. */
const WITH = ['by chain', 'by field', 'chained', 'direct', 'late', 'nag']
const AFTER = [...WITH, 'by fields', 'later', 'nag'].toSorted()

let app: TestApp
let worker: Caller
let job: string
beforeEach(async () => {
  app = await startApp(DOCUMENT)
  app.clock.now = START
  worker = await app.as('Worker')
})
afterEach(() => app.stop())

async function at(hours: number): Promise<readonly string[]> {
  app.clock.now = START + hours * HOUR
  await app.runner.runDue()
  const { body } = await worker.get('/api/system/inbox').expect(200)
  return body.items.map(({ text }: { text: string }) => text).toSorted()
}

const create = async (fields: object = {}): Promise<void> => {
  const { body } = await worker.post('/api/jobs', fields).expect(201)
  job = `/api/jobs/${body.id}`
}
const step = (name: string) => worker.post(`${job}/${name}`).expect(200)

test('comes where the creation of its record starts the timer', { tags: 'reference/timers' }, async () => {
  await create()
  expect(await at(1.99)).toEqual([])
  expect(await at(2)).toEqual(WITH)
  expect(await at(2.99)).toEqual(WITH)
  expect(await at(3)).toEqual(AFTER)
  expect(await at(9)).toEqual(AFTER)
})

test('follows the timer that is begun anew', async () => {
  await create()
  await at(1)
  await step('anew')
  expect(await at(2.99)).not.toContain('direct')
  expect(await at(3)).toEqual(expect.arrayContaining(['by field', 'direct', 'late', 'nag']))
  expect(await at(4)).toEqual(expect.arrayContaining(['by fields', 'later']))
})

test('stands still while the timer is paused, and comes when it has gone on', async () => {
  await create()
  await at(1)
  await step('pause')
  expect(await at(9)).toEqual([])
  await step('go-on')
  expect(await at(9.99)).not.toContain('direct')
  expect(await at(10)).toEqual(expect.arrayContaining(['by field', 'direct', 'late', 'nag']))
  expect(await at(10.99)).not.toContain('later')
  expect(await at(11)).toEqual(expect.arrayContaining(['by fields', 'later']))
})

test('moves with what the timer lasts', async () => {
  await create()
  await worker.patch(job, { hours: 5 }).expect(200)
  expect(await at(4.99)).toEqual([])
  expect(await at(5)).toEqual(WITH)
  expect(await at(6)).toEqual(AFTER)
})

test('does not come where the timer has ended, and comes where its record is back from the trash', async () => {
  await create()
  await step('finish')
  await create()
  await worker.delete(job).expect(204)
  expect(await at(1)).toEqual([])
  await worker.post(`${job}/restore`).expect(200)
  expect(await at(2)).toEqual(WITH)
  expect(await at(3)).toEqual(AFTER)
})

test('follows the timer of another record', async () => {
  await create()
  const { body: remark } = await worker.post('/api/remarks', { job: job.split('/')[3] }).expect(201)
  const read = async () => {
    const { body } = await worker.get(`/api/remarks/${remark.id}`).expect(200)
    return [body.said, body.state]
  }
  await at(1)
  await step('anew')
  await at(2.99)
  expect(await read()).toEqual([0, 'written'])
  await at(3)
  expect(await read()).toEqual([1, 'written'])
  await worker.patch(job, { hours: 4 }).expect(200)
  await at(5)
  expect(await read()).toEqual([2, 'written'])
  await at(6)
  expect(await read()).toEqual([2, 'read'])
})

test('a timer whose effects only begin it anew comes again and again', async () => {
  const again = await startApp(
    documentOf({
      3: '### Job\n\n| field | type |\n|---|---|\n| name | text |\n',
      4: `### Job.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | Worker |

| timer | runs in | lasts | then |
|---|---|---|---|
| look | open | 2 hours | notify created_by "Look"; restart timer look |
`,
      6: `${ROLES}| Worker | Job | everything |\n`,
    }),
  )
  try {
    again.clock.now = START
    const caller = await again.as('Worker')
    await caller.post('/api/jobs', { name: 'saw' }).expect(201)
    for (const count of [1, 2, 3]) {
      again.clock.now += 2 * HOUR
      await again.runner.runDue()
      expect((await caller.get('/api/system/inbox').expect(200)).body.items).toHaveLength(count)
    }
  } finally {
    await again.stop()
  }
})

test('examples do what the server does', async () => {
  const story = `${DOCUMENT}
### Example: a moment after the timer

1. as Tom, a Worker
2. create Job { hours: 2 }
3. 1 hour later
4. do anew
5. at 2026-03-02 11:59
6. expect no mail to tom
7. at 2026-03-02 12:00
8. expect mail to tom "direct"
9. at 2026-03-02 13:00
10. expect mail to tom "later"
`
  const { model } = compile(story)
  if (model === undefined) throw new Error('The document is unsound.')
  const results = await runExamples(runDocument('test.md', story, model))
  expect(results.map(({ failure }) => failure?.problem)).toEqual([undefined])
})
