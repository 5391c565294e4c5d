// Finds mentions in texts: names of several words, and no addresses.
import { expect, test } from 'vitest'
import { begunMention, possibleMentions } from '#shared/text/mentions.ts'

test('a name may go on over several words, and ends before a mark', () => {
  expect(possibleMentions('Ask @Ada King, please.')).toEqual([
    ['Ada King, please.', 'Ada King, please', 'Ada King,', 'Ada King', 'Ada'],
  ])
  expect(possibleMentions('(@Ada) and\n@Otto')).toEqual([['Ada) and', 'Ada)', 'Ada'], ['Otto']])
  expect(possibleMentions('ada@example.com, a @ b, @@')).toEqual([])
})

test('a mention that is being written goes from its @ to the caret', () => {
  expect(begunMention('Ask @Ada Ki', 11)).toEqual({ at: 4, search: 'Ada Ki' })
  expect(begunMention('@', 1)).toEqual({ at: 0, search: '' })
  expect(begunMention('Ask @Ada King, then', 19)).toBeUndefined()
  expect(begunMention('ada@exa', 7)).toBeUndefined()
})
