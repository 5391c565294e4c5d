// Names the limit of the language that is meant by the words of another notation.
import type { MeantType } from './types-elsewhere.ts'

const REQUIRED = 'write "yes" in the column "required"'

/** Patterns of whole limits; the first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, (groups: readonly string[]) => MeantType])[] = [
  [
    /^(?:length|size|characters?|between)\s*:?\s*(\d+)\s*(?:\.\.|-|–|to|and)\s*(\d+)$/i,
    ([, a = '', b = '']) => written(`${a}..${b}`),
  ],
  [/^max(?:imum)?[\s_-]*(?:length|size|characters?|chars?)\s*:?\s*(\d+)$/i, ([, most = '']) => written(`max ${most}`)],
  [
    /^min(?:imum)?[\s_-]*(?:length|size|characters?|chars?)\s*:?\s*(\d+)$/i,
    ([, least = '']) => written(`min ${least}`),
  ],
  [
    /^(?:up\s+to|no\s+more\s+than|<=|≤)\s*(\d+)(?:\s*(?:characters?|chars?))?$/i,
    ([, most = '']) => written(`max ${most}`),
  ],
  [/^(\d+)\s*(?:characters?|chars?)$/i, ([, most = '']) => written(`max ${most}`)],
  [/^(?:length|size|len)\s*:?\s*(?:<=\s*)?(\d+)$/i, ([, most = '']) => ({ ...written(`max ${most}`), certain: false })],
  [/^(?:>=|≥)\s*(-?\d+(?:\.\d+)?)$/, ([, least = '']) => written(`min ${least}`)],
  [/^between\s+(\S+)\s+and\s+(\S+)$/i, ([, a = '', b = '']) => written(`${a}..${b}`)],
  [/^(?:regex|regexp|matches|format)\s*:?\s*(["“].+["”])$/i, ([, pattern = '']) => written(`pattern ${pattern}`)],
  [/^(?:not\s+null|required|mandatory|not\s+empty|non-?empty)$/i, () => ({ hint: REQUIRED, certain: false })],
  [/^positive$/i, () => ({ hint: 'write "min 1", or "min 0" where it may be nothing', certain: false })],
  [/^index$/i, () => written('indexed')],
  [/^primary\s+key$/i, () => ({ hint: 'every record has an "id"; a key of people is "unique"', certain: false })],
  [
    /^(?:read[ -]?only|immutable)$/i,
    () => ({ hint: 'write "write once", or leave the field out of the grants to "update"', certain: false }),
  ],
]

function written(write: string): MeantType {
  return { write, hint: `write "${write}"`, certain: true }
}

export function meantLimit(text: string): MeantType | undefined {
  for (const [pattern, meaning] of MEANINGS) {
    const found = pattern.exec(text)
    if (found) return meaning(found)
  }
  return undefined
}
