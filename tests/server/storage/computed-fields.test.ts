// Computed fields that look at other records, as the storage reads them.
import { expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Bindings } from '../../../server/storage/query-plans.ts'
import { compileModel, conditionOf, NOW, openTemporary, personRow, shapeOf } from './helpdesk.ts'

const ada: Bindings = { me: personRow('ada'), now: NOW }

test('a computed field that looks at other records is part of each record, always as it is now', async () => {
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
})
