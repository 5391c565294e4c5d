import { describe, expect, test } from 'vitest'
import { choiceFilter } from '../../../../client/data/records/choice-filter.ts'
import type { ReadableOf } from '#shared/decisions/title-paths.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    3: `### Building

| field | type | required |
|---|---|---|
| name | text | yes |

### Room

| field | type |
|---|---|
| name | text |
| building | Building |
| seats | integer |
| keeper | Person (as kept_rooms) |

### Booking

| field | type | choose from |
|---|---|---|
| building | Building | |
| people | integer | |
| room | Room | \`building == this.building and seats >= this.people\` |
| rooms | several Room (as all) | \`building == this.building and seats > 2\` |
| free_room | Room (as taken) | \`not taken.exists(b, b.id != this.id)\` |
| own_room | Room (as owned) | \`keeper == me and this.building.name != ""\` |
`,
  }),
)
const ruled = compileDocument(
  documentOf({
    3: `### Supplier

| field | type |
|---|---|
| name | text |
| blocked | yes/no |
| least | integer |

### Order

| field | type |
|---|---|
| supplier | Supplier |
| total | integer |
`,
    5: `| rule | entity | must hold | otherwise | on | else |
|---|---|---|---|---|---|
| Not from the blocked | Order | \`supplier == null or not supplier.blocked\` | That one is blocked. | supplier | |
| Enough for them | Order | \`supplier.least == null or supplier.least <= total\` | They take no such orders. | supplier | |
| Better named | Order | \`supplier.name != ""\` | It has no name. | supplier | warn |
| Some supplier | Order | \`supplier != null or total == null\` | Choose one. | supplier | |
`,
  }),
)
const BUILDING = '019abeb1-914f-71ce-a8f7-bcf5d463949a'
const all = (entity: string) => new Set([...(model.entities.get(entity)?.fields.keys() ?? [])])
const booking = model.entities.get('Booking')
const filterFor = (field: string, record: object, readable: ReadableOf = all): string | undefined => {
  const found = booking?.fields.get(field)
  if (!booking || !found) throw new Error(`no field ${field}`)
  return choiceFilter(booking, found, { ...record }, readable)
}

describe('what a relation may be set to', () => {
  test('leaves out what a rule about it would refuse, as far as one may read what it asks', () => {
    const found = ruled.entities.get('Order')
    const field = found?.fields.get('supplier')
    if (!found || !field) throw new Error('there are no orders')
    const all = () => new Set(['name', 'blocked', 'least', 'group', 'roles'])
    const filter = (record: object, readable = all) => choiceFilter(found, field, { ...record }, readable)
    expect(filter({ total: 12 })).toBe(
      '(coalesce(false or not blocked, true)) and (coalesce(least == null or least <= 12, true))',
    )
    expect(filter({})).toBe('coalesce(false or not blocked, true)')
    expect(filter({ total: 12 }, () => new Set(['name', 'least']))).toBe('coalesce(least == null or least <= 12, true)')
    expect(filter({ total: 12 }, () => new Set())).toBeUndefined()
  })

  test('is asked for with what the form holds', { tags: 'reference/choose-from' }, () => {
    expect(filterFor('room', { building: BUILDING, people: 12 })).toBe(`building.id == "${BUILDING}" and seats >= 12`)
  })

  test('is asked for in the same way where several may be chosen', () => {
    expect(filterFor('rooms', { building: BUILDING })).toBe(
      `coalesce(building.id == "${BUILDING}" and seats > 2, false)`,
    )
  })

  test('knows that a new record has no id yet', () => {
    expect(filterFor('free_room', {})).toBe('not taken.exists(b, b.id != null)')
    expect(filterFor('free_room', { id: BUILDING })).toBe(`not taken.exists(b, b.id != "${BUILDING}")`)
  })

  test('is nothing while what it depends on is empty', () => {
    expect(filterFor('room', { building: null, people: null })).toBe('building.id == null and seats >= null')
  })

  test('is left to the server where the form does not know all of it', () => {
    expect(filterFor('room', { people: 12 })).toBeUndefined()
    expect(filterFor('own_room', {})).toBeUndefined()
  })

  test('walks from the records that the form refers to, and from its own where it does not hold the field', () => {
    expect(filterFor('own_room', { building: BUILDING })).toBe(
      `keeper == me and Building.filter(known_one, known_one.id == "${BUILDING}").first().name != ""`,
    )
    expect(filterFor('room', { id: BUILDING, people: 12 })).toBe(
      `building == Booking.filter(known_one, known_one.id == "${BUILDING}").first().building and seats >= 12`,
    )
  })

  test('is nothing where the person may not read what is asked', () => {
    const without = (field: string) => (entity: string) => new Set([...all(entity)].filter((each) => each !== field))
    expect(filterFor('room', { building: BUILDING, people: 12 }, without('seats'))).toBe('false')
    expect(filterFor('own_room', { building: BUILDING }, without('keeper'))).toBe('false')
  })

  test('is anything where the document says nothing', () => {
    expect(filterFor('building', {})).toBeUndefined()
  })
})
