// What differs between two texts of a document is listed by point, in the document's own words.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDocumentTexts } from '../../../shared/document/compare-document-texts.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'

const DOCUMENTS = join(import.meta.dirname, '..', '..', '..', 'shared', 'documents')
const SHIPPED = readdirSync(DOCUMENTS)
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(join(DOCUMENTS, file), 'utf8'))

const replaced = (from: string, to: string): string => {
  expect(HELPDESK).toContain(from)
  return HELPDESK.replace(from, to)
}

describe('a change of the document', () => {
  test('of a grant names its role, entity and verb, and the cells that changed', () => {
    const text = replaced('| Customer | Ticket | read | `requester == me` |', '| Customer | Ticket | read | `true` |')
    expect(compareDocumentTexts(HELPDESK, text)).toEqual([
      {
        point: 6,
        title: '6. Roles and permissions',
        changes: [
          {
            change: 'changed',
            under: [],
            name: 'Customer · Ticket · read',
            values: [{ column: 'where', before: 'requester == me', after: 'true' }],
          },
        ],
      },
    ])
  })

  test('of a field is listed under its entity; a new one and one that is gone as such', () => {
    const line = '| internal_note | long text |'
    const room = replaced(line, '| room | text | no | | | | Where it stands |\n| internal_note | long text |')
    const [entities] = compareDocumentTexts(HELPDESK, room)
    expect(entities).toMatchObject({
      point: 3,
      changes: [{ change: 'new', under: ['Ticket'], name: 'room · text · no · Where it stands' }],
    })
    expect(compareDocumentTexts(room, HELPDESK)).toMatchObject([
      { point: 3, changes: [{ change: 'gone', under: ['Ticket'], name: 'room · text · no · Where it stands' }] },
    ])
    expect(compareDocumentTexts(HELPDESK, replaced(line, '| internal_note | text |'))).toMatchObject([
      { changes: [{ name: 'internal_note', values: [{ column: 'type', before: 'long text', after: 'text' }] }] },
    ])
  })

  test('of a setting, a sentence, a part and the title is listed, too', () => {
    expect(compareDocumentTexts(HELPDESK, replaced('- sign-up: open, as Customer', '- sign-up: closed'))).toMatchObject(
      [{ point: 6, changes: [{ name: 'sign-up', values: [{ before: 'open, as Customer', after: 'closed' }] }] }],
    )
    const told = `${HELPDESK}\n\n### Later\n\nThis comes later.\n`
    expect(compareDocumentTexts(HELPDESK, told)).toMatchObject([
      { point: 9, changes: [{ change: 'new', under: [], name: 'Later' }] },
    ])
    expect(compareDocumentTexts(told, told.replace('comes later', 'came'))).toMatchObject([
      { changes: [{ under: ['Later'], values: [{ before: 'This comes later.', after: 'This came.' }] }] },
    ])
    expect(compareDocumentTexts('# One\n', '# Two\n')).toMatchObject([
      { point: 0, changes: [{ values: [{ before: 'One', after: 'Two' }] }] },
    ])
  })
})

test('what is laid out otherwise, or stands elsewhere in its table, is no change', () => {
  for (const text of SHIPPED.filter((each) => each.includes('|---'))) {
    expect(compareDocumentTexts(text, text)).toEqual([])
    expect(compareDocumentTexts(text, text.replaceAll(/ \| /g, '   |  '))).toEqual([])
    const turned = text.replaceAll(/^(\|[-|\s:]+\|\n)((?:\|.*\|\n){2,})/gm, (_, ruler: string, rows: string) =>
      [ruler, ...rows.split(/(?<=\n)/).toReversed()].join(''),
    )
    expect(turned).not.toBe(text)
    expect(compareDocumentTexts(text, turned)).toEqual([])
  }
})

test('any two texts: no throw, and back again is what is new gone, and what is gone new', () => {
  const lines = SHIPPED.flatMap((text) => text.split('\n'))
  const some = array(constantFrom(...lines), { maxLength: 60 }).map((each) => each.join('\n'))
  assert(
    property(some, some, (before, after) => {
      const count = (one: string, other: string, kind: string) =>
        compareDocumentTexts(one, other)
          .flatMap(({ changes }) => changes)
          .filter(({ change }) => change === kind).length
      expect(count(before, after, 'new')).toBe(count(after, before, 'gone'))
      expect(compareDocumentTexts(before, after).length === 0).toBe(compareDocumentTexts(after, before).length === 0)
    }),
    { numRuns: 100 },
  )
})
