// What was typed and not sent: it waits for the person who typed it, and for nobody else.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropAllDrafts, keepDraft, keepDraftsOf, readDraft } from '../../../client/data/drafts.ts'

beforeEach(dropAllDrafts)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('what a hundred keys have typed is written to the tab once', () => {
  vi.useFakeTimers()
  const setItem = vi.fn()
  vi.stubGlobal('sessionStorage', { setItem, removeItem: vi.fn(), getItem: () => null })
  for (let at = 0; at < 100; at++) keepDraft('report', { subject: 'x'.repeat(at) })
  expect(setItem).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(setItem).toHaveBeenCalledOnce()
  expect(setItem.mock.lastCall?.[1]).toContain('x'.repeat(99))
})
