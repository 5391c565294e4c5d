// Rules that only warn, over HTTP: a confirmation means the warnings that were shown, and no others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDocument } from '../../../server/document/current-document.ts'
import { runExamples } from '../../../server/sandbox/run-examples.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const JOBS = documentOf({
  3: `### Job
| field | type |
|---|---|
| days | integer |
| cost | integer |

### Job part
| field | type |
|---|---|
| job | Job (as parts), part of it |
| hours | integer |`,
  5: `| rule | entity | must hold | otherwise | on | else |
|---|---|---|---|---|---|
| Short | Job | \`days < 10\` | That is long. | | warn |
| Very short | Job | \`days < 20\` | That is very long. | days | warn |
| Überlang | Job | \`days < 30\` | {days} days are far too long. | | warn |
| Cheap | Job | \`cost < 10\` | DEAR | | warn |
| Very cheap | Job | \`cost < 20\` | DEAR | | warn |
| Paid | Job | \`cost >= 0\` | Nobody pays for work. | cost | |
| Short | Job part | \`hours < 8\` | A long day. | | warn |
| Few | POST /api/plan | \`input.count < 10\` | Those are many. | | warn |
| Very few | POST /api/plan | \`input.count < 20\` | Those are very many. | count | warn |
| Not that | POST /api/plan | \`input.count != 25\` | Not that many. | count | |

### Example: what is long is confirmed by the names of its warnings
1. as a Clerk
2. create Job { days: 25 }
3. refused very_short
4. confirm short
5. refused very_short
6. confirm very_short
7. expect days == 25

### Example: what was not confirmed refuses it
1. as a Clerk
2. create Job { days: 25 }
3. refused short
4. confirm very_short`,
  6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Job, Job part | everything |`,
  7: `| call | who | does |
|---|---|---|
| POST /api/plan | Clerk | plans |

### POST /api/plan
| takes | in | type |
|---|---|---|
| count | body | integer |

1. create Job { days: 1 }
2. answer 201`,
  8: `| code | status | message |
