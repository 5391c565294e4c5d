// The row of the document behind "Why?", as prose.
import { expect, test } from 'vitest'
import { describeRow } from '../../../client/data/describe-row.ts'

test.each([
  [5, '| Urgent tickets say more | Ticket | `size(description) >= 40` | |', 'Urgent tickets say more, point 5'],
  [4, '| close | open | closed | Agent | `assignee == me` |', 'Close, point 4'],
  [3, '| house number | integer | no | 1..4 |', 'House number, point 3'],
  [3, '- unique: name, floor', 'Unique: name, floor, point 3'],
  [6, '| Customer | Ticket | read, create | `requester == me` | all |', 'Customer may read, create Ticket, point 6'],
  [6, '| role | entity | may | where | fields |', 'Nothing in point 6 allows it'],
  [6, '- sign-up: by invitation', 'Sign-up: by invitation, point 6'],
])('of point %i is named without its code: %s', (point, text, said) => {
  expect(describeRow({ point, text })).toBe(said)
})
