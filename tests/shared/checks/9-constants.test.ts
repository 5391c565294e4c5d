// Prose that repeats a value of point 9 is warned of; prose that names it, or counts something else, is not.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf } from '../../helpers/compile-document.ts'

function numbersIn(prose: string): string[] {
  const text = documentOf({
    1: 'Everything lasts 48 hours here.',
    3: '### Ticket\n\n| field | type |\n|---|---|\n| a | integer |',
    5: `${prose}\n\n| rule | entity | must hold |\n|---|---|---|\n| A | Ticket | \`a > 20\` |`,
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Ticket | everything |',
    9: '| name | value |\n|---|---|\n| promise | 48 hours |\n| open_tickets | 20 |\n| share | 7 % |\n| founded | 2001 |\n| pair | 2 |',
  })
  const { diagnostics } = compile(text)
  return diagnostics.flatMap(({ code, span }) =>
    code === 'constants/number-in-prose' ? [text.slice(span.start, span.end)] : [],
  )
}

describe('a number in prose', () => {
  test.each([
    ['Tickets are solved within 48 hours.', ['48 hours']],
    ['Two days, that is 2 days.', ['2 days']],
    ['Nobody has more than 20 of them.', ['20']],
    ['A share of 7 % is kept.', []],
    ['It is 7 % of it.', ['7 %']],
    ['The promise of 48 hours holds.', []],
    ['Since 2001 there are 2 of them.', []],
    ['Version 20.1, room 3-20, on 2026-11-20, 200 times, at 20:15.', []],
    ['48 apples.', []],
  ])('%s', (prose, found) => {
    expect(numbersIn(prose)).toEqual(found)
  })
})
