// Long writes give everybody who reads their turn: between two turns of the event loop there is the work of a few commands.
// @module-tag O13
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATEMENTS_PER_TURN } from '../../../server/storage/handle/write-transaction.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { countStatements } from '../../helpers/count-statements.ts'

const DOCUMENT = documentOf({
  3: `### Job

| field | type |
|---|---|
| title | text |
| done | yes/no |

### Note

| field | type |
|---|---|
| job | Job |
| text | long text |

- order: text
`,
  4: `### Job.state

- starts: open

| state | meaning |
|---|---|
| open | |
| shut | |

| transition | from | to | who | then |
|---|---|---|---|---|
| shut | open | shut | Boss | for each j in \`Job.filter(j, not j.done)\`: update \`j\` { done: \`true\` } |
`,
  6: `| role | is |
|---|---|
| Boss | leads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Boss | Job, Note, Person | everything | | |
`,
  7: `| call | who | does |
|---|---|---|
| POST /api/finish | Boss | finishes all jobs |

### POST /api/finish

1. for each j in \`Job.filter(j, not j.done)\`: update \`j\` { done: \`true\` }
2. answer 204
`,
})

const COUNT = 300
/** One command more than what gives a turn, and what a request needs besides. */
const MOST_IN_A_TURN = 2 * STATEMENTS_PER_TURN

let app: TestApp
let boss: Caller
let job: string
let calls: readonly object[]

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('Boss', 'Bea')
  const names = Array.from({ length: 8 }, (_, at) => `Worker ${at}`)
  for (const name of names) await app.as('Boss', name)
  job = (await boss.post('/api/jobs', { title: 'Roof' })).body.id
  const text = names.map((name) => `@${name}`).join(', ')
  calls = Array.from({ length: COUNT }, (_, at) => ({
    method: 'POST',
    path: '/api/notes',
    body: { job, text: `${at} ${text}` },
  }))
})
afterAll(() => app.stop())

/** Records that a call of the document, or an effect, goes through. */
async function addJobs(): Promise<void> {
  const jobs = Array.from({ length: COUNT }, (_, at) => ({
    method: 'POST',
    path: '/api/jobs',
    body: { title: `Job ${at}`, done: false },
  }))
  await boss.post('/api/batch', { calls: jobs }).expect(200)
}

describe('others have their turn', () => {
  test('in a batch, and while it is answered; when it is undone; in its explanation', async () => {
    const batch = await countStatements(() => boss.post('/api/batch', { calls }))
    expect(batch.result.status).toBe(200)
    expect(batch.most).toBeLessThan(MOST_IN_A_TURN)
    const { changeSet } = batch.result.body
    const undo = await countStatements(() => boss.post(`/api/system/changes/${changeSet}/undo`))
    expect([undo.result.status, undo.result.body.records]).toEqual([200, COUNT])
    expect(undo.most).toBeLessThan(MOST_IN_A_TURN)
    const call = { method: 'POST', path: '/api/batch', body: { calls } }
    const explained = await countStatements(() => boss.post('/api/system/explain', { call }))
    expect(explained.result.body.allowed).toBe(true)
    expect(explained.most).toBeLessThan(MOST_IN_A_TURN)
  })

  test('in a call of the document that goes through many records', async () => {
    await addJobs()
    const finished = await countStatements(() => boss.post('/api/finish'))
    expect(finished.result.status).toBe(204)
    expect(finished.most).toBeLessThan(MOST_IN_A_TURN)
  })

  test('in the effects of a transition', async () => {
    await addJobs()
    const shut = await countStatements(() => boss.post(`/api/jobs/${job}/shut`))
    expect(shut.result.status).toBe(200)
    expect(shut.most).toBeLessThan(MOST_IN_A_TURN)
  })

  test('in an import', async () => {
    const text = ['title', ...Array.from({ length: COUNT }, (_, at) => `Imported ${at}`)].join('\n')
    const imported = await countStatements(() => boss.post('/api/jobs/import?mode=run').type('text/csv').send(text))
    expect(imported.result.body).toMatchObject({ kept: true, created: COUNT })
    expect(imported.most).toBeLessThan(MOST_IN_A_TURN)
  })
})
