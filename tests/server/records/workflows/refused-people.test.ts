// The code of a row of a step: for those that `who` names, where its condition refuses them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const GIFTS = documentOf({
  3: `### Gift
| field | type | required |
|---|---|---|
| amount | integer | yes |
| keeper | Person | |
| note | text | |`,
  4: `### Gift.status
- starts: entered
- ends: booked

| transition | from | to | who | when | asks | otherwise |
|---|---|---|---|---|---|---|
| book | entered | booked | Treasurer | \`amount < 1000\` | | |
| book | entered | booked | Treasurer and \`created_by != me\` | | | FOUR_EYES |
| check | entered | checked | Treasurer and not the one who did note down | | seen: text required | CHECKED_BY_OTHERS |
| note down | entered | entered | Treasurer | | | |
| sign | entered | signed | Treasurer | | | |
| sign | signed | signed twice | Treasurer and not the one who did sign | | seen: text required | CHECKED_BY_OTHERS |
| sign | signed twice | booked | Treasurer and \`created_by != me\` | | | FOUR_EYES |
| keep | entered | booked | Keeper and \`amount < 10\` | | | TOO_DEAR |
| take | entered | booked | \`keeper == me\` | | | NOT_THEIRS |
| give at once | new record | booked | Treasurer and \`amount < 5\` | | | NOT_AT_ONCE |
| end | booked, checked | entered | Treasurer | \`amount > 0\` | | NOTHING |`,
  6: `| role | is | of | who |
|---|---|---|---|
| Keeper | keeps it | Gift | \`keeper == me\` |

| role | is |
|---|---|
| Treasurer | keeps the money |
| Auditor | reads |
| Writer | writes what they may not read |

| role | entity | may | fields |
|---|---|---|---|
| Treasurer | Gift | read, create | all |
| Auditor | Gift | read | amount |
| everyone | Person | read | all |`,
  8: `| code | status | message |
|---|---|---|
| FOUR_EYES | 403 | From 1000 on somebody else books it. |
| CHECKED_BY_OTHERS | 409 | Another person checks it. |
| TOO_DEAR | 403 | {amount} are too much. |
| NOT_THEIRS | 403 | Only its keeper takes it. |
| NOT_AT_ONCE | 422 | That is too much for once. |
| NOTHING | 409 | There is nothing. |`,
})

let app: TestApp
let ann: Caller
let ben: Caller
let auditor: Caller
beforeAll(async () => {
  app = await startApp(GIFTS)
  ann = await app.as('Treasurer', 'Ann')
  ben = await app.as('Treasurer', 'Ben')
  auditor = await app.as('Auditor', 'Cy')
})
afterAll(() => app.close())

async function gift(amount: number, keeper: string | null = null): Promise<string> {
  const { body } = await ann.post('/api/gifts', { amount, keeper })
  return `/api/gifts/${body.id}`
}

const answer = async (asked: PromiseLike<{ status: number; body: { code?: string; detail?: string } }>) => {
  const { status, body } = await asked
  return [status, body.code ?? '']
}

describe('a row with a code and no `when`', { tags: 'reference/point-4-states-and-transitions' }, () => {
  test('says it to those that `who` names, where its condition refuses them', async () => {
    const path = await gift(2000)
    expect(await answer(ann.post(`${path}/book`))).toEqual([403, 'FOUR_EYES'])
    expect((await ben.post(`${path}/book`)).status).toBe(200)
    const small = await gift(20)
    expect((await ann.post(`${small}/book`)).status).toBe(200)
  })

  test('says it of the state that the record is in, where other rows of its name are for other states', async () => {
    const path = await gift(2)
    expect((await ann.post(`${path}/sign`)).status).toBe(200)
    expect(await answer(ann.post(`${path}/sign`, { sen: 1 }))).toEqual([409, 'CHECKED_BY_OTHERS'])
    expect((await ben.post(`${path}/sign`, { seen: 'yes' })).status).toBe(200)
    expect(await answer(ann.post(`${path}/sign`))).toEqual([403, 'FOUR_EYES'])
    expect((await ben.post(`${path}/sign`)).status).toBe(200)
    expect(await answer(ann.post(`${path}/sign`))).toEqual([409, 'conflict'])
  })

  test('says it before any input is read, also where the code is no 403', async () => {
    const path = await gift(2)
    await ben.post(`${path}/note-down`)
    expect(await answer(ben.post(`${path}/check`, { sen: 1 }))).toEqual([409, 'CHECKED_BY_OTHERS'])
    expect((await ann.post(`${path}/check`, { seen: 'yes' })).status).toBe(200)
  })

  test('says it to nobody that the row does not name, nor to who may not see the record', async () => {
    const path = await gift(2000)
    expect(await answer(auditor.post(`${path}/book`))).toEqual([403, 'not_allowed'])
    expect(await answer(auditor.post(`${path}/keep`))).toEqual([403, 'not_allowed'])
    const stranger = await app.as('Writer', 'Dee')
    expect(await answer(stranger.post(`${path}/take`))).toEqual([404, 'not_found'])
  })

  test('of a role by relation says it to those who have it on the record; of a condition, to all who see it', async () => {
    const path = await gift(50, ann.id)
    expect(await answer(ann.post(`${path}/keep`))).toEqual([403, 'TOO_DEAR'])
    expect(await answer(ben.post(`${path}/keep`))).toEqual([403, 'not_allowed'])
    expect(await answer(ben.post(`${path}/take`))).toEqual([403, 'NOT_THEIRS'])
    expect((await ann.post(`${path}/take`)).status).toBe(200)
  })

  test('of a way to create says it, too', async () => {
    expect(await answer(ann.post('/api/gifts/give-at-once', { amount: 50 }))).toEqual([422, 'NOT_AT_ONCE'])
    expect((await ann.post('/api/gifts/give-at-once', { amount: 3 })).status).toBe(201)
  })

  test('leaves the code of a row with `when` to that', async () => {
    const path = await gift(2)
    await ann.post(`${path}/book`)
    expect((await ann.post(`${path}/end`)).status).toBe(200)
  })
})
