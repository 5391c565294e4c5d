// What is not offered because it can only fail, by the records at hand; what is not knowable stays offered.
import { describe, expect, test } from 'vitest'
import { predictCreate } from '../../../../client/data/records/predict-create.ts'
import { readShippedFile } from '../../../documents/shipped.ts'
import { compileDocument, readShipped } from '../../../helpers/compile-document.ts'
import type { Actor } from '#shared/policy/actor.ts'

const now = '2026-11-21T10:00:00.000Z'
const model = compileDocument(readShippedFile('purchase-approval.md'))
const someone = (roles: readonly string[]): Actor => ({
  person: { id: 'p-1', name: 'Somebody' },
  roles,
  administrator: false,
  system: false,
})
const request = model.entities.get('PurchaseRequest')
const line = model.entities.get('Line')
const field = line?.fields.get('request')
if (!request || !line || !field) throw new Error('the document has requests with lines')

const addLine = (record: { readonly requester?: string; readonly status?: string }, roles = ['Employee']) =>
  predictCreate(model, someone(roles), { entity: line, field, record: { id: 'r-1', ...record }, now })

describe('a record beside another', () => {
  test('may be added by those that a grant lets in for that one', () => {
    expect(addLine({ requester: 'p-1', status: 'draft' })).toBe(true)
    expect(addLine({ requester: 'p-2', status: 'draft' })).toBe(false)
    expect(addLine({ requester: 'p-1', status: 'approved' })).toBe(false)
  })

  test('is offered where it is not known whether a grant lets in', () => {
    expect(addLine({ requester: 'p-1' })).toBe(true)
  })

  test('is refused beforehand in the words of the rule that stands against it', () => {
    const helpdesk = compileDocument(readShipped('helpdesk'))
    const comment = helpdesk.entities.get('Comment')
    const ticket = comment?.fields.get('ticket')
    if (!comment || !ticket) throw new Error('the helpdesk has comments')
    const add = (status: string) =>
      predictCreate(helpdesk, someone(['Agent']), {
        entity: comment,
        field: ticket,
        record: { id: 't-1', status },
        now,
      })
    expect(add('open')).toBe(true)
    expect(add('closed')).toMatch(/closed/)
  })
})
