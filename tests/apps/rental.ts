// The document of a machine rental with its people: what new users meet first, in the browser and over HTTP.
import type { Sample } from '../../server/document/read-sample.ts'
import { sampleOf } from './people-sample.ts'
import { samplePassword } from './people.ts'

export const RENTAL = `# Specification: Rental

## 1. What the product does and for whom

Machines by the day.

## 2. Screens and routes

| route | screen | shows | for |
|---|---|---|---|
| /rentals | Rentals | table of Rental | everyone |
| /rentals/new | New rental | form for Rental | everyone |
| /rentals/:id | Rental | record of Rental | everyone |
| /machines | Machines | table of Machine | everyone |
| /machines/:id | Machine | record of Machine | everyone |

### Rentals

- columns: number, machine, customer, from, to, note

| view | where |
|---|---|
| Reserved | \`status == "reserved"\` |
| Late | \`status == "handed_out"\` |

### Rental

- beside: history

## 3. Entities and their fields

### Machine

| field | type | required |
|---|---|---|
| name | text | yes |
| day rate | money | no |

### Rental

- title: \`number + " " + customer\`

| field | type | required | limits | choose from |
|---|---|---|---|---|
| number | sequence "R-{0000}" | | | |
| machine | Machine (as rentals) | yes | | |
| customer | text | yes | | |
| from | date | yes | | |
| to | date | yes | | |
| handed out by | Person | no | | \`is("Counter")\` |
| note | long text | no | | |
| terms | markdown | no | | |

## 4. States and transitions

### Rental.status

- starts: reserved
- ends: returned

| state | meaning |
|---|---|
| reserved | Waits at the counter. |
| handed_out | Is out. |
| returned | Is back. |

| transition | from | to | who | then |
|---|---|---|---|---|
| hand_out | reserved | handed_out | Counter, Owner | handed_out_by = input.clerk |
| take_back | handed_out | returned | Counter | |

#### hand_out

| asks | type | required | choose from |
|---|---|---|---|
| clerk | Person | yes | \`is("Counter")\` |

## 5. Validation rules

| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| One at a time | Rental | no overlap of from..to per machine | The machine is taken then. | machine |

## 6. Roles and permissions

| role | is |
|---|---|
| Counter | hands machines out |
| Owner | owns the shop |

| role | entity | may | fields |
|---|---|---|---|
| everyone | Machine, Rental | everything, import, export | all |
| everyone | Person | read | name, active, roles |

## 7. The calls it makes

not shown.

## 8. The error catalogue

not shown.

## 9. Business constants and limits

| name | value | meaning |
|---|---|---|
| time zone | Europe/Berlin | |
| currency | EUR | |
`

export const RENTAL_PEOPLE = {
  administrator: 'ada@example.com',
  counter: 'carl@example.com',
  otherCounter: 'cleo@example.com',
} as const

export function rentalSample(): Sample {
  return sampleOf(
    JSON.stringify({
      password: samplePassword,
      people: [
        { at: '-P2D', name: 'Ada Admin', email: RENTAL_PEOPLE.administrator, administrator: true },
        { at: '-P2D', name: 'Carl Counter', email: RENTAL_PEOPLE.counter, roles: ['Counter'] },
        { at: '-P2D', name: 'Cleo Counter', email: RENTAL_PEOPLE.otherCounter, roles: ['Counter'] },
        ...['Dora', 'Emil', 'Finn'].map((name) => ({
          at: '-P2D',
          name: `${name} Driver`,
          email: `${name.toLowerCase()}@example.com`,
          roles: ['Owner'],
        })),
      ],
      actions: [],
    }),
  )
}