|---|---|---|
| DEAR | 422 | That is dear. |`,
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(JOBS)
  clerk = await app.as('Clerk')
})
afterAll(() => app.close())

describe('a warning', { tags: 'reference/warnings-that-a-person-may-confirm' }, () => {
  test('is confirmed by itself, also where it has words of its own', async () => {
    const { body, status } = await clerk.post('/api/jobs', { days: 15 })
    expect([status, body.code, body.detail, body.confirm]).toEqual([422, 'invalid', 'That is long.', 'short'])
    expect(body.remedy).toContain('"Confirm: short"')
    const longer = await clerk.post('/api/jobs', { days: 25 }).set('Confirm', 'short')
    expect([longer.status, longer.body.detail]).toEqual([422, 'That is very long.'])
    for (const name of ['invalid', 'Short', 'very_short'])
      expect((await clerk.post('/api/jobs', { days: 15 }).set('Confirm', name)).status).toBe(422)
    const done = await clerk.post('/api/jobs', { days: 15 }).set('Confirm', 'short')
    expect(done.status).toBe(201)
    expect((await clerk.get(`/api/jobs/${done.body.id}/history`)).body.items[0].confirmed).toEqual(['short'])
  })

  test('comes with all others that stand against it, each with its words, and one header confirms them', async () => {
    const { body } = await clerk.post('/api/jobs', { days: 40 })
    expect(body.warnings).toMatchObject([
      { code: 'short', message: 'That is long.', source: { point: 5 } },
      { code: 'very_short', message: 'That is very long.' },
      { code: 'uberlang', message: '40 days are far too long.' },
    ])
    expect(body.detail).toBe('That is long. That is very long. 40 days are far too long.')
    expect(body.errors).toMatchObject([{ field: 'days', message: 'That is very long.' }])
    expect((await clerk.post('/api/jobs', { days: 40 }).set('Confirm', body.confirm)).status).toBe(201)
  })

  test('with a code that others have too has a name of its own in the answer, and its code confirms them all', async () => {
    const { body } = await clerk.post('/api/jobs', { days: 1, cost: 30 })
    expect([body.code, body.confirm]).toEqual(['DEAR', 'cheap, very_cheap'])
    const one = await clerk.post('/api/jobs', { days: 1, cost: 30 }).set('Confirm', 'cheap')
    expect([one.status, one.body.warnings]).toMatchObject([422, [{ code: 'very_cheap' }]])
    expect((await clerk.post('/api/jobs', { days: 1, cost: 30 }).set('Confirm', 'DEAR')).status).toBe(201)
  })

  test('is not asked while something else refuses it all the same', async () => {
    const { body } = await clerk.post('/api/jobs', { days: 15, cost: -1 })
    expect([body.detail, body.warnings, body.confirm]).toEqual(['Nobody pays for work.', undefined, undefined])
  })

  test('stands among no errors of what is refused: of a record, its lines, a call and a row of a table', async () => {
    const said = (of: { readonly errors?: readonly { readonly field: string; readonly message: string }[] }) =>
      of.errors?.map(({ field, message }) => [field, message])
    const paid = [['cost', 'Nobody pays for work.']]
    const made = await clerk.post('/api/jobs', { days: 25, cost: -1, parts: [{ hours: 9 }] })
    expect([said(made.body), made.body.confirm]).toEqual([paid, undefined])
    const { body: job } = await clerk.post('/api/jobs', { days: 1 }).expect(201)
    const changed = await clerk.patch(`/api/jobs/${job.id}`, { days: 25, cost: -1 })
    expect([said(changed.body), changed.body.confirm]).toEqual([paid, undefined])
    const called = await clerk.post('/api/plan', { count: 25 })
    expect([said(called.body), called.body.confirm]).toEqual([[['count', 'Not that many.']], undefined])
    const { body } = await clerk.post('/api/jobs/import?mode=check').type('text/csv').send('days,cost\n25,-1\n25,x')
    expect(body.errors.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
      [2, 'cost'],
      [3, 'cost'],
    ])
  })

  test('comes with those of other records of the same request, and keeps what was confirmed before', async () => {
    const whole = { days: 15, parts: [{ hours: 9 }, { hours: 3 }, { hours: 10 }] }
    const first = await clerk.post('/api/jobs', whole)
    expect([first.status, first.body.confirm]).toEqual([422, 'short, job_part_short'])
    const second = await clerk.post('/api/jobs', whole).set('Confirm', 'short')
    expect([second.status, second.body.confirm]).toEqual([422, 'short, job_part_short'])
    expect((await clerk.post('/api/jobs', whole).set('Confirm', second.body.confirm)).status).toBe(201)
  })

  test('of a call says how it is confirmed', async () => {
    const { body } = await clerk.post('/api/plan', { count: 30 })
    expect([body.detail, body.confirm]).toEqual(['Those are many. Those are very many.', 'few, very_few'])
    expect((await clerk.post('/api/plan', { count: 30 }).set('Confirm', 'few')).status).toBe(422)
    expect((await clerk.post('/api/plan', { count: 30 }).set('Confirm', body.confirm)).status).toBe(201)
  })

  test('of a row of a table is confirmed for that rule only', async () => {
    const send = (rows: string, confirm = '') =>
      clerk.post('/api/jobs/import?mode=check').set('Confirm', confirm).type('text/csv').send(rows)
    const { body } = await send('days\n15\n25')
    expect(body.errors.map(({ line, confirm }: { line: number; confirm: string }) => [line, confirm])).toEqual([
      [2, 'short'],
      [3, 'short, very_short'],
    ])
    expect((await send('days\n15\n25', 'short')).body).toMatchObject({ refused: 1 })
    expect((await send('days\n15\n25', 'short, very_short')).body).toMatchObject({ refused: 0 })
  })

  test('is confirmed by its name in an example, and refuses a step until then', async () => {
    const results = await runExamples(runDocument('test.md', JOBS, compileDocument(JOBS)))
    expect(results.map(({ failure }) => failure?.problem)).toEqual([
      undefined,
      expect.stringContaining('It was refused: That is long.'),
    ])
  })
})
