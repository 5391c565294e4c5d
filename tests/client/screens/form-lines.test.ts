import { describe, expect, test } from 'vitest'
import type { SessionBody } from '#shared/protocol/session.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { FormLine } from '../../../client/screens/form/lines/form-lines.ts'
import {
  cellOfError,
  isBlankLine,
  linesToSend,
  newLine,
  formPartsOf,
  startLines,
} from '../../../client/screens/form/lines/form-lines.ts'
import { validateParts, wrongNumber } from '../../../client/screens/form/lines/validate-parts.ts'
import { compileDocument } from '../../helpers/compile-document.ts'
import { EXPENSES } from '../../apps/expenses.ts'

const person = { id: '01900000-0000-7000-8000-000000000001', name: 'Emil', _version: 1 }
const actor: Actor = { person, roles: ['Employee'], administrator: false, system: false }
const model = projectModel(compileDocument(EXPENSES), actor)
const session = { person, roles: ['Employee'], administrator: false, held: [] } as unknown as SessionBody
const now = '2026-11-21T08:00:00.000Z'
const claim = model.entities.get('Claim')
if (!claim) throw new Error('there are no claims')
const title = [...claim.fields.values()].filter(({ name }) => name.identifier === 'title')

const may = { update: { price: true, what: true, position: true }, delete: { allowed: true } }
const head = {
  id: '01900000-0000-7000-8000-000000000002',
  employee: person.id,
  status: 'draft',
  title: 'T',
  _version: 3,
}
const stored = (id: string, price: string, position: number) => ({
  id,
  what: 'train',
  description: id,
  price,
  quantity: 1,
  position,
  claim: head.id,
  _version: 1,
  _may: may as never,
})

function only<T>(items: readonly T[]): T {
  const [item] = items
  if (item === undefined || items.length !== 1) throw new Error(`there are ${items.length}`)
  return item
}

const created = only(formPartsOf(model, session, claim))
const edited = only(
  formPartsOf(model, session, claim, {
    record: head,
    lines: new Map([['lines', [stored('a', '10.00', 1), stored('b', '5.00', 2)]]]),
  }),
)
const line = (values: object): FormLine => ({ ...newLine(created), values: { ...newLine(created).values, ...values } })
const validate = (part: typeof created, lines: readonly FormLine[]) =>
  validateParts({ model, entity: claim, actor, fields: title, values: { title: 'T', lines }, now }, [part])

describe('lines of a form', () => {
  test('have the columns that may be written, and those that follow from them', () => {
    const names = ['what', 'description', 'spent_on', 'quantity', 'price', 'total', 'receipt', 'private']
    expect(created.columns.map(({ name }) => name.identifier)).toEqual(names)
    expect([created.order, created.isWhole, edited.isWhole]).toEqual(['position', true, true])
  })

  test('begin with as many as there have to be, and a blank one is not sent', () => {
    const [blank] = startLines(created)
    expect(blank && isBlankLine(created, blank)).toBe(true)
    expect(linesToSend(created, startLines(created))).toEqual({ body: undefined, keys: [] })
    expect(wrongNumber(created, startLines(created))).toEqual({ message: 'At least 1 needed.' })
  })

  test('that are new are sent with what was filled in, and their place', () => {
    const [first, second] = [line({ what: 'train', price: '4' }), line({ what: 'hotel' })]
    expect(linesToSend(created, [first, newLine(created), second])).toEqual({
      body: [
        { what: 'train', price: '4', quantity: 1, private: false, position: 1 },
        { what: 'hotel', quantity: 1, private: false, position: 2 },
      ],
      keys: [first.key, second.key],
    })
  })

  test('begin with the defaults that the browser can work out, which are sent only if they were changed', () => {
    const text = EXPENSES.replace('| spent on | date | | |', '| spent on | date | | `today` |')
      .replace('| quantity | integer | | 1 |', '| quantity | integer | | `1 + 1` |')
      .replace('| receipt | text | | |', '| receipt | text | | `claim.title` |')
    const other = projectModel(compileDocument(text), actor)
    const head = other.entities.get('Claim')
    const part = only(head ? formPartsOf(other, session, head, undefined, now) : [])
    const [begun] = startLines(part)
    expect(begun?.values).toMatchObject({ spent_on: '2026-11-21', quantity: 2, receipt: null, private: false })
    expect(begun && isBlankLine(part, begun)).toBe(true)
    const [kept, changed] = [
      { ...newLine(part), values: { ...newLine(part).values, what: 'train' } },
      { ...newLine(part), values: { ...newLine(part).values, spent_on: '2026-11-20' } },
    ]
    expect(linesToSend(part, [newLine(part), kept, changed]).body).toEqual([
      { what: 'train', private: false, position: 1 },
      { spent_on: '2026-11-20', private: false, position: 2 },
    ])
  })

  test('that are there are sent with what changed, and removed by name', () => {
    const [a, b] = startLines(edited)
    if (!a || !b) throw new Error('two lines are there')
    expect(linesToSend(edited, [a, b]).body).toBeUndefined()
    expect(linesToSend(edited, [b, a]).body).toEqual([
      { id: 'b', position: 1 },
      { id: 'a', position: 2 },
    ])
    const changed = { ...a, values: { ...a.values, price: '11.00', description: 'not mine to change' } }
    // Those that others added meanwhile are kept.
    expect(linesToSend(edited, [changed], ['a', 'b', 'c']).body).toEqual([
      { id: 'a', price: '11.00' },
      { id: 'c' },
      { id: 'b', delete: true },
    ])
  })

  test('are validated each, and the record with all of them', () => {
    const wrong = line({ what: 'train', description: 'x', price: '0', spent_on: '2027-01-01' })
    const dear = line({ what: 'hotel', description: 'y', price: '600' })
    const { errors, lines, record, byLines } = validate(created, [wrong, dear])
    expect([...errors.keys()]).toEqual(['total', `lines:${wrong.key}:price`, `lines:${wrong.key}:spent_on`])
    expect(lines.get('lines')?.get(dear.key)?.['total']).toBe('600.00')
    expect([record['total'], [...byLines]]).toEqual(['600.00', ['total']])
  })

  test('find the cell of an error by the lines that were sent', () => {
    const keysOf = (part: string) => (part === 'lines' ? ['k1', 'k2'] : undefined)
    expect(
      ['lines[1].price', 'lines[0]', 'lines[7].price', 'other[0].x', 'title'].map((field) =>
        cellOfError(field, keysOf),
      ),
    ).toEqual(['lines:k2:price', 'lines:k1', undefined, undefined, undefined])
  })
})
