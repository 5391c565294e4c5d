import { expect, test } from 'vitest'
import { looksLikeSequenceNumber } from '#shared/fields/sequence.ts'
import { numberCondition } from '../../../../client/data/search/exact-number.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

const ticket = helpdesk().entities.get('Ticket')

test.each(['356', '00356', 'HD-00356', 'hd-356', 'HD356', 'hd 356'])('%s names HD-00356', (text) => {
  expect(ticket && numberCondition(ticket, new Set(['number']), text)).toBe('number == "HD-00356"')
})

test('other words, other letters and numbers that may not be read name nothing', () => {
  for (const text of ['INC-356', 'printer', '', '356 paper'])
    expect(ticket && numberCondition(ticket, new Set(['number']), text)).toBeUndefined()
  expect(ticket && numberCondition(ticket, new Set(['subject']), '356')).toBeUndefined()
  expect(looksLikeSequenceNumber('Windows11')).toBe(true)
  expect(looksLikeSequenceNumber('11 Windows')).toBe(false)
})
