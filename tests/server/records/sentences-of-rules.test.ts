// Sentences of points 4, 5 and 8 that no other test runs: refusals, rules by change, moments, and what is counted within.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Paper

| field | type | required | default | limits |
|---|---|---|---|---|
| title | text | yes | | |
| code | text | | | write once |
| starts on | date | | | |
| ends on | date | | | |
| due at | date and time | | | |
| pages | integer | | | 1..99 |
| decision | text | | | |

### Review

| field | type | required |
|---|---|---|
| paper | Paper (as reviews) | yes |
| number | sequence per paper | |
| grade | integer | |
| of | Person (as reviews of) | |
`,
  4: `### Paper.status

- starts: draft

| transition | from | to | who | when | asks | then | after | otherwise |
|---|---|---|---|---|---|---|---|---|
| submit | draft | sent | Author | \`reviews.all(r, r.grade > 2)\` | | | | TOO_WEAK |
| expire | sent | late | nobody | | | | at due_at | |
| decide | sent, late | decided | Author | | decision: text required | decision = input.decision; update reviews.filter(r, r.grade == null) { grade: 3 } | | |

| field | draft | sent | decided |
|---|---|---|---|
| pages | | read only | read only |
| decision | hidden | | required |
`,
  5: `| rule | entity | must hold | otherwise | on | checked |
|---|---|---|---|---|---|
| Later | Paper | \`starts_on >= today\` | PAST | starts_on | when starts_on changes |
| In order | Paper | \`starts_on <= ends_on\` | {title} ends before it starts. | ends_on | |
`,
  6: `| role | is |
|---|---|
| Author | writes |

| role | entity | may |
|---|---|---|
| Author | Paper, Review | everything |
`,
  8: `| code | status | message |
|---|---|---|
| TOO_WEAK | 409 | {title} is too weak. |
| PAST | 422 | That day is over. |
| not_found | 404 | Nothing of that name. |
`,
})

let app: TestApp
let author: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  author = await app.as('Author')
})
afterAll(() => app.stop())

const make = async (fields: object = {}) => {
  const { status, body } = await author.post('/api/papers', { title: 'One', ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const act = (id: string, name: string, body: object = {}) => author.post(`/api/papers/${id}/${name}`, body)

describe('an empty value', () => {
  test('breaks no rule, and meets no condition', { tags: 'reference/empty-values' }, async () => {
    await make({ starts_on: '2027-01-01' })
    const { id } = await make()
    await author.post('/api/reviews', { paper: id })
    // A review without a grade does not count among all of them.
    expect((await act(id, 'submit')).status).toBe(200)
  })

  test('does not hide one that is known', async () => {
    const { id } = await make()
    for (const grade of [null, 1]) await author.post('/api/reviews', { paper: id, grade })
    const { status, body } = await act(id, 'submit')
    expect([status, body.code, body.detail]).toEqual([409, 'TOO_WEAK', 'One is too weak.'])
  })
})

describe('a rule', () => {
  test('that is checked when a field changes lets all else be changed', async () => {
    const { id } = await make({ starts_on: '2026-11-22' })
    const { now } = app.clock
    app.clock.now = Date.parse('2026-11-25T10:00:00Z')
    expect((await author.patch(`/api/papers/${id}`, { title: 'Two' })).status).toBe(200)
    const moved = await author.patch(`/api/papers/${id}`, { starts_on: '2026-11-24' })
    app.clock.now = now
    expect([moved.status, moved.body.code, moved.body.errors[0].field]).toEqual([422, 'PAST', 'starts_on'])
  })

  test('has its message filled in, at the field that it names', async () => {
    const { status, body } = await author.post('/api/papers', {
      title: 'Odd',
      starts_on: '2027-02-02',
      ends_on: '2027-02-01',
    })
    expect([status, body.errors[0]]).toMatchObject([422, { field: 'ends_on', message: 'Odd ends before it starts.' }])
  })
})

describe('a field', () => {
  test('that is written once keeps its first value', { tags: 'reference/limits' }, async () => {
    const { id } = await make()
    expect((await author.patch(`/api/papers/${id}`, { code: 'A' })).status).toBe(200)
    expect((await author.patch(`/api/papers/${id}`, { code: 'B' })).status).toBe(422)
  })

  test('is bound by the state, and asked for by the transition that needs it', async () => {
    const { id } = await make({ pages: 3 })
    expect('decision' in (await author.get(`/api/papers/${id}`)).body).toBe(false)
    await act(id, 'submit')
    expect((await author.patch(`/api/papers/${id}`, { pages: 4 })).status).toBe(422)
    expect((await act(id, 'decide')).status).toBe(422)
    expect((await act(id, 'decide', { decision: 'yes' })).body).toMatchObject({ status: 'decided', decision: 'yes' })
  })

  test('that is a number within its record counts there only', async () => {
    const [a, b] = [await make(), await make()]
    const numbers: number[] = []
    for (const paper of [a.id, a.id, b.id]) numbers.push((await author.post('/api/reviews', { paper })).body.number)
    expect(numbers).toEqual([1, 2, 1])
  })
})

test('effects reach other records, and only those of the set', async () => {
  const { id } = await make()
  for (const grade of [null, 5]) await author.post('/api/reviews', { paper: id, grade })
  await act(id, 'submit')
  await act(id, 'decide', { decision: 'yes' })
  const { items } = (await author.get('/api/reviews?sort=number')).body
  const own = items.filter(({ paper }: { paper: string }) => paper === id)
  expect(own.map(({ grade }: { grade: number }) => grade)).toEqual([3, 5])
})

test('an automatic transition at a moment that is past happens at once', async () => {
  const { id } = await make({ due_at: '2026-11-20T10:00:00Z' })
  await act(id, 'submit')
  await app.runner.runDue()
  expect((await author.get(`/api/papers/${id}`)).body.status).toBe('late')
})

test('a standard code is reworded', async () => {
  const { status, body } = await author.get('/api/papers/01900000-0000-7000-8000-000000000009')
  expect([status, body.detail]).toEqual([404, 'Nothing of that name.'])
})
