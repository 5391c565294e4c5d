// The code that a row of point 6 names in place of `not_allowed`: who gets it, and what is said first.
// @module-tag reference/point-6-roles-and-permissions
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const MACHINES = documentOf({
  3: `### Branch

| field | type |
|---|---|
| name | text |
| boss | Person (as branches) |

### Machine

| field | type |
|---|---|
| name | text |
| branch | Branch |
| worn | yes/no |
`,
  6: `| role | is |
|---|---|
| Clerk | keeps machines |

| role | is | of | who |
|---|---|---|---|
| Boss | leads | Branch; Machine by branch | \`boss == me\` |

| role | entity | may | where | otherwise |
|---|---|---|---|---|
| Clerk | Branch, Machine | read, create | | |
| Boss | Machine | update | | NOT_YOURS |
| Boss | Machine | delete | \`worn\` | NOT_OLD |
| everyone | Person | read | | |
`,
  8: `| code | status | message |
|---|---|---|
| NOT_YOURS | 403 | Not yours. |
| NOT_OLD | 403 | Not old. |
`,
})

describe('the code of a row for a role by relation', () => {
  let app: TestApp
  let ann: Caller
  let bob: Caller
  beforeAll(async () => {
    app = await startApp(MACHINES)
    ann = await app.as('Clerk', 'Ann')
    bob = await app.as('Clerk', 'Bob')
  })
  afterAll(() => app.stop())

  const branchOf = async (caller: Caller): Promise<string> => {
    return (await caller.post('/api/branches', { name: 'B', boss: caller.id }).expect(201)).body.id
  }
  const answer = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) => [
    status,
    body.code,
  ]

  test('is said to those who have it on the record, and to nobody else, with and without a condition', async () => {
    const [hers, his] = [await branchOf(ann), await branchOf(bob)]
    const { body: machine } = await ann.post('/api/machines', { name: 'Drill', branch: his, worn: false }).expect(201)
    const path = `/api/machines/${machine.id}`
    // Ann leads another branch, and not this one.
    expect(answer(await ann.patch(path, { name: 'Saw' }))).toEqual([403, 'not_allowed'])
    expect(answer(await ann.delete(path))).toEqual([403, 'not_allowed'])
    expect(answer(await bob.delete(path))).toEqual([403, 'NOT_OLD'])
    expect(answer(await bob.patch(path, { name: 'Saw' }))).toEqual([200, undefined])
    // Nor may the boss give the machine away; the row has no condition to speak of.
    expect(answer(await bob.patch(path, { branch: hers }))).toEqual([403, 'not_allowed'])
  })
})

const OFFERS = documentOf({
  3: `### Offer

| field | type | required | value |
|---|---|---|---|
| name | text | | |
| region | one of a, b | yes | |
| total | computed integer | | \`rows.sum(r, r.n)\` |

### Row

| field | type | required | limits |
|---|---|---|---|
| offer | Offer (as rows), part of it | yes | |
| n | integer | yes | |
| code | text | | unique |

### Cell

| field | type | required |
|---|---|---|
| row | Row (as cells), part of it | yes |
| n | integer | |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Few | Row | \`n < 10\` | Too many. | n |
| Few cells | Cell | \`n < 10\` | Too many cells. | n |`,
  6: `| role | is |
|---|---|
| Clerk | offers |
| Heavy | offers much |

| role | entity | may | where | otherwise |
|---|---|---|---|---|
| Clerk, Heavy | Offer, Row, Cell | read | | |
| Clerk | Offer | create, update | \`region == "a"\` | ELSEWHERE |
| Clerk | Row | create, update | \`offer.region == "a" and n != 5\` | |
| Clerk | Cell | create | \`n != 5\` | |
| Heavy | Offer | create | \`region == "a" and total >= 8\` | LIGHT |
| Heavy | Row | create | | |
`,
  8: `| code | status | message |
|---|---|---|
| ELSEWHERE | 403 | That is elsewhere. |
| LIGHT | 403 | That is little. |
`,
})

