// An application whose orders have two workflows: they are delivered, and they are paid.
import { documentOf } from '../helpers/compile-document.ts'

export const ORDERS = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| /orders | Orders | table of Order | everyone |
| /delivery | Delivery | board of Order by delivery | everyone |
| /payment | Payment | board of Order by payment | Accountant |
| /orders/new | New order | form for Order | Clerk |
| /orders/:id | Order | record of Order | everyone |
`,
  3: `
### Order

| field | type | required | default |
|---|---|---|---|
| title | text | yes | |
| amount | integer | yes | |
| tracking | text | no | |
| receipt | text | no | |
| terms | text | no | |
| note | text | no | |
| payment | one of due, paid, refunded | no | paid |
`,
  4: `
### Order.delivery

- starts: draft
- ends: arrived, returned

| state | meaning |
|---|---|
| draft | |
| packed | |
| shipped | on its way |
| arrived | |
| returned | |

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| order | new record | packed | Clerk | | | | |
| pack | draft | packed | Clerk | | | | |
| ship | packed | shipped | Warehouse and not the one who did pay | \`payment == "paid"\` | | | UNPAID |
| arrive | shipped | arrived | Warehouse | | | notify created_by "{title} is {text(delivery)}, and {payment}" | |
| take back | shipped, arrived | returned | Warehouse | | why: text | do refund on this { receipt: "back" }; \`note = coalesce(input.why, "back")\` | |

| field | draft | packed | shipped | arrived | returned |
|---|---|---|---|---|---|
| tracking | hidden | | required | | |
| terms | | read only | read only | | hidden |

### Order.payment

- starts: due
- ends: refunded

| transition | from | to | who | when | otherwise |
|---|---|---|---|---|---|
| prepay | new record | paid | Clerk | | |
| pay | due | paid | Clerk, Warehouse | \`amount < 100000\` | DEAR |
| refund | paid | refunded | Accountant and not the one who did pay | \`delivery != "packed"\` | |
| correct | any | due, paid | Accountant | | |

| field | due | paid | refunded | if |
|---|---|---|---|---|
| receipt | | required | asked | |
| terms | | hidden | | \`amount > 1000\` |
| title | | | read only | |
`,
  5: `
| rule | entity | must hold | otherwise |
|---|---|---|---|
| Worth it | Order.pay | \`amount > 0\` | NOTHING |
`,
  6: `
| role | is |
|---|---|
| Clerk | sells |
| Warehouse | sends |
| Accountant | counts |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk, Accountant | Order | everything | | all |
| Warehouse | Order | read, update, see history | | all except payment, receipt |
| Warehouse | Order | read | \`payment == "refunded"\` | payment |
| everyone | Person | read | | all |
`,
  8: `
| code | status | message | meaning |
|---|---|---|---|
| UNPAID | 409 | {title} is {payment}. | |
| DEAR | 403 | Too dear for this. | |
| NOTHING | 422 | Nothing is to be paid. | |
`,
})
