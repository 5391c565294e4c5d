import { describe, expect, test } from 'vitest'
import { columnsOf, expandFor, valueAt } from '../../../../client/data/records/list-columns.ts'
import { compileDocument, helpdesk } from '../../../helpers/compile-document.ts'
import { nobody } from '../../../helpers/nobody-session.ts'
import { ORDERS } from '../../../apps/orders.ts'

const model = helpdesk()
const ticket = model.entities.get('Ticket')
if (!ticket) throw new Error('the helpdesk has no tickets')
const all = new Set(ticket.fields.keys())

describe('the columns of a list', () => {
  test('say which of them holds names of people', () => {
    const person = model.entities.get('Person')
    const columns = person && columnsOf(model, person, ['name', 'email'], new Set(['name', 'email']))
    expect(columns?.map(({ isPersonName }) => isPersonName ?? false)).toEqual([true, false])
    const [requester] = columnsOf(model, ticket, ['requester.name'], all)
    expect(requester?.isPersonName).toBe(true)
  })

  test('are those of the screen that the reader may read', () => {
    const columns = columnsOf(model, ticket, ['number', 'subject', 'due_at'], new Set(['number', 'due_at']))
    expect(columns.map((column) => column.label)).toEqual(['Number', 'Due'])
  })

  test('are a few short fields where the screen names none', () => {
    const columns = columnsOf(model, ticket, undefined, all)
    expect(columns.map((column) => column.field.name.identifier)).toEqual([
      'number',
      'subject',
      'status',
      'priority',
      'requester',
      'assignee',
    ])
  })

  test('show every state of a record, however many fields stand before it', () => {
    const orders = compileDocument(ORDERS)
    const order = orders.entities.get('Order')
    if (!order) throw new Error('there are no orders')
    const columns = columnsOf(orders, order, undefined, new Set(order.fields.keys()))
    expect(columns.map(({ label }) => label)).toEqual(['Title', 'Amount', 'Tracking', 'Receipt', 'Payment', 'Delivery'])
  })

  test('may walk a relation, which then comes along', { tags: 'reference/settings-of-screens' }, () => {
    const columns = columnsOf(model, ticket, ['requester.team', 'status'], all)
    const team = { id: '3', _version: 1 }
    const record = { id: '1', _version: 1, status: 'new', requester: { id: '2', _version: 1, team } }
    expect(expandFor(model, nobody, columns, ticket)).toEqual(['requester'])
    expect(columns.map((column) => valueAt(record, column))).toEqual([team, 'new'])
    expect(columns[0]?.label).toBe('Requester: team')
  })
})
