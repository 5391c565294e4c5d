import { expect, test } from 'vitest'
import { labelFor } from '../../../shared/text/label.ts'

test.each([
  ['due_at', 'Due at'],
  ['Due date', 'Due date'],
  ['subject', 'Subject'],
  ['iPhone model', 'IPhone model'],
  ['isbn', 'ISBN'],
  ['pager url', 'Pager URL'],
  ['vatican', 'Vatican'],
  ['élan', 'Élan'],
  ['', ''],
])('%j is told to people as %j', (written, told) => {
  expect(labelFor(written)).toBe(told)
})
