// Tables and settings below the steps of a transition belong to the heading above it.
import { expect, test } from 'vitest'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

test(
  'tables and settings below the steps of a transition are those of its state field',
  { tags: 'reference/point-4-states-and-transitions' },
  () => {
    const model = compileDocument(
      documentOf({
        3: '### Ticket\n\n| field | type |\n|---|---|\n| subject | text |',
        4: `### Ticket.status

#### finish

1. subject = "done"

| transition | from | to | who |
|---|---|---|---|
| put on hold | new | on hold | everyone |
| finish | new, on hold | done | everyone |
| both | new | stay | everyone |

#### both

1. do put on hold
2. do finish

| field | done |
|---|---|
| subject | read only |

| timer | runs in | lasts | then |
|---|---|---|---|
| first | new | 3 days | subject = "late" |

- starts: new
- ends: done`,
      }),
    )
    const ticket = model.entities.get('Ticket')
    const workflow = ticket?.workflows.get('status')
    expect(workflow).toMatchObject({ starts: 'new', ends: ['done'] })
    // Without a table the states are those that starts, ends, from and to name, in that order.
    expect(workflow?.states.map(({ word }) => word)).toEqual(['new', 'on_hold', 'done'])
    expect(ticket?.transitions.get('finish')?.rows[0]?.then).toMatchObject([{ kind: 'set', field: 'subject' }])
    // "do X" without "on" means this record, and a name may hold the word.
    expect(ticket?.transitions.get('both')?.rows[0]?.then).toMatchObject([
      { kind: 'do', transition: 'put_on_hold', records: { tree: { kind: 'this' } } },
      { kind: 'do', transition: 'finish' },
    ])
    expect([...(ticket?.timers.keys() ?? [])]).toEqual(['first'])
    expect(ticket?.bindings).toHaveLength(1)
  },
)
