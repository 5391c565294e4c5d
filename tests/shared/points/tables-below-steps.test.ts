// A table that stands below the steps of a transition: it belongs to no transition, and is told where it belongs.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf } from '../../helpers/compile-document.ts'

test('a table below the steps of a transition is told to stand above them', () => {
  const text = documentOf({
    3: '### Ticket\n\n| field | type |\n|---|---|\n| subject | text |',
    4: `### Ticket.status

- starts: new
- ends: done

| state |
|---|
| new |
| done |

| transition | from | to | who |
|---|---|---|---|
| finish | new | done | everyone |

#### finish

1. subject = "done"

| field | done |
|---|---|
| subject | read only |`,
  })
  const { diagnostics } = compile(text)
  expect(
    diagnostics.filter(({ code }) => code.startsWith('document/')).map(({ code, hint }) => [code, hint]),
  ).toContainEqual(['document/misplaced', 'expected here: steps; the table belongs above the heading "#### finish"'])
})
