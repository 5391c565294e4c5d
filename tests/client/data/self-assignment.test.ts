import { expect, test } from 'vitest'
import { selfField } from '../../../client/data/self-assignment.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

test('a person takes on what has a relation to one person that may be empty, and that they may set', () => {
  const model = helpdesk()
  const ticket = model.entities.get('Ticket')
  const comment = model.entities.get('Comment')
  if (!ticket || !comment) throw new Error('The helpdesk has no tickets or comments.')
  const found = (names: readonly string[]) => selfField(model, ticket, new Set(names))?.name.identifier
  expect(found(['subject', 'requester', 'assignee', 'team'])).toBe('assignee')
  // Who reported it is not who solves it.
  expect(found(['subject', 'requester', 'created_by'])).toBeUndefined()
  expect(selfField(model, comment, new Set(['author']))).toBeUndefined()
  // A team has a lead and no states: it is no work.
  const team = model.entities.get('Team')
  expect(team?.fields.has('lead')).toBe(true)
  expect(team && selfField(model, team, new Set(['lead']))).toBeUndefined()
})
