// The shape of a reader's filter: what differs only in texts and numbers is one plan.
import { expect, test } from 'vitest'
import { actorWithRoles } from '../../../shared/policy/actor.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import { readFilter } from '../../../server/records/read/filter.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

const model = compileDocument(HELPDESK)
const running = runDocument('helpdesk.md', HELPDESK, model)
const agent = actorWithRoles(model, ['Agent'])
const shapeOf = (filter: string) => readFilter(running, agent, 'Ticket', filter).shape

test.each([
  ['subject.contains("printer")', 'subject.contains("screen")'],
  ['subject.startsWith("a") or subject.endsWith("b")', 'subject.startsWith("c") or subject.endsWith("d")'],
  ['subject.matches("^a+$")', 'subject.matches("^b+$")'],
  ['subject == "a"', 'subject == "b"'],
  ['id in ["a", "b"]', 'id in ["c", "d"]'],
  ['subject in ["a", "b", "c"]', 'subject in ["d", "e", "f", "g"]'],
  ['_version + 1 > 3', '_version + 2 > 4'],
  ['due_at < moment("2026-01-01T00:00:00Z")', 'due_at < moment("2027-01-01T00:00:00Z")'],
])('%s has the shape of %s', (one, other) => {
  expect(shapeOf(one)).toBe(shapeOf(other))
})

test('what is asked in another way is another shape', () => {
  expect(shapeOf('subject.contains("a")')).not.toBe(shapeOf('description.contains("a")'))
  expect(shapeOf('status == "new"')).not.toBe(shapeOf('status == "open"'))
})
