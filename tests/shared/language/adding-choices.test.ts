// What people choose in the small forms is written so that it compiles: conditions, what a transition asks, calls.
import { expect, test } from 'vitest'
import type { Comparison } from '#shared/language/adding/condition.ts'
import { comparisonsFor, writeCondition } from '#shared/language/adding/condition.ts'
import type { KnownField } from '#shared/language/adding/known-parts.ts'
import { readKnownParts } from '#shared/language/adding/known-parts.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import { CALL_KINDS } from '#shared/language/adding/wanted.ts'
import { openDocument } from '#shared/language/open-document.ts'
import { outlineDocument } from '#shared/language/outline.ts'
import { documentOf, readShipped } from '../../helpers/compile-document.ts'

const FIELDS = documentOf({
  3: `### Trip

| field | type | required |
|---|---|---|
| title | text | yes |
| leader | Person | no |
| begins on | date | no |
| ends on | date | no |
| leaves at | date and time | no |
| at noon | time | no |
| lasts | duration | no |
| places | integer | no |
| taken | integer | no |
| price | money | no |
| kind | one of short, long | no |
| is open | yes/no | no |
`,
  6: '| role | is |\n|---|---|\n| Guide | leads |\n',
})

const parts = readKnownParts(outlineDocument(FIELDS))
const [trip] = parts.entities
const fieldNamed = (name: string): KnownField => {
  const found = trip?.fields.find(({ identifier }) => identifier === name)
  if (found === undefined) throw new Error(name)
  return found
}
const errorsWith = (wanted: WantedPart, text = FIELDS) =>
  openDocument(text)
    .add(wanted)
    .errors.map(({ message }) => message)
const ruleOf = (condition: string): WantedPart => ({
  kind: 'rule',
  name: 'Q',
  entity: 'Trip',
  condition,
  message: 'No.',
})

test('what is said of a field is its condition', () => {
  const condition = (field: string, comparison: Comparison, value = '') =>
    writeCondition(fieldNamed(field), comparison, value, trip?.fields ?? [])
  expect(condition('title', 'characters', '3')).toBe('size(title) >= 3')
  expect(condition('ends_on', 'more than', 'begins on')).toBe('ends_on > begins_on')
  expect(condition('ends_on', 'at least', 'Today')).toBe('ends_on >= today')
  expect(condition('ends_on', 'less than', '2027-01-31')).toBe('ends_on < date("2027-01-31")')
  expect(condition('taken', 'at most', 'places')).toBe('taken <= places')
  expect(condition('kind', 'is', 'long')).toBe('kind == "long"')
  expect(condition('is_open', 'no')).toBe('is_open != true')
})

test('each comparison that is offered compiles', () => {
  const values: { readonly [family: string]: string } = {
    text: 'a "word"',
    number: '3',
    day: '2027-01-31',
    time: '12:00',
    duration: 'PT8H',
    word: 'long',
  }
  for (const field of trip?.fields ?? [])
    for (const comparison of comparisonsFor(field)) {
      const value = comparison === 'characters' ? '2' : (values[field.family] ?? '')
      const condition = writeCondition(field, comparison, value, trip?.fields ?? [])
      expect(errorsWith(ruleOf(condition)), condition).toEqual([])
    }
})

test('a transition asks for what its form lists', () => {
  const wanted: WantedPart = {
    kind: 'transition',
    entity: 'Trip',
    name: 'cancel',
    from: 'new',
    to: 'gone',
    who: 'Guide',
    asks: [
      { name: 'why', type: 'long text', required: true },
      { name: 'size', type: 'one of small, very large', required: false },
      { name: 'Größe', type: 'Person', required: false },
    ],
  }
  expect(errorsWith(wanted)).toEqual([])
  expect(openDocument(FIELDS).add(wanted).text).toContain(
    '| cancel | new | gone | Guide | why: long text required, size: one of (small, very large), grosse: Person |',
  )
})

test('a call answers a list or one record, or creates one, of each entity that can be created so', () => {
  const text = readShipped('helpdesk')
  for (const does of CALL_KINDS)
    for (const entity of ['Ticket', 'Comment', 'Tag', 'Team']) {
      const wanted: WantedPart = { kind: 'call', does, path: 'quick', entity, who: 'Agent' }
      expect(errorsWith(wanted, text), `${does} ${entity}`).toEqual([])
    }
  const call = openDocument(FIELDS).add({
    kind: 'call',
    does: 'create',
    path: 'trips/quick',
    entity: 'Trip',
    who: 'Guide',
  })
  expect(call.text).toContain('### POST /api/trips/quick\n')
  expect(call.text).toContain('| kind | body | one of short, long | no |')
  expect(call.text).toContain('1. let made = create Trip { title: input.title, leader: input.leader,')
})
