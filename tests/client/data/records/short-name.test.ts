// How a message names a record: by its number, else by its title, with the kind of thing that it is.
import { expect, test } from 'vitest'
import { shortName } from '../../../../client/data/records/short-name.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

const model = helpdesk()
const [ticket, tag] = [model.entities.get('Ticket'), model.entities.get('Tag')]
if (!ticket || !tag) throw new Error('The helpdesk has tickets and tags.')

test('a record with a number is named by that', () => {
  const record = { id: '1', number: 'HD-00351', subject: 'The printer jams' }
  expect(shortName(model, ticket, record)).toBe('Ticket HD-00351')
})

test('a record without one is named by its title', () => {
  expect(shortName(model, tag, { id: '1', name: 'printer' })).toBe('Tag printer')
})
