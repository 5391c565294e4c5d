// A link to a list that a mail or an advertisement has marked shows the list, and unknown conditions stay lost.
import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { filterText, readListFilter } from '../../../../client/data/filters/list-filter.ts'
import { withoutTracking } from '../../../../client/data/filters/tracking-parameters.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    3: `### Thing

| field | type | limits |
|---|---|---|
| name | text | |
| kind | one of apple, pear | |

### Lead

| field | type | was |
|---|---|---|
| name | text | |
| source | text | |
| utm_medium | text | |
| origin | text | ref |
`,
    6: `| role | entity | may |
|---|---|---|
| everyone | Thing, Lead | everything |
`,
  }),
)

function readAddress(name: string, text: string) {
  const entity = model.entities.get(name)
  if (!entity) throw new Error(`There is no ${name}.`)
  const kept = withoutTracking(entity, new URLSearchParams(text))
  const filter = readListFilter(model, entity, new Set(entity.fields.keys()), new URLSearchParams(kept))
  return { kept, filter, asked: filterText(model, entity, filter) }
}

const tracking = constantFrom(
  'utm_source',
  'utm_medium',
  'utm_id',
  'fbclid',
  'gclid',
  'mc_cid',
  'mc_eid',
  'ref',
  'source',
)

test('parameters of mails and advertisements change nothing in a list', () => {
  const conditions = constantFrom('kind=apple', 'name:contains=x', 'q=word', 'view=all', '_any=1')
  assert(
    property(array(conditions), array(tracking), array(conditions), (before, marks, after) => {
      const plain = [...before, ...after].join('&')
      const marked = [...before, ...marks.map((mark) => `${mark}=mail`), ...after].join('&')
      expect(readAddress('Thing', marked)).toEqual(readAddress('Thing', plain))
    }),
  )
})

test('a name that a field has or had is a condition', () => {
  expect(readAddress('Lead', 'source=mail&utm_medium=cpc&utm_source=x').filter).toEqual({
    conditions: [
      { field: 'source', operator: 'contains', values: ['mail'] },
      { field: 'utm_medium', operator: 'contains', values: ['cpc'] },
    ],
    any: false,
  })
  expect(readAddress('Lead', 'ref=mail').kept).toEqual([['ref', 'mail']])
})

test('any other unknown parameter stays lost, and the list finds nothing', () => {
  for (const text of ['utm=1', 'source:is=x', 'utm_x:before=1', 'referrer=x', 'Source=x']) {
    const { filter, asked } = readAddress('Thing', text)
    expect(filter.lost).toHaveLength(1)
    expect(asked).toBe('false')
  }
})
