// A document that says each sentence of point 2 once, with the data on which one can see it.
import type { Sample } from '../../server/document/read-sample.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { sampleOf } from './people-sample.ts'
import { samplePassword } from './people.ts'

export const TOOL_SHED = documentOf({
  1: 'Neighbours lend each other tools.',
  2: `| route | screen | shows | for |
|---|---|---|---|
| /start | Start | dashboard | Keeper |
| /tools | Tools | table of Tool | everyone |
| /tools/new-ones | New tools | table of Tool | everyone |
| /tools/:code | Tool | record of Tool | everyone |
| /offer | Offer a tool | form for Tool | everyone |
| /wish | Make a wish | form for Wish | everyone |
| /kinds | All by kind | table of Tool | everyone |
| /loans | Loans | table of Loan | everyone |
| /loans/:id | Loan | record of Loan | everyone |
| /by-state | States | board of Loan by status | Keeper |
| /days | Days | calendar of Loan by starts_on to ends_on | everyone |
| /rules | House rules | page | anyone |
| /mine | What I lend | table of Loan | Owner |
| /404 | Nothing here | not found | anyone |

### Start

The shed as it is today.

| tile | shows |
|---|---|
| All | count of Tool |
| Out | count of Loan where \`status == "lent"\` |
| Deposits | sum of Tool.deposit |
| Dearest | maximum of Tool.deposit |
| Lent out | share of Loan where \`status == "lent"\` among \`status != "asked"\` |
| Kinds | count of Tool by kind as table |
| Due next | table of Loan columns tool, ends_on where \`status == "lent"\` sort ends_on first 1 |
| The rules | [how we lend](/rules) |

### Tools

Take what you need.

- menu: Shed
- columns: name, owner.name, deposit
- where: \`kind != "scrap"\`
- sort: deposit descending
- filters: owner.name, kind
- search: no
- per page: 20

### New tools

- menu: Shed
- empty: "Nothing new."
- where: \`name == "none of this name"\`

### Tool

- fields:
  - What it is: name, kind
  - Whose it is: owner, deposit
- beside: loans, history

### Offer a tool

Say what you have.

- fields: name, code, ---, kind, deposit

### All by kind

- group: kind
- actions: update

### Loans

| view | for | where | sort |
|---|---|---|---|
| Out of the house | Keeper | \`status == "lent"\` | ends_on |
| Mine | | \`borrower == me\` | starts_on descending |

### House rules

Bring it back clean.

### Nothing here

The shed knows no such page.
`,
  3: `### Tool

| field | type | required | default | limits |
|---|---|---|---|---|
| name | text | yes | | searchable |
| code | text | yes | | unique |
| kind | one of garden, workshop, scrap | yes | garden | |
| owner | Person (as tools) | yes | \`me\` | |
| deposit | money | | | |

### Wish

| field | type | required |
|---|---|---|
| text | text | yes |

### Loan

| field | type | required | default |
|---|---|---|---|
| tool | Tool | yes | |
| borrower | Person (as loans) | yes | \`me\` |
| starts_on | date | yes | |
| ends_on | date | yes | |

- title: "{tool.name} for {borrower.name}"
`,
  4: `### Loan.status

- starts: asked
- ends: back

| state |
|---|
| asked |
| lent |
| back |

| transition | from | to | who |
|---|---|---|---|
| lend | asked | lent | Keeper |
| return | lent | back | Keeper |
`,
  6: `- sign-up: open, as Neighbour

| role | is | of | who |
|---|---|---|---|
| Neighbour | lives here | | |
| Keeper | keeps the shed | | |
| Owner | owns the tool | Loan | \`tool.owner == me\` |

| role | entity | may | fields |
|---|---|---|---|
| everyone | Tool, Loan, Wish | read, create, see history | all |
| everyone | Person | read | name |
| Keeper | Tool | update, delete | all |
`,
  9: `| name | value |
|---|---|
| first day of week | Sunday |
| currency | EUR |
`,
})

const [KIM, NORA, OLE] = ['kim@example.com', 'nora@example.com', 'ole@example.com'] as const

/** Kim keeps the shed, Nora borrows, Ole owns what Nora borrows. */
export const SHED_PEOPLE = { keeper: KIM, borrower: NORA, owner: OLE } as const

/** 25 tools of Ole's and one that is scrap; loans of Nora's and Kim's. */
export function toolShedSample(): Sample {
  const tool = (name: string, code: string, more: object) =>
    ({ at: '-P5D', as: OLE, create: 'Tool', name: code, with: { name, code, ...more } }) as const
  const loan = (as: string, name: string, of: string, from: string, to: string) =>
    ({
      at: '-P4D',
      as,
      create: 'Loan',
      name,
      with: { tool: { ref: of }, starts_on: { date: from }, ends_on: { date: to } },
    }) as const
  const sample = {
    password: samplePassword,
    people: [
      { at: '-P9D', name: 'Ada', email: 'ada@example.com', roles: [], administrator: true },
      { at: '-P9D', name: 'Kim', email: KIM, roles: ['Keeper'] },
      { at: '-P9D', name: 'Nora', email: NORA, roles: ['Neighbour'] },
      { at: '-P9D', name: 'Ole', email: OLE, roles: ['Neighbour'] },
    ],
    actions: [
      ...Array.from({ length: 24 }, (_, at) => tool(`Rake ${at + 1}`, `rake-${at + 1}`, { deposit: `${at + 1}.00` })),
      tool('Drill', 'drill', { kind: 'workshop', deposit: '99.00' }),
      tool('Rust', 'rust', { kind: 'scrap', deposit: '500.00' }),
      loan(NORA, 'first', 'drill', '-P2D', 'P3D'),
      loan(NORA, 'second', 'rake-1', '-P1D', 'P9D'),
      loan(KIM, 'third', 'rake-2', 'P0D', 'P5D'),
      { at: '-P3D', as: KIM, do: 'lend', on: 'first' },
      { at: '-P3D', as: KIM, do: 'lend', on: 'third' },
    ],
  }
  return sampleOf(JSON.stringify(sample))
}
