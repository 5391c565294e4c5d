// An application whose rules forbid what only several writers together would bring about: double bookings, a third at once, no valid pass.
export const MOST_AT_ONCE = 2

export const ROOMS = `# Specification: Rooms

## 1. What the product does and for whom

Rooms are booked.

## 2. Screens and routes

not shown.

## 3. Entities and their fields

### Room

| field | type | required |
|---|---|---|
| name | text | yes |

### Pass

| field | type | required |
|---|---|---|
| room | Room | yes |
| valid | yes/no | yes |

### Booking

| field | type | required | limits |
|---|---|---|---|
| room | Room | yes | |
| starts_on | date | yes | |
| ends_on | date | yes | |
| keeper | text | yes | |
| code | text | no | unique |

## 4. States and transitions

### Booking.state

- starts: open
- ends: closed

| transition | from | to | who |
|---|---|---|---|
| close | open | closed | everyone |
| reopen | closed | open | everyone |

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| A few at once | Booking | at most ${MOST_AT_ONCE} per keeper where \`state == "open"\` | TOO_MANY |
| One at a time | Booking | no overlap of starts_on..ends_on per room where \`state == "open"\` | OVERLAP |
| With a pass | Booking | \`state != "open" or room.passes.exists(p, p.valid)\` | NO_PASS |
| A pass in use | Pass | \`valid or not room.bookings.exists(b, b.state == "open") or room.passes.exists(p, p != this and p.valid)\` | NO_PASS |

## 6. Roles and permissions

- sign-up: open, as Writer

| role | is | includes |
|---|---|---|
| Writer | somebody who writes | |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Room, Pass, Booking | everything | | all |

## 7. The calls it makes

none

## 8. The error catalogue

| code | status | message | meaning |
|---|---|---|---|
| TOO_MANY | 409 | Too many at once. | |
| OVERLAP | 409 | The room is taken. | |
| NO_PASS | 409 | The room has no pass. | |

## 9. Business constants and limits

| name | value | meaning |
|---|---|---|
| requests | 10,000,000 per minute | |
| sign-in attempts | 1,000,000 per minute | |
`
