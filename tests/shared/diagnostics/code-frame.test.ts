// A diagnostic as it is printed on a terminal.
import { describe, expect, test } from 'vitest'
import { printDiagnostic } from '#shared/diagnostics/code-frame.ts'
import { entry } from '#shared/diagnostics/entry.ts'
import { lineIndex } from '#shared/text/position.ts'

const unknownState = entry<{ state: string; nearest: string }>(
  'roles/unknown-state',
  'error',
  ({ state, nearest }) => ({
    message: `Ticket has no state "${state}".`,
    hint: `did you mean "${nearest}"?`,
  }),
)
const say = (text: string, word: string, related?: string) => {
  const span = (of: string) => ({ start: text.indexOf(of), end: text.indexOf(of) + of.length })
  const extra = related === undefined ? {} : { related: [{ message: 'It stands here.', span: span(related) }] }
  return printDiagnostic(
    unknownState(span(word), { state: word, nearest: 'resolved' }, extra),
    lineIndex(text),
    'helpdesk.md',
  ).split('\n')
}

describe('a code frame', () => {
  test('shows the line, marks the place, names the remedy and what belongs to it', () => {
    expect(say('# A\n\n| new |\n| Agent | move to resolvd |\n', 'resolvd', 'new')).toEqual([
      'helpdesk.md:4:19  roles/unknown-state  error',
      '  4 | | Agent | move to resolvd |',
      '    |                   ^^^^^^^  Ticket has no state "resolvd".',
      '  hint: did you mean "resolved"?',
      '  see helpdesk.md:3:3',
      '  3 | | new |',
      '    |   ---  It stands here.',
    ])
  })

  test('cuts a long line around the place', () => {
    const lines = say(`${'a'.repeat(500)} resolvd ${'b'.repeat(500)}`, 'resolvd')
    expect(lines[1]?.length).toBeLessThan(112)
    expect(lines[1]).toMatch(/\| …a+ resolvd b+…$/)
    expect(lines[2]?.indexOf('^')).toBe(lines[1]?.indexOf('resolvd'))
  })

  test('puts the marks under tabs, wide and combining characters', () => {
    expect(say('\t| resolvd', 'resolvd')[2]).toBe('    |     ^^^^^^^  Ticket has no state "resolvd".')
    expect(say('状態 resolvd', 'resolvd')[2]).toBe('    |      ^^^^^^^  Ticket has no state "resolvd".')
    expect(say('e\u0301 resolvd', 'resolvd')[2]).toBe('    |   ^^^^^^^  Ticket has no state "resolvd".')
  })

  test('cannot command the terminal', () =>
    expect(say('\u001b[31m\u202eresolvd', 'resolvd')[1]).toBe('  1 | ·[31m·resolvd'))

  test('stands at the end of an empty document', () => {
    expect(
      printDiagnostic(unknownState({ start: 0, end: 0 }, { state: 'a', nearest: 'b' }), lineIndex(''), 'a.md'),
    ).toMatch(/\^ {2}Ticket/)
  })
})
