import { describe, expect, test } from 'vitest'
import { columnsOf } from '../../../../client/data/records/list-columns.ts'
import { listedFields } from '../../../../client/data/records/listed-fields.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

const model = helpdesk()
const ticket = model.entities.get('Ticket')
if (!ticket) throw new Error('the helpdesk has no tickets')
const all = new Set(ticket.fields.keys())

describe('a list asks for', () => {
  test('its columns, the title, the state and the key of the record’s page, and for no long text', () => {
    const fields = listedFields(model, ticket, columnsOf(model, ticket, ['priority', 'requester.team'], all), all)
    expect([...fields].toSorted()).toEqual(['id', 'number', 'priority', 'requester', 'status', 'subject'])
  })

  test('nothing that the reader may not read; short texts stand in for a title that is not whole', () => {
    const readable = new Set(['id', 'subject', 'description'])
    expect(listedFields(model, ticket, columnsOf(model, ticket, ['priority'], all), readable)).toEqual([
      'subject',
      'id',
    ])
  })
})
