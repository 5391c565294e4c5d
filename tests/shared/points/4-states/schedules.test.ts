// The table of schedules is read: which moments it takes, what is an error where no record is at hand, and unknowns.
import { describe, expect, test } from 'vitest'
import { compile } from '../../../../shared/compile.ts'
import { CHORE_SCHEDULES, choresWith } from '../../../helpers/chores-document.ts'
import { sayDiagnostics } from '../../../helpers/compile-document.ts'

describe('the table of schedules', () => {
  const said = (rows: string): readonly string[] => {
    const text = choresWith(`| schedule | every | when | then |\n|---|---|---|---|\n${rows}`)
    return sayDiagnostics(text, compile(text), ['error'])
  }

  test.each([
    ['hour'],
    ['day at 06:00'],
    ['day'],
    ['weekdays at 6:00'],
    ['Monday at 08:00'],
    ['month on 31 at 06:00'],
    ['month on 1'],
    ['year on 1 January'],
    ['`year on 29 February at 12:00`'],
  ])('%s says when', { tags: 'reference/schedules' }, (every) => {
    expect(said(`| x | ${every} | | create Note { text: "a" } |`)).toEqual([])
  })

  test.each([
    ['| x | fortnight | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | day at 25:00 | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | month on 32 | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | year on 30 February | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | | | create Note { text: "a" } |', 'document/empty-cell'],
    ['| x | day | | do close |', 'states/done-on-nothing'],
    ['| x | day | | title = "a" |', 'expressions/no-record-at-hand'],
    ['| x | day | `title == "a"` | create Note { text: "a" } |', 'expressions/unknown-name'],
    ['| x | day | | notify Owner "a" |', 'states/role-of-other-records'],
    ['| x | day | | create Note { text: this.title } |', 'expressions/no-record'],
    ['| x | day | | restart timer y |', 'names/unknown-member'],
  ])('%s is an error: there is no record', { tags: 'reference/schedules' }, (row, code) => {
    expect(said(row).join('\n')).toContain(code)
  })

  test('what is missed is caught up once or each', () => {
    const table = (missed: string) =>
      choresWith(
        `| schedule | every | missed | then |\n|---|---|---|---|\n| x | day | ${missed} | create Note { text: "a" } |`,
      )
    for (const missed of ['', '-', 'once', 'each'])
      expect(sayDiagnostics(table(missed), compile(table(missed)), ['error'])).toEqual([])
    expect(sayDiagnostics(table('never'), compile(table('never')), ['error']).join()).toContain('states/bad-missed')
  })

  test('a transition that only a schedule does is done by somebody', () => {
    const text = choresWith(CHORE_SCHEDULES)
    expect(sayDiagnostics(text, compile(text), ['warning']).join()).not.toContain('states/transition-by-nobody')
  })

  test('what is not shown makes a listed unknown that does nothing', () => {
    const text = choresWith(`| schedule | every | when | then |
|---|---|---|---|
| a | not shown | | create Note { text: "a" } |
| b | day | not shown | create Note { text: "a" } |
| c | day | | send POST not shown { "a": 1 } |`)
    const { model } = compile(text)
    expect([...(model?.schedules.values() ?? [])].map(({ name, then }) => [name.label, then.length])).toEqual([
      ['c', 0],
    ])
    expect(model?.unknowns.filter(({ point }) => point === 4).map(({ name }) => name)).toEqual([
      'a: every',
      'b: when',
      'An address',
    ])
  })

  test('is always of the table: an entity of that name is an error there', { tags: 'reference/schedules' }, () => {
    const text = choresWith('')
      .replace('### Note', '### Schedules')
      .replace(
        '### Schedules\n\n\n',
        `### Schedules.state

- starts: a

| transition | from | to | who |
|---|---|---|---|
| go | a | b | Keeper |
`,
      )
    expect(sayDiagnostics(text, compile(text), ['error']).join('\n')).toContain('states/schedules-are-no-entity')
  })
})
