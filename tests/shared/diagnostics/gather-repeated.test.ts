import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import { fixDocument } from '#shared/language/fix-document.ts'
import { locateDiagnostics } from '#shared/protocol/document.ts'
import { lineIndex } from '#shared/text/position.ts'
import { buildBadDocument } from '../../diagnostics/bad-document.ts'

const ONE_CAUSE = buildBadDocument(`## 4. States and transitions

### Ticket.status

- starts: open
- ends: closed

| transition | from | to | who | then |
|---|---|---|---|---|
| close | open | closed | Agent | notify Customer, Agent "Closed by {requester.email}" |
| reopen | closed | open | Agent | notify Customer, Agent "Again by {requester.email}"; notify Customer, Agent "{parent.requester.email}" |
| note | open | stay | Agent | notify Customer, Agent "{priority}" |

## 6. Roles and permissions

| role | is |
|---|---|
| Agent | solves tickets |
| Customer | asks |

| role | entity | may | fields |
|---|---|---|---|
| Agent | Ticket, Comment, Person | everything | |
| Customer | Ticket | read | subject, status, requester, parent |
`)

describe('messages of one cause', () => {
  const { diagnostics } = compile(ONE_CAUSE)
  const lines = lineIndex(ONE_CAUSE)
  const notes = diagnostics.filter(({ code }) => code === 'states/value-not-readable' || code.includes('masked'))

  test('are one message with all its places, in the text and in JSON', () => {
    const [first] = notes
    expect(first && placesOfCause(first)).toHaveLength(3)
    const printed = printDiagnostics(notes, lines, 'desk.md')
    expect(printed.match(/\{requester\.email\}|\{parent\.requester\.email\}/g)).not.toBeNull()
    expect(printed).toMatch(/\n  also desk\.md:\d+:\d+, desk\.md:\d+:\d+/)
    const [located] = locateDiagnostics(notes, lines)
    expect(located?.related.filter(({ again }) => again)).toHaveLength(2)
    expect(located).not.toHaveProperty('cause')
  })

  test('say a place once, which rows of one list of effects share', () => {
    const shared = buildBadDocument(`## 4. States and transitions

### Ticket.status

- starts: open
- ends: closed

| transition | from | to | who | when |
|---|---|---|---|---|
| close | open | closed | Agent | \`priority == "high"\` |
| close | open | closed | Agent | \`priority != "high"\` |

#### close

1. notify Customer, Agent "Closed by {requester.email}"

## 6. Roles and permissions

| role | is |
|---|---|
| Agent | solves tickets |
| Customer | asks |

| role | entity | may | fields |
|---|---|---|---|
| Agent | Ticket, Comment, Person | everything | |
| Customer | Ticket | read | subject, status, requester, parent |
`)
    const said = compile(shared).diagnostics.filter(({ code }) => code === 'states/value-not-readable')
    expect(said).toHaveLength(1)
    expect(said.map((each) => placesOfCause(each).length)).toEqual([1])
    expect(printDiagnostics(said, lineIndex(shared), 'desk.md')).not.toContain('also')
  })

  test('of another field are another message', () => {
    expect(notes.map((each) => placesOfCause(each).length)).toEqual([3, 1])
  })

  test('are mended in all their places at once', () => {
    const written = buildBadDocument(`## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| One | Ticket | \`effort / 2 > 1 && subject != ""\` | No. |
| Two | Ticket | \`effort / 2 > 1 && subject != ""\` | No. |
`)
    const fixed = fixDocument(written).text
    expect(fixed).not.toContain('&&')
    expect(fixed.split('\n').filter((line) => line.includes(' and subject'))).toHaveLength(2)
  })
})
