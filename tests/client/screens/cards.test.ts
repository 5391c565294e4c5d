import { expect, test } from 'vitest'
import { columnsOf } from '../../../client/data/records/list-columns.ts'
import { headingOf } from '../../../client/screens/table/cards/record-card.tsx'
import { compileDocument, documentOf, helpdesk } from '../../helpers/compile-document.ts'

test('a card is headed by number and name, and by no second text', () => {
  const model = helpdesk()
  const headingIn = (entity: string, names: readonly string[]) => {
    const found = model.entities.get(entity)
    return found && headingOf(columnsOf(model, found, names, new Set(names))).map(({ label }) => label)
  }
  expect(headingIn('Ticket', ['number', 'status', 'subject'])).toEqual(['Number', 'Subject'])
  expect(headingIn('Person', ['name', 'email', 'phone'])).toEqual(['Name'])
  expect(headingIn('Ticket', ['requester', 'status'])).toEqual(['Requester'])
  // A list that begins with a relation is read by it.
  expect(headingIn('Ticket', ['requester', 'subject'])).toEqual(['Requester'])
})

test('texts that the title of the record has head its card together', () => {
  const rows = '| code | text |\n| name | text |\n| note | text |'
  const headed = (settings: string) => {
    const model = compileDocument(
      documentOf({ 3: `### Centre\n\n| field | type |\n|---|---|\n${rows}\n\n${settings}` }),
    )
    const centre = model.entities.get('Centre')
    return (
      centre && headingOf(columnsOf(model, centre, undefined, new Set(centre.fields.keys()))).map(({ label }) => label)
    )
  }
  expect(headed('- title: "{code} {name}"')).toEqual(['Code', 'Name'])
  expect(headed('')).toEqual(['Code'])
})
