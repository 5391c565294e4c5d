// The row of the document behind "Why?", as prose.
import { expect, test } from 'vitest'
import { describeRow } from '../../../client/refusals/explain/describe-row.ts'

test.each([
  [
    5,
    '| Urgent tickets say more | Ticket | `size(description) >= 40` | |',
    'The rule “Urgent tickets say more” says so',
  ],
  [4, '| close | open | closed | Agent | `assignee == me` |', 'The rules for “Close” say so'],
  [3, '| house number | integer | no | 1..4 |', 'The rules for “House number” say so'],
  [3, '- unique: name, floor', 'The setting “Unique: name, floor” says so'],
  [3, '### Person', 'The section “Person” says so'],
  [2, '| /tickets/:id | Ticket | record of Ticket | everyone |', 'This is how the screen “Ticket” is set up'],
  [2, '| My queue | Agent | `assignee == me` | |', 'The rules for “My queue” say so'],
  [6, '| Customer | Ticket | read, update | `requester == me` | all |', 'Customer may read and change Ticket'],
  [6, '| role | entity | may | where | fields |', 'None of your roles allows this'],
  [6, '- sign-up: by invitation', 'The setting “Sign-up: by invitation” says so'],
])('of point %i is named without its code: %s', (point, text, said) => {
  expect(describeRow({ point, text })).toBe(said)
})
