import { expect, test } from 'vitest'
import { nearWords } from '../../../shared/text/near-words.ts'

test('a letter too many, missing or wrong is forgiven, and two that changed places', () => {
  const near = new Set(nearWords('printer'))
  for (const word of ['printer', 'prnter', 'printerr', 'primter', 'rpinter', 'sprinter', 'printæer'])
    expect(near).toContain(word)
  for (const word of ['prnte', 'retnirp', 'primber']) expect(near).not.toContain(word)
  expect(new Set(nearWords('принтер'))).toContain('принтир')
})

test('short and long words and numbers are meant as they are; four letters keep four', () => {
  for (const word of ['cat', '00356', 'hd356', 'a'.repeat(21)]) expect(nearWords(word)).toBeUndefined()
  expect(nearWords('mail')).toContain('mael')
  expect(nearWords('mail')).not.toContain('mal')
  expect(nearWords('mails')).toContain('mail')
})
