// When a saved view counts as changed.
import { expect, test } from 'vitest'
import { isSavedSo } from '../../../../client/screens/table/views/same-parameters.ts'

test.each([
  ['view=all&priority=urgent&sort=subject&_saved=1', true],
  ['sort=subject&priority=urgent&view=all', true],
  ['view=all&priority=urgent&sort=subject&q=', true],
  ['view=all&priority=urgent&sort=-subject', false],
  ['view=all&priority=urgent', false],
  ['view=all&priority=urgent&sort=subject&_group=status', false],
])('%s', (parameters, isSame) => {
  expect(isSavedSo(new URLSearchParams(parameters), 'view=all&priority=urgent&sort=subject')).toBe(isSame)
})
