import { describe, expect, test } from 'vitest'
import { titleOf } from '../../../../client/data/records/record-title.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

describe('the title of a record', () => {
  test('is what the document says', () => {
    expect(titleOf(helpdesk(), 'Ticket', { id: '1', number: 'HD-00001', subject: 'It is dark' })).toBe(
      'HD-00001 It is dark',
    )
  })

  test('is a text that the reader has, where a part of it is hidden from him', () => {
    expect(titleOf(helpdesk(), 'Ticket', { id: '1', subject: 'It is dark' })).toBe('It is dark')
  })

  test('is the name of its entity where nothing is known', () => {
    expect(titleOf(helpdesk(), 'Ticket', { id: '1' })).toBe('Ticket')
  })

  test('stays in one line', () => {
    expect(titleOf(helpdesk(), 'Comment', { id: '1', body: 'First.\n\nSecond.' })).toBe('First. Second.')
  })
})
