import { describe, expect, test } from 'vitest'
import { projectModel } from '#shared/decisions/project-model.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import type { Field } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { writeDay } from '#shared/fields/reading/read-day.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { newLine, formPartsOf } from '../../../client/screens/form/lines/form-lines.ts'
import { placeCells } from '../../../client/screens/form/lines/place-paste.ts'
import { readPasted, readRange } from '../../../client/screens/form/lines/read-paste.ts'
import { validateLines } from '../../../client/screens/form/lines/validate-lines.ts'
import { formatLocale } from '../../../client/words/language.ts'
import { EXPENSES } from '../../apps/expenses.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

const person = { id: '01900000-0000-7000-8000-000000000001', name: 'Emil', _version: 1 }
const actor: Actor = { person, roles: ['Employee'], administrator: false, system: false }
const session = { person, roles: ['Employee'], administrator: false, held: [] } as unknown as SessionBody
const document = EXPENSES.replace('unique per claim | |', 'unique per claim | |\n| guest | Person | | | | |').replace(
  'price, receipt, private |',
  'price, receipt, guest, private |',
)
const model = projectModel(compileDocument(document), actor)
const claim = model.entities.get('Claim')
const [part] = claim ? formPartsOf(model, session, claim) : []
if (!part) throw new Error('there are no lines')
const reading = makeReading(makePrinting(formatLocale, 'UTC', 'EUR'), '2026-11-21')
const ANNA = '01900000-0000-7000-8000-000000000002'
const known = (entity: string, title: string) =>
  entity === 'Person' ? ({ Anna: [ANNA], Tom: ['a', 'b'] }[title] ?? []) : []
const read = (field: Field, text: string) => readPasted(field, text, { reading, known })
const fieldOf = (name: string): Field => {
  const field = part.entity?.fields.get(name) ?? claim?.fields.get(name)
  if (!field) throw new Error(`there is no ${name}`)
  return field
}
const pasted = (name: string, text: string) => read(fieldOf(name), text)
const rowsOf = (text: string) => readRange(text, fieldOf('description')) ?? []

describe('cells that were copied from a spreadsheet', () => {
  test('stand between tabs and line breaks, or in quotation marks', () => {
    expect(rowsOf('a\tb\r\nc\t"d ""e""\nf"\n')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"\nf'],
    ])
    expect(rowsOf('a\t\n\t2" pipe')).toEqual([
      ['a', ''],
      ['', '2" pipe'],
    ])
    expect(rowsOf('"a" b\tc')).toEqual([['"a" b', 'c']])
    // What a copied list marks as text comes back as it was.
    expect(rowsOf("'=1+1\t-5")).toEqual([['=1+1', '-5']])
  })

  test('are one text where there is one cell, and lines of a text where a field holds lines', () => {
    expect(readRange('one text', fieldOf('description'))).toBeUndefined()
    expect(readRange('one text\r\n', fieldOf('description'))).toBeUndefined()
    expect(readRange('two\nlines', fieldOf('purpose'))).toBeUndefined()
    expect(readRange('two\tcells', fieldOf('purpose'))).toEqual([['two', 'cells']])
    expect(rowsOf('two\nlines')).toEqual([['two'], ['lines']])
  })

  test('are read as their reader writes them', () => {
    const inWords = writeDay(formatLocale, '2026-11-20')
    expect([inWords, '2026-11-20', '20.11.2026'].map((text) => pasted('spent_on', text))).toEqual(
      Array.from({ length: 3 }, () => '2026-11-20'),
    )
    expect(['1,234.50', '1.234,50', '7'].map((text) => pasted('price', text))).toEqual(['1234.50', '1234.50', '7.00'])
    expect(['Hotel', 'train '].map((text) => pasted('what', text))).toEqual(['hotel', 'train'])
    expect(['yes', 'Ja', 'FALSE'].map((text) => pasted('private', text))).toEqual([true, true, false])
    expect([pasted('quantity', '1,234'), pasted('description', ' two\nlines '), pasted('price', ' ')]).toEqual([
      1234,
      'two lines',
      null,
    ])
    expect(['Anna', ANNA].map((text) => pasted('guest', text))).toEqual([ANNA, ANNA])
  })

  test('that can’t be read stay as they are', () => {
    const cells = [
      ...[
        ['spent_on', '31.2.2026'],
        ['price', 'much'],
        ['what', 'plane'],
        ['private', 'perhaps'],
      ],
      ...[
        ['quantity', '1.5'],
        ['guest', 'Nobody'],
        ['guest', 'Tom'],
      ],
    ] as const
    for (const [name = '', text = ''] of cells) {
      const read = pasted(name, text)
      expect([read instanceof UnreadText, read]).toMatchObject([true, { text }])
    }
  })
})

describe('cells that are pasted into lines', () => {
  const first = newLine(part, 'one')

  test('go to the right and below, and into new lines', () => {
    const rows = rowsOf('There\t\t2\nBack\t2026-11-20\t')
    const { lines, touched, filled, leftOut } = placeCells(part, [first], {
      rows,
      index: 0,
      field: 'description',
      read,
    })
    expect(lines.map(({ values }) => values)).toEqual([
      { ...first.values, description: 'There', spent_on: null, quantity: 2 },
      // What is empty keeps what the line began with.
      { ...first.values, description: 'Back', spent_on: '2026-11-20', quantity: 1 },
    ])
    expect([touched.length, touched[0], filled, leftOut]).toEqual([6, 'lines:one:description', 2, 0])
  })

  test('are left out where they have no place: beside the lines, in what is worked out, and beyond the most', () => {
    const rows = rowsOf('5\t9\t7\tAnna\tyes\t\tx')
    const beside = placeCells(part, [first], { rows, index: 0, field: 'price', read })
    expect(beside.lines[0]?.values).toMatchObject({ price: '5.00', receipt: '7', private: true })
    expect(beside.leftOut).toBe(2)
    const many = Array.from({ length: 25 }, (_, at) => [`${at}`])
    const beyond = placeCells(part, [first], { rows: many, index: 0, field: 'description', read })
    expect([beyond.lines.length, beyond.filled, beyond.leftOut]).toEqual([20, 20, 5])
  })

  test('say in their cell what is wrong with them', () => {
    const rows = rowsOf('plane\tThere\t\tmany\t5\t\t\tNobody\tperhaps')
    const { lines } = placeCells(part, [first], { rows, index: 0, field: 'what', read })
    const { errors } = validateLines({ model, actor, part, lines, head: '', now: '2026-11-21T08:00:00.000Z' })
    expect([...errors].map(([path, { message }]) => [path.split(':')[2], message])).toEqual([
      ['what', 'What must be hotel, train, dinner, or other.'],
      ['quantity', 'Quantity must be a whole number, such as 1,250.'],
      ['guest', 'Guest must be a record of Person; “Nobody” names none that is known, or several.'],
      ['private', 'Private must be yes or no.'],
    ])
  })
})
