// What an editor offers, explains and finds in a document that is being written.
import * as fc from 'fast-check'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { complete } from '#shared/language/complete.ts'
import { findNameAt } from '#shared/language/find-name.ts'
import { formatDocument } from '#shared/language/format-document.ts'
import { outlineDocument } from '#shared/language/outline.ts'
import { serializeModel } from '#shared/model/serialize.ts'

const TODAY = '2026-11-29'
const documents = new URL('../../../shared/documents/', import.meta.url)
const helpdesk = readFileSync(new URL('helpdesk.md', documents), 'utf8')

/** The place of `‸` in the document, which is written in place of `here`. */
function edited(here: string, written: string) {
  const marked = helpdesk.replace(here, written)
  expect(marked).toContain('‸')
  const offset = marked.indexOf('‸')
  return { outline: outlineDocument(marked.replace('‸', '')), offset }
}

function offered(here: string, written: string): readonly string[] {
  const { outline, offset } = edited(here, written)
  return complete(outline, offset, TODAY).map(({ label }) => label)
}

function found(here: string, written: string) {
  const { outline, offset } = edited(here, written)
  const name = findNameAt(outline, offset)
  const { text } = outline.document
  const declaredAt = name?.declaredAt
  return { ...name, declared: declaredAt && text.slice(declaredAt.start, declaredAt.end) }
}

describe('completion', () => {
  test('offers the fields of a record behind a relation, though the document has an error there', () => {
    const names = offered('`priority != "urgent"`', '`assignee.‸`')
    expect(names).toContain('team')
    expect(names).toContain('email')
    expect(names).not.toContain('subject')
    expect(offered('`priority != "urgent"`', '`assignee.team.na‸`')).toEqual(['name'])
  })

  test('offers what a bound variable has, and what one does with a set', () => {
    expect(offered('`priority != "urgent"`', '`comments.exists(c, c.‸`')).toContain('body')
    expect(offered('`priority != "urgent"`', '`comments.‸`')).toEqual(
      expect.arrayContaining(['exists', 'count', 'sum']),
    )
  })

  test('offers constants and roles where these are named', () => {
    expect(offered('`priority != "urgent"`', '`limits.re‸`')).toContain('reopen_window')
    expect(offered('`priority != "urgent"`', '`me.is("‸`')).toContain('Manager')
  })

  test('offers states, roles, types and error codes in their columns', () => {
    expect(offered('| take | new | open | Agent |', '| take | ‸ | open | Agent |')).toEqual(
      expect.arrayContaining(['waiting', 'any', 'new record']),
    )
    expect(offered('| take | new | open | Agent |', '| take | new | open | ‸ |')).toEqual(
      expect.arrayContaining(['Customer', 'everyone', 'nobody']),
    )
  })

  test('puts an offer in place of all words that are written of it', () => {
    const { outline, offset } = edited('| resolution | long text |', '| resolution | long te‸ |')
    const [first] = complete(outline, offset, TODAY).filter(({ label }) => label === 'long text')
    expect(outline.document.text.slice(first?.span.start, first?.span.end)).toBe('long te')
  })

  test('offers the tables of a point on an empty line, and the columns that a header lacks', () => {
    expect(offered('## 8. The error catalogue\n', '## 8. The error catalogue\n\n‸\n')).toContain(
      '| code | status | message | meaning |',
    )
  })
})

describe('names', () => {
  test('a field in an expression is described and found where it is declared', () => {
    const name = found('`priority != "urgent"`', '`prior‸ity != "urgent"`')
    expect(name.description).toContain('**priority**, field of Ticket')
    expect(name.declared).toBe('priority')
  })

  test('behind a relation it is the field of the other entity', () => {
    expect(found('`priority != "urgent"`', '`team.na‸me != "x"`').description).toContain('field of Team')
  })

  test('a word in a column names what the column holds', () => {
    expect(found('| take | new | open | Agent |', '| take | ne‸w | open | Agent |').description).toContain(
      'state of Ticket',
    )
    expect(found('| take | new | open | Agent |', '| take | new | open | Ag‸ent |').description).toContain('role')
  })

  test('a function has its signature', () => {
    expect(found('`priority != "urgent"`', '`star‸t_of("month", now) != now`').description).toContain('start_of(')
  })
})

describe('formatting', () => {
  const files = readdirSync(documents).filter((name) => name.endsWith('.md') && name !== 'README.md')

  test.each(files)('leaves what %s says as it is, and is done after once', (name) => {
    const text = readFileSync(new URL(name, documents), 'utf8')
    const formatted = formatDocument(text)
    expect(meaningOf(formatted) === meaningOf(text)).toBe(true)
    expect(formatDocument(formatted)).toBe(formatted)
  })

  test('whatever the text, only the spaces around bars change', () => {
    const lines = helpdesk.split('\n')
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(...lines),
        fc.string({ unit: fc.constantFrom('|', '-', ' ', 'a', '\\', '`', ':', '\n', '\r') }),
      ),
    )
    fc.assert(
      fc.property(pieces, (some) => {
        const text = some.join('\n')
        const formatted = formatDocument(text)
        expect(formatted.replaceAll(/[\s-]/g, '').replaceAll('|', '')).toBe(
          text.replaceAll(/[\s-]/g, '').replaceAll('|', ''),
        )
        expect(formatDocument(formatted)).toBe(formatted)
      }),
      { numRuns: 200 },
    )
  })
})

/** Without the places and the texts of lines. */
function meaningOf(text: string): string {
  const { model, diagnostics } = compile(text)
  const drop = (key: string, value: unknown): unknown => (/span|cite/i.test(key) ? undefined : value)
  const meaning = model && (JSON.parse(serializeModel(model), drop) as unknown)
  return JSON.stringify([diagnostics.map(({ code }) => code), meaning])
}
