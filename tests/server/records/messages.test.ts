// The values in messages: as people are shown them, and no more than their reader may read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const document = documentOf({
  3: `### Order

- title: \`name + " (" + text(status) + ")"\`

| field | type | required | value |
|---|---|---|---|
| name | text | yes | |
| total | computed money | | \`lines.sum(l, l.price)\` |
| hidden_total | computed money | | \`lines.sum(l, l.price) + 1\` |
| owner | Person | no | |
| limit | integer | no | |
| status | one of with the team, all done | yes | |

### Line

| field | type | required |
|---|---|---|
| order | Order | yes |
| price | money | yes |

### Note

| field | type | required |
|---|---|---|
| order | Order | yes |
| text | text | yes |
`,
  4: `### Order.status

- starts: with the team
- ends: all done

| transition | from | to | who | asks | when | then | otherwise |
|---|---|---|---|---|---|---|---|
| finish | with the team | all done | everyone | why: text | \`input.why != "no"\` | refuse WHY if \`input.why == "never"\` | WHY |
| charge | with the team | stay | everyone | paid: money, share: percent | | refuse CHARGED if \`input.paid > 5.00\` | |
| note | with the team | stay | Clerk | paid: money | | create Note { order: this, text: "{input.paid} paid" } | |
| keep | with the team | stay | nobody | | | | |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Small | Order | \`limit != 3\` | BAD |
| Not large | Order | \`limit != 4\` | Not {limit} for {name}: {hidden_total}. |
| Five | Order | \`limit != 5\` | Five, {total} |
| Six | Order | \`limit != 6\` | Six, {total} |
| Seven | Order | \`limit != 7\` | Six, {total} |
| Not huge | Order | \`limit != 4\` | "Nor “{text(limit)}”" |
`,
  6: `| role | is |
|---|---|
| Clerk | sees lines |
| Buyer | sees his own |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Order | everything | | all except hidden_total |
| Clerk | Line, Note | everything | | all |
| Buyer | Order | read, update | \`owner == me\` | all except hidden_total |
| Buyer | Note | read | | all |
| everyone | Person | read | | name |
`,
  8: `| code | status | message |
|---|---|---|
| BAD | 422 | {status}, {text(status)}: {total}, {hidden_total}, {lines.count()} lines, {notes.count()} notes, {notes.map(n, n.text)}, {this} |
| WHY | 409 | "{input.why}" is no reason to finish {name}. |
| CHARGED | 409 | {input.paid} at {input.share}, with tip {input.paid + 1.00}. |
| not_allowed | 403 | {name} is not for you. |
`,
})

let app: TestApp
let clerk: Caller
let buyer: Caller
let order: string

beforeAll(async () => {
  app = await startApp(document)
  clerk = await app.as('Clerk')
  buyer = await app.as('Buyer')
  const made = await clerk.post('/api/orders', { name: 'A', owner: buyer.id })
  order = (made.body as { readonly id: string }).id
  await clerk.post('/api/lines', { order, price: '10.50' })
  await clerk.post('/api/lines', { order, price: '2' })
  await clerk.post('/api/notes', { order, text: 'Soon' })
})
afterAll(() => app.stop())

async function refusedTo(caller: Caller): Promise<string> {
  const { body, status } = await caller.patch(`/api/orders/${order}`, { limit: 3 })
  expect(status).toBe(422)
  return (body as { readonly detail: string }).detail
}

describe('a message', () => {
  test('says of sets what its reader may read of each of their records, and of computed fields what is granted', async () => {
    expect(await refusedTo(clerk)).toBe(
      'with the team, with the team: €12.50, …, 2 lines, 1 notes, Soon, A (with the team)',
    )
  })

  test('of a rule may stand in the rule, with values as well', async () => {
    const { body } = await clerk.patch(`/api/orders/${order}`, { limit: 4 })
    expect(body.detail).toBe('Not 4 for A: ….')
  })

  test('has its values whichever message with the same expression was said before', async () => {
    for (const [limit, said] of [
      [5, 'Five, €12.50'],
      [6, 'Six, €12.50'],
      [7, 'Six, €12.50'],
    ] as const)
      expect((await clerk.patch(`/api/orders/${order}`, { limit })).body.detail).toBe(said)
  })

  test('says what was given', async () => {
    for (const why of ['no', 'never']) {
      const { body, status } = await clerk.post(`/api/orders/${order}/finish`, { why })
      expect([status, body.detail]).toEqual([409, `"${why}" is no reason to finish A.`])
    }
  })

  test('says money and shares that were given as those of fields', async () => {
    const refused = await clerk.post(`/api/orders/${order}/charge`, { paid: '12.5', share: '7.5' })
    expect([refused.status, refused.body.detail]).toEqual([409, '€12.50 at 7.5%, with tip €13.50.'])
    await clerk.post(`/api/orders/${order}/note`, { paid: '3' })
    const { body } = await clerk.get('/api/notes?sort=-created_at&limit=1')
    expect(body.items[0].text).toBe('€3.00 paid')
    await clerk.delete(`/api/notes/${body.items[0].id}`)
  })

  test('of the system may be worded for any record, as far as it fits', async () => {
    const { body, status } = await clerk.post(`/api/orders/${order}/keep`)
    expect([status, body.detail]).toEqual([403, 'A is not for you.'])
    expect((await buyer.post('/api/notes', { order, text: 'Late' })).body.detail).toBe('… is not for you.')
  })

  test('holds no expression for a client over what its person may not see', async () => {
    const { text } = await buyer.get('/api/spec')
    expect(text).not.toMatch(/"field":"hidden_total"|"entity":"Line"/)
    expect(text).toContain('"Not "')
  })

  test('keeps back the rest', { tags: 'reference/point-8-the-error-catalogue' }, async () => {
    // The total is granted, although the lines are not.
    expect(await refusedTo(buyer)).toBe(
      'with the team, with the team: €12.50, …, … lines, 1 notes, Soon, A (with the team)',
    )
  })
})
