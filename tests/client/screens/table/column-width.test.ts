import { expect, test } from 'vitest'
import { columnsOf } from '../../../../client/data/records/list-columns.ts'
import { columnWidth } from '../../../../client/screens/table/columns/column-layout.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

function widthsOf(rows: string): readonly (number | undefined)[] {
  const text = documentOf({ 3: `### Thing\n\n| field | type |\n|---|---|\n${rows}` })
  const model = compileDocument(text)
  const thing = model.entities.get('Thing')
  if (!thing) throw new Error('There is no Thing.')
  return columnsOf(model, thing, undefined, new Set(thing.fields.keys())).map(columnWidth)
}

test('a column has room for its name', () => {
  expect(widthsOf('| on | yes/no |\n| troubled | yes/no |\n| affects customers | yes/no |')).toEqual([90, 116, 182])
})

test('a column of words has room for the longest of them', () => {
  expect(widthsOf('| stage | one of a, b |\n| state | one of offen, weitergeleitet |')).toEqual([100, 142])
})

test('a very long name does not push the others away', () => {
  expect(widthsOf('| how many customers are affected by it | yes/no |')).toEqual([210])
})

test('texts share what is left, however long their name', () => {
  expect(widthsOf('| description of what happened here | text |')).toEqual([undefined])
})
