// Refusals say that a value is taken, or that there is a record, to those who may write the record, and to nobody else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Team

| field | type |
|---|---|
| name | text |
| lead | Person |

### Badge

- unique together: team, place

| field | type | required | limits |
|---|---|---|---|
| code | text | yes | unique |
| seal | text | no | unique |
| team | Team | no | |
| place | text | no | |
| owner | Person | no | |

### Vault

- only one: yes

| field | type |
|---|---|
| owner | Person |

### Box

| field | type |
|---|---|
| owner | Person |

### Item

| field | type | required | limits |
|---|---|---|---|
| box | Box (as items), part of it | yes | |
| code | text | yes | unique |
| label | text | yes | unique per box |
`,
  5: `| rule | entity | must hold | otherwise | checked |
|---|---|---|---|---|
| Few | Badge | \`Badge.count() < 50\` | There are many badges. | before effects |
| No twin | Badge | \`not Badge.exists(b, b != this and b.place == "Cellar" and place == "Cellar")\` | The cellar has one. | before effects |
`,
  6: `| role | is |
|---|---|
| Keeper | keeps |
| Owner | owns |
| Lead | leads |

| role | entity | may | where |
|---|---|---|---|
| everyone | Team, Person | read | |
| Keeper | Team, Badge, Vault, Box, Item | everything | |
| Owner | Badge, Vault, Box | create, update | \`owner == me\` |
| Owner | Badge, Box, Item | read | \`created_by == me\` |
| Owner | Item | create | \`box.owner == me or box.owner != null\` |
| Lead | Badge | create, update | \`team.lead == me\` |
| Lead | Badge | read | \`created_by == me\` |
`,
})

let app: TestApp
let keeper: Caller
let owner: Caller
let lead: Caller
let own: string
let other: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  keeper = await app.as('Keeper')
  owner = await app.as('Owner')
  lead = await app.as('Lead')
  own = (await keeper.post('/api/teams', { name: 'Own', lead: lead.id })).body.id
  other = (await keeper.post('/api/teams', { name: 'Other' })).body.id
  await keeper.post('/api/badges', { code: 'A1', seal: 'S1', team: other, place: 'Attic' }).expect(201)
  await keeper.post('/api/badges', { code: 'A2', seal: 'S2', team: own, place: 'Cellar' }).expect(201)
  await keeper.post('/api/boxes', { items: [{ code: 'I1', label: 'a' }] }).expect(201)
})
afterAll(() => app.stop())

const statusOf = async (sent: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await sent
  return [status, body.code]
}
const [REFUSED, TAKEN] = [
  [403, 'not_allowed'],
  [409, 'conflict'],
]

describe('who may not write the record learns nothing of others', () => {
  test('a grant that looks at the record itself', async () => {
    expect(await statusOf(owner.post('/api/badges', { code: 'A1', owner: keeper.id }))).toEqual(REFUSED)
    expect(await statusOf(owner.post('/api/badges', { code: 'A9', owner: keeper.id }))).toEqual(REFUSED)
    expect(await statusOf(owner.post('/api/badges', { code: 'A1', owner: owner.id }))).toEqual(TAKEN)
  })

  test('a grant that looks at other records, whatever number of values is taken', async () => {
    expect(await statusOf(lead.post('/api/badges', { code: 'A1', seal: 'S2', team: other }))).toEqual(REFUSED)
    expect(await statusOf(lead.post('/api/badges', { code: 'A9', team: other }))).toEqual(REFUSED)
    expect(await statusOf(lead.post('/api/badges', { code: 'A1', seal: 'S2', team: own }))).toEqual(TAKEN)
    expect(await statusOf(lead.post('/api/badges', { code: 'A8', team: other, place: 'Attic' }))).toEqual(REFUSED)
    const kept = await keeper.get('/api/badges?sort=code')
    expect(kept.body.items).toMatchObject([
      { code: 'A1', seal: 'S1', place: 'Attic' },
      { code: 'A2', seal: 'S2', place: 'Cellar' },
    ])
  })

  test('a change, after which they may not write it any more', async () => {
    const mine = (await lead.post('/api/badges', { code: 'L1', team: own }).expect(201)).body.id
    const path = `/api/badges/${mine}`
    expect(await statusOf(lead.patch(path, { code: 'A1', team: other }))).toEqual(REFUSED)
    expect(await statusOf(lead.patch(path, { code: 'L2', team: other }))).toEqual(REFUSED)
    expect(await statusOf(lead.patch(path, { code: 'A1' }))).toEqual(TAKEN)
    expect((await lead.get(path)).body).toMatchObject({ code: 'L1', _version: 1 })
  })

  test('a rule before effects, and a record of which there is one', async () => {
    expect(await statusOf(owner.post('/api/badges', { code: 'A7', place: 'Cellar', owner: keeper.id }))).toEqual(
      REFUSED,
    )
    expect((await owner.post('/api/badges', { code: 'A7', place: 'Cellar', owner: owner.id })).status).toBe(422)
    await keeper.post('/api/vaults', {}).expect(201)
    expect(await statusOf(owner.post('/api/vaults', { owner: keeper.id }))).toEqual(REFUSED)
    expect((await owner.post('/api/vaults', { owner: owner.id })).status).toBe(409)
  })

  test('a value of a line of a head that they may not write', async () => {
    const items = [{ code: 'I1', label: 'a' }]
    expect(await statusOf(owner.post('/api/boxes', { owner: keeper.id, items }))).toEqual(REFUSED)
    expect(await statusOf(owner.post('/api/boxes', { owner: owner.id, items }))).toEqual(TAKEN)
    const twice = ['I2', 'I3'].map((code) => ({ code, label: 'a' }))
    expect(await statusOf(owner.post('/api/boxes', { owner: keeper.id, items: twice }))).toEqual(REFUSED)
    expect(await statusOf(owner.post('/api/boxes', { owner: owner.id, items: twice }))).toEqual(TAKEN)
  })
})
