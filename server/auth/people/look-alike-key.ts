// Makes the key under which names and addresses that look alike are one.
import { collationKey } from '#shared/expressions/functions/collation.ts'
import { removeInvisible } from '#shared/text/characters/invisible-characters.ts'

/** Letters, in lower case, beside the letter of Latin that they look like (a part of Unicode's confusables, UTS #39). */
const LOOK_ALIKES: readonly (readonly [letter: string, alike: string])[] = [
  ['a', 'аαɑᴀ'],
  ['b', 'вьβʙ'],
  ['c', 'сϲᴄⅽ'],
  ['d', 'ԁᴅⅾ'],
  ['e', 'еεєᴇҽ'],
  ['f', 'ꜰ'],
  ['g', 'ɡԍɢ'],
  ['h', 'һнհʜ'],
  ['j', 'јϳᴊ'],
  ['k', 'кκᴋ'],
  ['l', 'i1|ıіιɪʟⅼӏɩ!'],
  ['m', 'мᴍⅿ'],
  ['n', 'ոηпɴ'],
  ['o', '0оοσօᴏ'],
  ['p', 'рρᴘ'],
  ['q', 'ԛզ'],
  ['r', 'гʀ'],
  ['s', 'ѕꜱ'],
  ['t', 'тτᴛ'],
  ['u', 'υսᴜ'],
  ['v', 'νѵᴠ'],
  ['w', 'ѡωԝᴡ'],
  ['x', 'хχ'],
  ['y', 'уγүʏ'],
  ['z', 'ᴢ'],
]

const LATIN = new Map(LOOK_ALIKES.flatMap(([letter, alike]) => [...alike].map((each) => [each, letter] as const)))

/** `Аda Kıng` (the first letter is Cyrillic) and `ada king` have one key: without case, accents, blanks, marks and what shows nothing. */
export function lookAlikeKey(text: string): string {
  return [...collationKey(removeInvisible(text))]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}@]+/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
