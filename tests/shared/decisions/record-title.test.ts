import { describe, expect, test } from 'vitest'
import { partlyReadTitleOf, titleFields, titleOf } from '../../../shared/decisions/record-title.ts'
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

  test('is one and the same where it is known in part, whatever else is at hand', () => {
    const model = compileDocument(
      documentOf({
        3: '### Visit\n\n- title: "{code}, {place}"\n\n| field | type |\n|---|---|\n| name | text |\n| code | text |\n| place | text |\n| report | long text |\n',
      }),
    )
    const visit = model.entities.get('Visit')
    const asked = visit ? titleFields(visit, new Set(['name', 'code', 'place', 'report'])) : []
    const inList = { id: 'v', place: 'Roof' }
    const onPage = { id: 'v', name: 'Ada', place: 'Roof', report: 'All is well.' }
    expect(asked).toEqual(['code', 'place'])
    expect([inList, onPage].map((record) => titleOf(model, 'Visit', record))).toEqual(['Roof', 'Roof'])
    // Where all that it is made of is closed to the reader, a picker asks for the short texts, and a page has no other either.
    expect(titleOf(model, 'Visit', { id: 'v', report: 'All is well.' })).toBe('Visit')
    const readable = new Set(['name', 'report'])
    expect(visit && partlyReadTitleOf(visit, { id: 'v', name: 'Ada', report: 'All is well.' }, readable)).toBe('Ada')
  })

  test('stays in one line', () => {
    expect(titleOf(helpdesk(), 'Comment', { id: '1', body: 'First.\n\nSecond.' })).toBe('First. Second.')
  })
})
