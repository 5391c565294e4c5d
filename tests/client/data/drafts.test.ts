// What was typed and not sent: it waits for the person who typed it, and for nobody else.
import { beforeEach, expect, test } from 'vitest'
import { dropAllDrafts, keepDraft, keepDraftsOf, readDraft } from '../../../client/data/drafts.ts'

beforeEach(dropAllDrafts)

test('a person who is signed out in the middle of a form finds it again', () => {
  keepDraftsOf('ann')
  keepDraft('report', { subject: 'No coffee' })
  keepDraftsOf('ann')
  expect(readDraft('report')).toEqual({ subject: 'No coffee' })
})

test('somebody else finds nothing', () => {
  keepDraftsOf('ann')
  keepDraft('report', { subject: 'No coffee' })
  keepDraftsOf('bob')
  expect(readDraft('report')).toBeUndefined()
})
