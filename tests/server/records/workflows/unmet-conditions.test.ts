// A transition whose condition is not met: what is missing is said, unless the document's lines are not for the reader.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const points = (citations: string, language: string) => ({
  3: `### Claim

| field | type | required |
|---|---|---|
| title | text | yes |
| receipt | text | no |
| status | one of draft, sent, paid | yes |
`,
  4: `### Claim.status

- starts: draft
- ends: paid

| state |
|---|
| draft |
| sent |
| paid |

| transition | from | to | who | when |
|---|---|---|---|---|
| send | draft | sent | Clerk, Helper | \`receipt != null\` |
| pay | sent | paid | Clerk | |
| sort | draft | sent | Clerk, Helper | \`title.startsWith("Z")\` |
`,
  6: `${citations}

| role | is |
|---|---|
| Clerk | writes claims |
| Helper | sends claims |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Claim | everything | | all |
| Helper | Claim | read | | all |
`,
  9: `| name | value |
|---|---|
| currency | EUR |
${language}`,
})

describe.each([
  ['English', '', '', ['A condition of this step is not met.', 'This can’t be done in the current state.']],
  [
    'German',
    '',
    '| language | de |',
    ['Eine Bedingung dieses Schritts ist nicht erfüllt.', 'Das geht im jetzigen Stand nicht.'],
  ],
  [
    'a document that cites its lines to nobody',
    '- citations: nobody',
    '',
    ['This can’t be done in the current state.', 'This can’t be done in the current state.'],
  ],
])('in %s', (_, citations, language, [unmet, wrongState]) => {
  let app: TestApp
  let clerk: Caller
  beforeAll(async () => {
    app = await startApp(documentOf(points(citations, language)))
    clerk = await app.as('Clerk')
  })
  afterAll(() => app.stop())

  test('an unmet condition and a wrong state are refused as conflicts', async () => {
    const { body: claim } = await clerk.post('/api/claims', { title: 'Train' })
    const early = await clerk.post(`/api/claims/${claim.id}/send`)
    expect([early.status, early.body.code, early.body.detail]).toEqual([409, 'conflict', unmet])
    // This condition can't be said in words of people; it is one all the same.
    const unsaid = await clerk.post(`/api/claims/${claim.id}/sort`)
    expect([unsaid.status, unsaid.body.code, unsaid.body.detail]).toEqual([409, 'conflict', unmet])
    const wrong = await clerk.post(`/api/claims/${claim.id}/pay`)
    expect([wrong.status, wrong.body.code, wrong.body.detail]).toEqual([409, 'conflict', wrongState])
  })
})

test('what is missing is said to those who may be cited, and to nobody else', async () => {
  const app = await startApp(documentOf(points('- citations: Clerk', '')))
  try {
    const clerk = await app.as('Clerk')
    const helper = await app.as('Helper')
    const { body: claim } = await clerk.post('/api/claims', { title: 'Train' })
    const told = await clerk.post(`/api/claims/${claim.id}/send`)
    expect(told.body).toMatchObject({
      detail: 'A condition of this step is not met.',
      remedy: expect.stringContaining('receipt'),
      source: { point: 4 },
    })
    const untold = await helper.post(`/api/claims/${claim.id}/send`)
    expect(untold.body.detail).toBe('This can’t be done in the current state.')
    expect(untold.body).not.toHaveProperty('remedy')
    expect(untold.body).not.toHaveProperty('source')
    // Nor who could.
    const update = await helper.patch(`/api/claims/${claim.id}`, { title: 'Bus' })
    expect(update.body.code).toBe('not_allowed')
    expect(update.body).not.toHaveProperty('remedy')
  } finally {
    await app.stop()
  }
})

test('of several rows that fit, the refusal is the one that the document words', async () => {
  const app = await startApp(
    documentOf({
      ...points('', ''),
      4: `### Claim.status

- starts: draft
- ends: paid

| transition | from | to | who | when | otherwise |
|---|---|---|---|---|---|
| send | sent | paid | Clerk | \`receipt == "x"\` | NOT_HERE |
| send | draft | sent | Helper | \`receipt == "y"\` | NOT_YOU |
| send | draft | paid | Clerk | \`title == "Bus"\` | |
| send | draft | sent | Clerk | \`receipt != null\` | NO_RECEIPT |
| send | draft | sent | Clerk | \`receipt == title\` | |
`,
      8: `| code | status | message |
|---|---|---|
| NO_RECEIPT | 409 | Add a receipt. |
| NOT_HERE | 409 | Not here. |
| NOT_YOU | 409 | Not you. |
`,
    }),
  )
  try {
    const clerk = await app.as('Clerk')
    const { body: claim } = await clerk.post('/api/claims', { title: 'Train' })
    const { status, body } = await clerk.post(`/api/claims/${claim.id}/send`)
    expect([status, body.code, body.detail]).toEqual([409, 'NO_RECEIPT', 'Add a receipt.'])
    const helped = await (await app.as('Helper')).post(`/api/claims/${claim.id}/send`)
    expect(helped.body.code).toBe('NOT_YOU')
  } finally {
    await app.stop()
  }
})

test('people who are refused by a row are not asked for what only another row needs', async () => {
  const app = await startApp(
    documentOf({
      ...points('', ''),
      4: `### Claim.status

- starts: draft
- ends: paid

| transition | from | to | who | when | asks | otherwise |
|---|---|---|---|---|---|---|
| pay | draft | paid | Clerk | \`title == "Bus"\` | method: text | TOO_MUCH |
| pay | draft | paid | Helper | | why: text required | |
`,
      8: `| code | status | message |
|---|---|---|
| TOO_MUCH | 409 | A helper pays this. |
`,
    }),
  )
  try {
    const [clerk, helper] = [await app.as('Clerk'), await app.as('Helper')]
    const { body: claim } = await clerk.post('/api/claims', { title: 'Train' })
    const pay = async (person: typeof clerk, input: object) => {
      const { status, body } = await person.post(`/api/claims/${claim.id}/pay`, input)
      return [status, body.code ?? body.status]
    }
    for (const input of [{}, { why: 'late' }, { method: 'cash' }])
      expect(await pay(clerk, input)).toEqual([409, 'TOO_MUCH'])
    expect(await pay(clerk, { other: 1 })).toEqual([422, 'invalid'])
    expect(await pay(helper, {})).toEqual([422, 'invalid'])
    expect(await pay(helper, { why: 'late' })).toEqual([200, 'paid'])
    expect(await pay(helper, {})).toEqual([422, 'invalid'])
    expect(await pay(helper, { why: 'late' })).toEqual([409, 'conflict'])
  } finally {
    await app.stop()
  }
})
