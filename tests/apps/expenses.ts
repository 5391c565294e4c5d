// The document of expense claims with lines, for tests of lines over HTTP and in the browser.
import type { Sample } from '../../server/document/read-sample.ts'
import { sampleOf } from './people-sample.ts'
import { samplePassword } from './people.ts'

export const EXPENSES = `# Specification: Expenses

## 1. What the product does and for whom

Expense claims with their lines.

## 2. Screens and routes

| route | screen | shows | for |
|---|---|---|---|
| /claims | Claims | table of Claim | everyone |
| /claims/new | New claim | form for Claim | Employee, Manager |
| /claims/:id | Claim | record of Claim | everyone |

### New claim

- fields:
  - The trip: title, kind, starts_on, leaves_at
  - More: purpose

## 3. Entities and their fields

### Claim

- title: \`number + " " + title\`

| field | type | required | default | limits | value | meaning |
|---|---|---|---|---|---|---|
| number | sequence "EXP-{0000}" | | | | | |
| title | text | yes | | max 60 | | |
| kind | one of travel, training | | travel | | | |
| starts on | date | | | | | The first day. |
| leaves at | date and time | | | | | |
| purpose | long text | | | | | |
| employee | Person (as claims) | yes | \`me\` | | | |
| total | computed decimal(2) | | | | \`lines.sum(l, l.total)\` | |
| note | text | | | | | |

### Claim line

| field | type | required | default | limits | value |
|---|---|---|---|---|---|
| claim | Claim (as lines), part of it | yes | | at least 1, at most 20 | |
| position | integer | | | | |
| what | one of hotel, train, dinner, other | yes | | | |
| description | text | yes | | max 40 | |
| spent on | date | | | | |
| quantity | integer | | 1 | 1..99 | |
| price | decimal(2) | yes | | min 0.01 | |
| total | computed decimal(2) | | | | \`quantity * price\` |
| receipt | text | | | unique per claim | |
| private | yes/no | | no | | |
| note | text | | | | |

- order: position

## 4. States and transitions

### Claim.status

- starts: draft
- ends: approved

| state | meaning |
|---|---|
| draft | Being written. |
| submitted | Waits for a manager. |
| approved | To be paid. |

| transition | from | to | who | then |
|---|---|---|---|---|
| submit | draft | submitted | Employee, Manager | |
| approve | submitted | approved | Manager | |

## 5. Validation rules

| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Not too much | Claim | \`total <= 500\` | TOO_MUCH | total |
| In the past | Claim line | \`spent_on <= today\` | IN_FUTURE | spent_on |
| Dinners | Claim line | \`claim.lines.filter(l, l.what == "dinner").count() <= 2\` | DINNERS | what |

## 6. Roles and permissions

- sign-up: open, as Employee

| role | is |
|---|---|
| Employee | claims |
| Manager | approves |
| Auditor | checks |
| Reader | reads heads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Employee | Claim | read, see history | \`employee == me\` | |
| Employee | Claim | create | \`employee == me\` | all except note |
| Employee | Claim | update, delete, restore | \`employee == me and status == "draft"\` | all except note |
| Employee | Claim line | read, see history | \`claim.employee == me\` | all except note |
| Employee | Claim line | create, update, delete, restore | \`claim.employee == me and claim.status == "draft"\` | position, what, description, spent_on, quantity, price, receipt, private |
| Manager | Claim, Claim line, Person | everything | | |
| Auditor | Claim | read, update | | |
| Auditor | Claim line | read, create, update, delete | \`private == false\` | |
| Reader | Claim | read, create | | |

## 7. The calls it makes

### POST /api/quick-claims

- who: Employee

| takes | in | type | required |
|---|---|---|---|
| title | body | text | yes |
| price | body | decimal(2) | no |

1. create Claim { title: input.title }
2. create Claim line { claim: Claim.sort_down(c, c.number).first(), what: "other", description: "Quick", price: input.price } if input.price != null

## 8. The error catalogue

| code | status | message |
|---|---|---|
| TOO_MUCH | 422 | A claim is at most 500. |
| IN_FUTURE | 422 | It must not be in the future. |
| DINNERS | 422 | Two dinners at most. |

## 9. Business constants and limits

none.
`

/** Emil claims, Maja approves. */
export function expensesSample(): Sample {
  const people = [
    { at: '-P2D', name: 'Maja Lind', email: 'maja@example.com', roles: ['Manager'], administrator: true },
    { at: '-P2D', name: 'Emil Berg', email: 'emil@example.com', roles: ['Employee'] },
  ]
  return sampleOf(JSON.stringify({ password: samplePassword, people, actions: [] }))
}
