// The page of a record shows what its screen names, and leaves out what says nothing where it names nothing.
// @module-tag reference/settings-of-screens
import { expect, test } from 'vitest'
import { arrangeFields } from '../../../client/screens/record/arrange-fields.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    3: `
### Claim

- title: number

| field | type | value |
|---|---|---|
| number | sequence "C-{000}" | |
| cost | money | |
| subsidy | computed money | \`cost / 2\` |
`,
  }),
)
const claim = model.entities.get('Claim')
const record = { id: 'c-1', number: 'C-001', cost: null, subsidy: null }

const shownWith = (fields?: readonly string[]) =>
  claim && arrangeFields(fields ? { fields: [{ fields }] } : {}, claim, record).short.map(({ name }) => name.identifier)

test('an empty value that is worked out is left out, unless the document names it', () => {
  expect(shownWith()).toEqual(['cost'])
  expect(shownWith(['subsidy', 'cost'])).toEqual(['subsidy', 'cost'])
})

test('what the title says stands there only, also where the document names it', () => {
  expect(shownWith(['number', 'cost'])).toEqual(['cost'])
})
