import { expect, test } from 'vitest'
import { columnsOf } from '../../../client/data/records/list-columns.ts'
import { headingOf } from '../../../client/screens/table/record-cards.tsx'
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
  const text = documentOf({ 3: `### Centre\n\n| field | type |\n|---|---|\n${rows}\n\n- title: "{code} {name}"` })
  const centre = compileDocument(text).entities.get('Centre')
  const headed = (titled?: string) =>
    centre &&
    headingOf(columnsOf(compileDocument(text), centre, undefined, new Set(centre.fields.keys())), titled).map(
      ({ label }) => label,
    )
  expect(headed(centre?.title.text)).toEqual(['Code', 'Name'])
  expect(headed()).toEqual(['Code'])
})
