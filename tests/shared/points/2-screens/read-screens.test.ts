// What the notation of point 2 means, in the forms that the shipped documents do not use.
import { describe, expect, test } from 'vitest'
import { plain, read, shown } from '../read-points.ts'

describe('point 2', () => {
  test('sections of fields are divided by dashes or nested bullets', { tags: 'reference/settings-of-screens' }, () => {
    const screens =
      '| Screens | route | shows |\n|---|---|---|\n| A | /a | form for Ticket |\n| B | /b | FORM for `Ticket` |\n'
    const details =
      '\n### A\n\n- fields: a, b, ---, c\n\n### b\n\n- fields:\n  - Who: d, e\n  - f\n  - Where\n    - g\n'
    const { screens: list } = shown({ 2: screens + details }, 'screens')
    expect(plain(list.map((screen) => screen.details?.fields))).toEqual([
      [{ fields: ['a', 'b'] }, { fields: ['c'] }],
      [{ title: 'Who', fields: ['d', 'e'] }, { fields: ['f'] }, { title: 'Where', fields: ['g'] }],
    ])
  })

  test('tiles take their clauses in any order, and may be links', { tags: 'reference/dashboards' }, () => {
    const tiles =
      '| tile | shows |\n|---|---|\n| a | sum of Invoice.total as line by month of issued_at where `a by b` |\n| b | [All](/tickets) |\n| c | table of Ticket sort due_at descending first 3 where `x` columns number, due_at |\n| d | share of Ticket by status, month of due_at among `y` where `x` over due_at |'
    const { screens } = shown(
      {
        2: `| route | screen | shows |\n|---|---|---|\n| /a | A | dashboard |\n\n### A\n\n- period: Last 30 days\n\n${tiles}`,
      },
      'screens',
    )
    expect(plain(screens[0]?.details?.tiles?.map((tile) => tile.shows))).toEqual([
      {
        kind: 'measure',
        measure: 'sum',
        entity: 'Invoice',
        field: 'total',
        where: 'a by b',
        by: { field: 'issued_at', unit: 'month' },
        as: 'line',
      },
      { kind: 'link', label: 'All', to: '/tickets' },
      {
        kind: 'table',
        entity: 'Ticket',
        columns: ['number', 'due_at'],
        where: 'x',
        sort: [{ field: 'due_at', descending: true }],
        first: 3,
      },
      {
        kind: 'measure',
        measure: 'share',
        entity: 'Ticket',
        where: 'x',
        among: 'y',
        by: { field: 'status' },
        within: { field: 'due_at', unit: 'month' },
        over: 'due_at',
      },
    ])
  })

  test('lists are prose on a page, and nowhere else', () => {
    const list = '\n### A\n\nWrite it down.\n\n1. What\n2. Why,\n   and when\n'
    const table = (what: string): string => `| route | screen | shows |\n|---|---|---|\n| /a | A | ${what} |\n`
    const { screens } = shown({ 2: table('page') + list }, 'screens')
    expect(screens[0]?.details?.prose.map(({ markdown }) => markdown)).toEqual([
      'Write it down.',
      '1. What\n2. Why, and when',
    ])
    expect(read({ 2: table('dashboard') + list }).problems).toEqual([
      'document/misplaced: An ordered list carries no meaning here; it is not read.',
    ])
  })

  test('a screen for none is for nobody', () => {
    const { screens } = shown(
      { 2: '| route | screen | shows | for |\n|---|---|---|---|\n| /a | A | page | none |\n| /b | B | page | - |' },
      'screens',
    )
    expect(plain(screens.map((screen) => screen.for))).toEqual([
      [{ kind: 'word', word: 'nobody' }],
      [{ kind: 'word', word: 'everyone' }],
    ])
  })
})