describe('the code of a row that refuses a head', { tags: 'reference/lines-what-is-part-of-a-whole' }, () => {
  let app: TestApp
  let clerk: Caller
  beforeAll(async () => {
    app = await startApp(OFFERS)
    clerk = await app.as('Clerk')
  })
  afterAll(() => app.stop())

  type Answer = {
    readonly status: number
    readonly body: { readonly code?: string; readonly errors?: readonly object[] }
  }
  const said = ({ status, body }: Answer) => [
    status,
    body.code,
    body.errors?.map((each) => 'field' in each && each.field),
  ]
  const post = (body: object) => clerk.post('/api/offers', { region: 'b', ...body })

  test('is said before anything of its lines, whatever is wrong with these', async () => {
    const taken = { n: 1, code: 'x' }
    await clerk.post('/api/offers', { region: 'a', rows: [taken] }).expect(201)
    const rows = [[], [{ n: 1 }], [{ n: 5 }], [{ n: 12 }], [{ n: 1, cells: [{ n: 12 }] }], [taken]]
    for (const each of rows) expect(said(await post({ rows: each }))).toEqual([403, 'ELSEWHERE', undefined])
  })

  test('is said of a change, too, that takes the head out of its row', async () => {
    const { body: offer } = await clerk.post('/api/offers', { region: 'a', rows: [{ n: 1 }] }).expect(201)
    const change = (body: object) => clerk.patch(`/api/offers/${offer.id}`, body).set('If-Match', `"${offer._version}"`)
    for (const n of [2, 5, 12])
      expect(said(await change({ region: 'b', rows: [{ n }] }))).toEqual([403, 'ELSEWHERE', undefined])
    const wrong = [{ id: offer.rows[0].id }, { n: 5 }]
    expect(said(await change({ rows: wrong }))).toEqual([403, 'not_allowed', ['rows[1]']])
  })

  test('is not said where the head may be written: then its lines are', async () => {
    expect(said(await post({ region: 'a', rows: [{ n: 5 }] }))).toEqual([403, 'not_allowed', ['rows[0]']])
    const deep = [{ n: 1 }, { n: 1, cells: [{ n: 12 }] }]
    expect(said(await post({ region: 'a', rows: deep }))).toEqual([422, 'invalid', ['rows[1].cells[0].n']])
    expect(said(await post({ region: 'a', rows: [{ n: 12 }] }))).toEqual([422, 'invalid', ['rows[0].n']])
  })

  test('of all lines that are wrong each value is named, those of lines within lines, too', async () => {
    const cells = [{ n: 1 }, { n: 12 }]
    const errorsOf = async (...rows: readonly object[]) => said(await post({ region: 'a', rows }))
    const both = ['rows[0].cells[1].n', 'rows[1].n']
    expect(await errorsOf({ n: 1, cells }, { n: 12 })).toEqual([422, 'invalid', both])
    expect(await errorsOf({ n: 12 }, { n: 1, cells })).toEqual([422, 'invalid', ['rows[0].n', 'rows[1].cells[1].n']])
    const values = [{ n: 1, cells: [{ n: 1 }, { n: 'x' }] }, { n: 'x' }, { n: 'x', cells: [{ n: 'x' }] }]
    const all = ['rows[0].cells[1].n', 'rows[1].n', 'rows[2].n', 'rows[2].cells[0].n']
    expect(await errorsOf(...values)).toEqual([422, 'invalid', all])
    expect(said(await post({ region: 'z', rows: values }))).toEqual([422, 'invalid', ['region', ...all]])
  })

  test('waits for the lines that its condition looks at', async () => {
    const heavy = await app.as('Heavy')
    const send = (...rows: readonly object[]) => heavy.post('/api/offers', { region: 'a', rows })
    expect(said(await send({ n: 1 }))).toEqual([403, 'LIGHT', undefined])
    expect(said(await send({ n: 12 }))).toEqual([422, 'invalid', ['rows[0].n']])
    // What it asks beside them is known before.
    for (const n of [1, 12])
      expect(said(await heavy.post('/api/offers', { region: 'b', rows: [{ n }] }))).toEqual([403, 'LIGHT', undefined])
    expect(said(await send({ n: 4 }, { n: 4 }))).toEqual([201, undefined, undefined])
  })
})
