// Names and addresses that look alike have one key.
import { describe, expect, test } from 'vitest'
import { lookAlikeKey } from '../../../server/auth/people/look-alike-key.ts'

describe('a key', () => {
  test.each([
    ['Аdа Kіng', 'Ada King'],
    ['ADA K1NG', 'ada king'],
    ['Ada  King\u200B', 'Ada King'],
    ['Ádä Kıng', 'Ada King'],
    ['rnary', 'mary'],
    ['аdmin@example.com', 'admin@example.com'],
  ])('of what looks alike is one: %s', (one, other) => expect(lookAlikeKey(one)).toBe(lookAlikeKey(other)))

  test('of what does not look alike differs', () => {
    expect(lookAlikeKey('Ada King')).not.toBe(lookAlikeKey('Ada Kint'))
    expect(lookAlikeKey('ada@example.com')).not.toBe(lookAlikeKey('ada@example.org'))
  })
})
