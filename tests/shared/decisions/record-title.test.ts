import { describe, expect, test } from 'vitest'
import { titleOf } from '../../../shared/decisions/record-title.ts'
import { compileDocument, documentOf, helpdesk } from '../../helpers/compile-document.ts'

describe('the title of a record', () => {
  test('is what the document says', { tags: 'reference/settings-of-an-entity' }, () => {
    expect(titleOf(helpdesk(), 'Ticket', { id: '1', number: 'HD-00001', subject: 'It is dark' })).toBe(
      'HD-00001 It is dark',
    )
  })

  test('is a text that the reader has, where a part of it is hidden from them', () => {
    expect(titleOf(helpdesk(), 'Ticket', { id: '1', subject: 'It is dark' })).toBe('It is dark')
  })

  test('is the name of its entity where nothing is known', () => {
    expect(titleOf(helpdesk(), 'Ticket', { id: '1' })).toBe('Ticket')
  })

  test('holds other records by their titles, and values as the application prints them', () => {
    const model = compileDocument(
      documentOf({
        3: '### Kind\n\n- title: "{name} ({minutes})"\n\n| field | type |\n|---|---|\n| name | text |\n| minutes | integer |\n\n### Visit\n\n- title: "{kind}, {starts_at}"\n\n| field | type |\n|---|---|\n| kind | Kind |\n| starts_at | date and time |\n',
        9: '| name | value |\n|---|---|\n| time zone | Europe/Berlin |\n| language | de |\n',
      }),
    )
    const kind = { id: 'k', _version: 1, name: 'Massage', minutes: 1030 }
    const visit = { id: 'v', kind, starts_at: '2026-11-23T09:00:00.000Z' }
    expect(titleOf(model, 'Visit', visit)).toBe('Massage (1030), 23.11.2026, 10:00')
  })

  test('stays in one line', () => {
    expect(titleOf(helpdesk(), 'Comment', { id: '1', body: 'First.\n\nSecond.' })).toBe('First. Second.')
  })
})
