// Timers of point 4: what they are linked to, what is wrong with them, and where they can be read.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'

const TICKET = `
### Ticket

| field | type |
|---|---|
| subject | text |
| promised | duration |
| assignee | Person (as assigned) |
`

const WORKFLOW = `
### Ticket.status

- starts: new
- ends: closed

| state |
|---|
| new |
| waiting |
| closed |

| transition | from | to | who | then |
|---|---|---|---|---|
| wait | new | waiting | everyone | |
| answer | waiting | new | everyone | restart timer first answer |
| close | any | closed | everyone | |
`

const HOURS = `
### Calendar working_hours

| day | from | to |
|---|---|---|
| Monday to Friday | 09:00 | 17:00 |
`

function documentWith(rows: string, others: { readonly [point: number]: string } = {}): string {
  const timers = `\n| timer | runs in | lasts | counted in | then |\n|---|---|---|---|---|\n${rows}\n`
  return documentOf({ 3: TICKET, 4: WORKFLOW + timers, 9: HOURS, ...others })
}

function problems(text: string): readonly string[] {
  return sayDiagnostics(text, compile(text), ['error']).map((line) => line.split(' ').slice(1).join(' '))
}

const FIRST = '| first answer | new | 2 days | working hours | notify assignee "{subject} waits" |'

describe('a timer', () => {
  const rows = `${FIRST}\n| warning | new | 75 % of first answer | working_hours | subject = "late" |\n| promise | new, waiting | \`promised\` | | |`
  const timers = [...(compileDocument(documentWith(rows)).entities.get('Ticket')?.timers.values() ?? [])]

  test('is linked to its states, its calendar, and to the timer that it is a share of', () => {
    expect(timers.map((timer) => [timer.name.identifier, timer.runsIn, timer.calendar])).toEqual([
      ['first_answer', ['new'], 'working_hours'],
      ['warning', ['new'], 'working_hours'],
      ['promise', ['new', 'waiting'], undefined],
    ])
    expect(timers.map(({ lasts }) => lasts)).toMatchObject([
      { kind: 'expression', expression: { tree: { kind: 'literal', value: 'P2D' } } },
      { kind: 'share', percent: 75, of: 'first_answer' },
      { kind: 'expression', expression: { text: 'promised', tree: { type: { kind: 'duration' } } } },
    ])
  })

  test('has effects like those of a transition', () => {
    expect(timers.map(({ then }) => then.map(({ kind }) => kind))).toEqual([['notify'], ['set'], []])
  })

  test('is restarted by its name', () => {
    const model = compileDocument(documentWith(rows))
    const answer = model.entities.get('Ticket')?.transitions.get('answer')
    expect(answer?.rows[0]?.then).toMatchObject([{ kind: 'restart', timer: 'first_answer' }])
  })

  test('of which a part is not shown does nothing, and is no error', () => {
    for (const row of [
      '| first answer | new | not shown | | |',
      '| first answer | not shown | 2 days | | |',
      '| first answer | new | 2 days | not shown | |',
    ]) {
      const text = documentWith(row)
      expect(problems(text)).toEqual([])
      expect(compile(text).unknowns.map(({ name }) => name)).toContainEqual(expect.stringContaining('first answer'))
    }
    const open = documentWith(FIRST, { 9: '### Calendar working_hours\n\nnot shown.\n' })
    expect(problems(open)).toEqual([])
    expect(compileDocument(open).entities.get('Ticket')?.timers.size).toBe(0)
  })
})

describe('what is wrong with a timer is reported at its place', () => {
  test.each([
    ['| first answer | nwe | 2 days | | |', 'names/unknown-member Ticket.status has no state "nwe".'],
    ['| first answer | new | 2 days | working huors | |', 'names/unknown There is no calendar "working huors".'],
    ['| first answer | new | `subject` | | |', 'expressions/wrong-type'],
    ['| first answer | new | soon | | |', 'expressions/unknown-name'],
    ['| first answer | new | 0 days | | |', 'constants/wrong-setting'],
    ['| first answer | new | | | |', 'document/empty-cell'],
    ['| first answer | new | 2 days | | sbject = "x" |', 'names/unknown-member Ticket has no field "sbject".'],
    [
      `${FIRST}\n| warning | new | 75 % of frist answer | | |`,
      'names/unknown-member Ticket has no timer "frist answer".',
    ],
    [`${FIRST}\n| warning | new | 100 % of first answer | | |`, 'states/wrong-share'],
    [`${FIRST}\n| first answer | new | 1 day | | |`, 'document/duplicate-name'],
    [
      '| first answer | new | 50 % of other | | |\n| other | new | 50 % of first answer | | |',
      'expressions/circular-value',
    ],
  ])('%s', (rows, expected) => {
    expect(problems(documentWith(rows))).toContainEqual(expect.stringContaining(expected))
  })
})

describe('a timer is read', () => {
  const read = (others: { readonly [point: number]: string }): readonly string[] =>
    sayDiagnostics(documentWith(FIRST, others), compile(documentWith(FIRST, others)), ['error', 'note'])
      .map((line) => line.split(' ').slice(1).join(' '))
      .filter((line) => !line.startsWith('document/not-run-yet'))
  const rule = (condition: string): { readonly [point: number]: string } => ({
    5: `| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| A rule | Ticket | \`${condition}\` | "No." |\n`,
  })
  const screen = (settings: string): { readonly [point: number]: string } => ({
    2: `| route | screen | shows |\n|---|---|---|\n| /tickets | Tickets | table of Ticket |\n\n### Tickets\n\n${settings}\n`,
  })
  const isRun: readonly string[] = []

  test('in conditions, of the record at hand and of others', () => {
    expect(read(rule('timers.first_answer.due_at > now'))).toEqual(isRun)
    expect(read(rule('Ticket.exists(t, t.timers.first_answer.left < hours(1))'))).toEqual(isRun)
    expect(read(rule('timers.first_answer.left > now'))[0]).toMatch(/^expressions\/wrong-operands/)
    expect(read(rule('assignee.timers.first_answer.due_at > now'))[0]).toMatch(/^expressions\/unknown-timer/)
  })

  test('on screens, as a column, a filter, an order or in a condition', () => {
    expect(read(screen('- columns: subject, timers.first_answer.due_at'))).toEqual(isRun)
    expect(read(screen('- sort: timers.first_answer.due_at'))).toEqual(isRun)
    expect(read(screen('- where: `timers.first_answer.left < hours(1)`'))).toEqual(isRun)
    expect(read(screen('- columns: timers.frist_answer.due_at'))[0]).toMatch(/^expressions\/unknown-timer/)
  })

  test('in messages', () => {
    const message = 'It is due at {timers.first_answer.due_at}.'
    const said = read({
      8: `| code | status | message |\n|---|---|---|\n| LATE | 409 | ${message} |\n`,
      ...rule('true'),
    })
    expect(said).toEqual([])
    const used = rule('subject != null')
    const point5 = (used[5] ?? '').replace('"No."', 'LATE')
    expect(read({ 5: point5, 8: `| code | status | message |\n|---|---|---|\n| LATE | 409 | ${message} |\n` })).toEqual(
      isRun,
    )
  })
})
