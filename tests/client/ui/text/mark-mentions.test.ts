import { expect, test } from 'vitest'
import { markMentions, splitMentions } from '../../../../client/ui/text/mark-mentions.ts'

const names = ['Ada King', 'Ada', 'Sammy Davis Jr.']

test('a mention is an @ before a whole name, the longest that fits', () => {
  expect(splitMentions('@Ada King, see @Ada!', names)).toEqual(['', '@Ada King', ', see ', '@Ada', '!'])
  expect(splitMentions('@Adam and ada@Ada.example', names)).toEqual(['@Adam and ada@Ada.example'])
  expect(splitMentions('by @Sammy Davis Jr.', names)).toEqual(['by ', '@Sammy Davis Jr.', ''])
})

test('in HTML it is marked where it is text, not in code and links', () => {
  expect(markMentions('<p>@Ada</p><code>@Ada</code><a href="/@Ada">@Ada</a>', names, 'm')).toBe(
    '<p><span class="m">@Ada</span></p><code>@Ada</code><a href="/@Ada">@Ada</a>',
  )
  expect(markMentions('<p>@R&amp;D</p>', ['R&D'], 'm')).toBe('<p><span class="m">@R&amp;D</span></p>')
})
