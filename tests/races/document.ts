// A small application in which people get in each other's way: states, unique values, a limit per person, a budget.
export const WORKS = `# Specification: Works

## 1. What the product does and for whom

Tasks are taken on, and paid from budgets.

## 2. Screens and routes

none

## 3. Entities and their fields

### Task

- unique: room, slot

| field | type | required | limits |
|---|---|---|---|
| title | text | yes | |
| code | text | no | unique |
| room | text | no | |
| slot | integer | no | |
| requester | Person | no | |
| batch | Batch, deleted with it | no | |
| place | Place | no | |
| tally | integer | no | |
| done_by | Person (as done_tasks) | no | |

### Batch

| field | type | required |
|---|---|---|
| title | text | yes |
| version | text | no |

### Place

| field | type | required |
|---|---|---|
| title | text | yes |

### Project

| field | type | required |
|---|---|---|
| title | text | yes |
| budget | money | yes |

### Expense

| field | type | required |
|---|---|---|
| project | Project, deleted with it | yes |
| amount | money | yes |

## 4. States and transitions

### Task.state

- starts: new
- ends: closed

| state | meaning |
|---|---|
| new | |
| open | |
| waiting | |
| closed | |

| transition | from | to | who | then |
|---|---|---|---|---|
| take | new | open | Worker | \`done_by = me\`; notify me "{title} is yours" |
| park | new, open | waiting | Worker | |
| resume | waiting | open | Worker | |
| close | new, open, waiting | closed | Worker | |
| reopen | closed | new | Worker | |

### Task.billing

- starts: due

| state | meaning |
|---|---|
| due | |
| paid | |

| transition | from | to | who | then |
|---|---|---|---|---|
| bill | due | paid | Worker | \`tally = coalesce(tally, 0) + 1\` |
| cancel | paid | due | Worker | |

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| Three at once | Task | at most limits.at_once per requester where \`requester != null and state != "closed"\` | TOO_MANY |
| Within the budget | Expense | \`project.expenses.sum(e, e.amount) <= project.budget\` | OVER_BUDGET |
| Not below what is spent | Project | \`expenses.sum(e, e.amount) <= budget\` | OVER_BUDGET |

## 6. Roles and permissions

- sign-up: closed

| role | is | includes |
|---|---|---|
| Worker | works | |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Worker | Task, Batch, Place, Project, Expense | everything | | all |
| Worker | Person | read | | all |
| anyone | Task | create | | title |

## 7. The calls it makes

none

## 8. The error catalogue

| code | status | message | meaning |
|---|---|---|---|
| TOO_MANY | 409 | Three tasks at once are enough. | |
| OVER_BUDGET | 409 | The budget does not allow it. | |

## 9. Business constants and limits

| name | value | meaning |
|---|---|---|
| at once | 3 | |
`
