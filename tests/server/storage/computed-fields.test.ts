// Computed fields that look at other records, as the storage reads them.
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Model } from '#shared/model/model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Bindings } from '../../../server/storage/query-plans.ts'
import { compileModel, conditionOf, NOW, openTemporary, personRow, shapeOf } from './helpdesk.ts'

const ada: Bindings = { me: personRow('ada'), now: NOW }

test(
  'a computed field that looks at other records is part of each record, always as it is now',
  { tags: 'reference/computed-fields' },
  async () => {
    const document = `# Specification: Orders
## 1. What
Orders.
## 2. Screens
not shown
## 3. Entities
### Order
| field | type | required | default | value |
|---|---|---|---|---|
| name | text | yes | | |
| total | computed money | | | \`lines.sum(l, l.price)\` |
| big | computed yes/no | | | \`total > 10\` |
### Line
| field | type | required | default | value |
|---|---|---|---|---|
| order | Order, deleted with it | yes | | |
| price | money | yes | | |
## 4. States
none
## 5. Rules
none
## 6. Roles
not shown
## 7. Calls
none
## 8. Errors
none
## 9. Constants
none
`
    const orders = compileModel(document)
    const { storage, close } = await openTemporary(orders)
    await storage.write(async (transaction) => {
      await transaction.insert('Order', { id: 'o', name: 'First', _version: 1 })
      for (const [id, price] of [
        ['l-1', '4.50'],
        ['l-2', '7.25'],
      ])
        await transaction.insert('Line', { id: id ?? '', order: 'o', price, _version: 1 })
      expect(await transaction.record('Order', 'o')).toMatchObject({ total: '11.75', big: true })
      await transaction.update('Order', 'o', { name: 'Second', total: '0.00' })
    })
    const reading = storage.plan(
      shapeOf(orders, 'Order', {
        sort: [{ field: 'total', descending: true }],
        filter: conditionOf(orders, 'Order', 'total == 11.75'),
      }),
    )
    const { items } = await reading.list(ada, { limit: 5 })
    expect(items.map((item) => JSON.parse(item) as RecordValue)).toMatchObject([
      { id: 'o', name: 'Second', total: '11.75', big: true },
    ])
    await close()
  },
)

test(
  'a value of constants and lookups is kept, indexed, and worked out anew where point 9 changes',
  { tags: 'reference/computed-fields' },
  async () => {
    const document = (fee: number, low: string): Model =>
      compileModel(
        documentOf({
          3: `### Order

| field | type | limits | value |
|---|---|---|---|
| size | one of small, large | | |
| weight | integer | | |
| fee | computed integer | indexed | \`weight * limits.fee\` |
| class | computed text | indexed | \`lookup.classes[size][weight]\` |
| both | computed text | indexed | \`fee > 30 ? class + "!" : class\` |
`,
          9: `| name | value |
|---|---|
| fee | ${fee} |

### Lookup classes

| size | 1 | 9 |
|---|---|---|
| small | ${low} | heavy parcel |
| large | A 7 | B 7 |
`,
        }),
      )
    const first = document(3, 'light parcel')
    const { storage, directory } = await openTemporary(first)
    // As the commands write it: what is kept stands in its column.
    const values = { size: 'small', fee: 27, class: 'heavy parcel', both: 'heavy parcel' }
    await storage.write(async (transaction) => {
      await transaction.insert('Order', {
        id: 'o',
        weight: 9,
        ...values,
        _version: 1,
        created_at: NOW,
        updated_at: NOW,
      })
    })
    const plan = storage.plan(shapeOf(first, 'Order', { filter: conditionOf(first, 'Order', 'fee == 27') }))
    expect((await plan.list(ada, { limit: 5 })).items).toHaveLength(1)
    await storage.close()
    const next = { directory, revision: 'r2', now: () => NOW }
    const changed = await openSqliteStorage({ ...next, model: document(4, 'light parcel') })
    expect(await changed.database.record('Order', 'o')).toMatchObject({ fee: 36, both: 'heavy parcel!' })
    await changed.close()
    rmSync(directory, { recursive: true })
  },
)
