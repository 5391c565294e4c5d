// A rename reaches every place of a document, and writes the former name where data would be lost.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { openDocument } from '#shared/language/open-document.ts'
import { applyEdits } from '#shared/text/text-edits.ts'
import { readShipped } from '../../helpers/compile-document.ts'

const helpdesk = readShipped('helpdesk')

/** The offset is that of the first place of the marked name. */
function rename(text: string, at: string, to: string, published?: string) {
  const offset = text.indexOf(at)
  expect(offset, at).toBeGreaterThan(-1)
  const outcome = openDocument(text).rename({ offset: offset + at.length - 1, to, published })
  if (outcome.kind !== 'renamed') return { outcome, renamed: text }
  return { outcome, renamed: applyEdits(text, outcome.edits) }
}

const errorsOf = (text: string) => compile(text).diagnostics.filter(({ severity }) => severity === 'error')
const linesWith = (text: string, part: RegExp) => text.split('\n').filter((line) => part.test(line))

describe('a field', () => {
  test('is renamed in expressions, tables and messages, with its former name', () => {
    const { outcome, renamed } = rename(helpdesk, '| priority', 'Urgency')
    expect(outcome.kind).toBe('renamed')
    expect(errorsOf(renamed)).toEqual([])
    expect(renamed).toContain('`urgency != "urgent"`')
    expect(linesWith(renamed, /^\| Urgency \|/)).toEqual([expect.stringMatching(/\| priority \|$/)])
  })

  test('of another entity with the same name keeps it', () => {
    const { renamed } = rename(helpdesk, '| assignee', 'handler')
    expect(errorsOf(renamed)).toEqual([])
    expect(renamed).not.toMatch(/\bassignee == me\b/)
    const team = rename(helpdesk, '| team', 'group')
    expect(team.outcome.kind).toBe('renamed')
    expect(errorsOf(team.renamed)).toEqual([])
  })

  test('that was not published under its name keeps the `was` that it has', () => {
    const once = rename(helpdesk, '| priority', 'urgency', helpdesk).renamed
    const twice = rename(once, '| urgency', 'haste', helpdesk).renamed
    expect(linesWith(twice, /^\| haste \|/)).toEqual([expect.stringMatching(/\| priority \|$/)])
    const later = rename(once, '| urgency', 'haste', once).renamed
    expect(linesWith(later, /^\| haste \|/)).toEqual([expect.stringMatching(/\| urgency \|$/)])
  })
})

describe('an entity', () => {
  /** The heading of the entity: screens have one that begins so, too. */
  const heading = (text: string) => /## 3\.[^]*?### Ticket/.exec(text)?.[0] ?? ''

  test('is renamed in headings, screens, grants, calls and backwards relations, with its former name', () => {
    const { outcome, renamed } = rename(helpdesk, heading(helpdesk), 'Support case')
    expect(outcome).toMatchObject({ kind: 'renamed' })
    expect(errorsOf(renamed)).toEqual([])
    expect(renamed).toContain('### Support case\n')
    expect(renamed).toMatch(/^- was: Ticket$/m)
    expect(renamed).toMatch(/table of SupportCase/)
  })

  test('in a text of Windows keeps its line ends', () => {
    const windows = helpdesk.replaceAll('\n', '\r\n')
    const { renamed } = rename(windows, heading(windows), 'Case')
    expect(errorsOf(renamed)).toEqual([])
    expect(renamed.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(renamed).toContain('\r\n- was: Ticket\r\n')
  })
})

test('a state, a transition, a role and a constant are renamed in strings, cells and expressions', () => {
  for (const [at, to, gone] of [
    ['| take | new', 'fresh', /\| new\b/],
    ['| take', 'take on', /^\| take \|/m],
    ['| Manager', 'Head of desk', /\bManager\b(?=[,|" ]*\|)/],
    ['reopen_window', 'time to reopen', /limits\.reopen_window/],
  ] as const) {
    const { outcome, renamed } = rename(helpdesk, at, to)
    expect(outcome, at).toMatchObject({ kind: 'renamed' })
    expect(errorsOf(renamed), at).toEqual([])
    expect(renamed, at).not.toMatch(gone)
  }
})

test('is refused where the name is taken, or no name stands', () => {
  expect(rename(helpdesk, '| priority', 'subject').outcome.kind).toBe('problem')
  expect(rename(helpdesk, '| priority', 'this').outcome.kind).toBe('problem')
  expect(rename(helpdesk, 'The support desk', 'x').outcome.kind).toBe('no-name')
})

describe('in a text with errors', () => {
  const sound = (at: string, to: string) => rename(helpdesk, at, to).renamed
  const broken = (part: string, by: string) => {
    expect(helpdesk).toContain(part)
    return helpdesk.replace(part, by)
  }

  test('elsewhere, the same places are renamed, and the errors stay', () => {
    for (const [part, by] of [
      ['| take | new |', '| take | nwe |'],
      ['`due_at > created_at`', '`due_at > creatd_at`'],
      ['| Agent | Tag | read, create |', '| Agnt | Tag | read, create |'],
      ['resolved_at + limits.reopen_window`', 'resolved_at + limits.repen_window`'],
    ] as const) {
      const { outcome, renamed } = rename(broken(part, by), '| priority', 'urgency')
      expect(outcome.kind, part).toBe('renamed')
      expect(renamed).toBe(sound('| priority', 'urgency').replace(part, by))
      expect(errorsOf(renamed).map(({ code }) => code)).toEqual(errorsOf(broken(part, by)).map(({ code }) => code))
    }
  })

  test('beside the name, it is refused with the line of the error and what it says', () => {
    const text = broken('| take | new |', '| take | nwe |')
    const line = text.slice(0, text.indexOf('| take | nwe |')).split('\n').length
    const [error] = errorsOf(text)
    expect(rename(text, '| take', 'grab').outcome).toMatchObject({ kind: 'error', line, diagnostic: error })
    // Below a heading that names no entity nothing is read.
    const unread = broken('### Ticket.status', '### Tickt.status')
    expect(rename(unread, '| priority', 'urgency').outcome).toMatchObject({
      kind: 'error',
      line: unread.slice(0, unread.indexOf('### Tickt.status')).split('\n').length,
    })
  })

  test('a taken name is an error as it is in a sound text', () => {
    const text = broken('| take | new |', '| take | nwe |')
    expect(rename(text, '| priority', 'subject').outcome.kind).toBe('problem')
  })
})

/** `npm run test:fuzz` renames in two documents, and all that they declare. */
const IS_LONG = process.env['FUZZ_CASES'] !== undefined

test.each(IS_LONG ? ['helpdesk', 'leave-requests'] : ['leave-requests'])(
  'whatever %s declares can be renamed, or is refused: never a text with errors',
  (name) => {
    const text = readFileSync(new URL(`../../../shared/documents/${name}.md`, import.meta.url), 'utf8')
    const open = openDocument(text)
    const definitions = open.outline().definitions.filter(({ span }) => open.renamable(span.start) !== undefined)
    // Some of them: every one is compiled several times.
    const chosen = definitions.filter(({ what }, at) => IS_LONG || at % 9 === 0 || what === 'entity')
    expect(chosen.length).toBeGreaterThan(8)
    const refused = chosen.filter(({ what, label, span }) => {
      const outcome = open.rename({ offset: span.start, to: what === 'error' ? 'QUITE_NEW' : 'quite new' })
      if (outcome.kind === 'renamed') expect(errorsOf(applyEdits(text, outcome.edits)), label).toEqual([])
      return outcome.kind !== 'renamed'
    })
    expect(refused.length).toBeLessThan(chosen.length / 8)
  },
)
