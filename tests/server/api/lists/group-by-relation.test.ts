// Summaries, and tiles, that group by a field of the record that a relation leads to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /numbers | Numbers | dashboard | everyone |

### Numbers

| tile | shows |
|---|---|
| By city | count of Order by customer.city as bars |
| By grade and month | sum of Order.pieces by customer.grade, month of customer.since as table |
`,
  3: `### Region

| field | type |
|---|---|
| name | text |

### Customer

| field | type |
|---|---|
| name | text |
| city | text |
| grade | one of gold, silver |
| since | date |
| region | Region |
| secret | yes/no |

### Order

| field | type |
|---|---|
| customer | Customer |
| others | several Customer (as other orders) |
| pieces | integer |
`,
  4: 'none.',
  5: 'none.',
  6: `| role | is |
|---|---|
| Clerk | sells |
| Packer | packs |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Order, Region | everything | | all |
| Clerk | Customer | create | | all |
| Clerk | Customer | read | \`secret != true\` | all |
| Packer | Order | read | | all |
| Packer | Customer | read | | name |
`,
})

let app: TestApp
let clerk: Caller
let packer: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  packer = await app.as('Packer')
  const administrator = await app.as('Administrator')
  const made = async (path: string, body: object) => (await administrator.post(path, body)).body.id as string
  const north = await made('/api/regions', { name: 'North' })
  const ann = await made('/api/customers', {
    name: 'Ann',
    city: 'Köln',
    grade: 'silver',
    since: '2026-02-03',
    region: north,
  })
  const bob = await made('/api/customers', { name: 'Bob', city: 'Bonn', grade: 'gold', since: '2026-02-20' })
  const eve = await made('/api/customers', {
    name: 'Eve',
    city: 'Trier',
    grade: 'gold',
    since: '2026-03-01',
    secret: true,
  })
  for (const [customer, pieces] of [
    [ann, 1],
    [ann, 2],
    [bob, 4],
    [eve, 8],
    [null, 16],
  ] as const)
    await made('/api/orders', { customer, pieces })
})
afterAll(() => app.stop())

const grouped = async (by: string, who = clerk) => {
  const { status, body } = await who.get(`/api/orders/summary?measure=sum(pieces)&by=${by}`)
  if (status !== 200) return [status, body.code]
  return body.groups.map((group: { key: unknown; subkey?: unknown; measures: object }) => [
    group.key,
    ...('subkey' in group ? [group.subkey] : []),
    ...Object.values(group.measures),
  ])
}

describe('a summary by a field of a relation', { tags: 'reference/dashboards' }, () => {
  test('groups by texts, words, months and records, each in its order', async () => {
    expect(await grouped('customer.city')).toEqual([
      ['Bonn', 4],
      ['Köln', 3],
      [null, 24],
    ])
    expect(await grouped('customer.grade')).toEqual([
      ['gold', 4],
      ['silver', 3],
      [null, 24],
    ])
    expect(await grouped('month(customer.since)')).toEqual([
      ['2026-02-01', 7],
      [null, 24],
    ])
    expect(await grouped('customer.grade,month(customer.since)')).toHaveLength(3)
    expect(await grouped('customer.region')).toEqual([
      [expect.stringMatching(/^[\da-f-]{36}$/), 3],
      [null, 28],
    ])
  })

  test('shows nothing of records, and refuses fields, that one may not read', async () => {
    // Eve's grade is gold: her order stands with those without a customer.
    expect(await grouped('customer.grade')).toEqual([
      ['gold', 4],
      ['silver', 3],
      [null, 24],
    ])
    expect(await grouped('customer.city', packer)).toEqual([400, 'unknown_field'])
    expect(await grouped('customer.nothing', packer)).toEqual([400, 'unknown_field'])
    expect(await grouped('others.city')).toEqual([400, 'unknown_field'])
    expect(await grouped('customer.region.name')).toEqual([400, 'too_much'])
  })

  test('is a tile for those who may read it', () => {
    const model = compileDocument(DOCUMENT)
    const tiles = (role: string) => {
      const { screens } = projectModel(model, actorWithRoles(model, [role]), new Set())
      return 'screens' in screens
        ? screens.screens.flatMap((screen) => (screen.tiles ?? []).map(({ name }) => name))
        : []
    }
    expect(tiles('Clerk')).toEqual(['By city', 'By grade and month'])
    expect(tiles('Packer')).toEqual([])
  })
})
