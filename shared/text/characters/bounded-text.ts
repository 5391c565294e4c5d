// Bounds texts from outside before anything else is done with them, and normalises any text in linear time.

/** Characters that a text from outside may have, by what it is. A field says its own bound: its `max`, or that of its type. */
export const MOST_CHARACTERS = {
  email: 320,
  password: 1_000,
  /** A name, a word, a secret or an id: what stands in one line and has no bound of its own. */
  line: 1_000,
  /** A parameter of an address: a search, a filter, a list of fields. */
  parameter: 8_000,
  /** A path within the application, with its parameters. */
  path: 10_000,
} as const

/**
 * Combining marks in a row: those of Unicode's stream-safe text format, and three times what any language writes.
 * To bring marks into their order takes a time that grows with the square of their number.
 */
export const MOST_MARKS = 30

/** A decomposed text, and one of characters beyond the basic plane, has more code units than characters that are counted later. */
const UNITS_PER_CHARACTER = 4

export type TextExcess = 'too_long' | 'too_many_marks'

/** Says what makes a text too much to work with, in one pass. `most`: characters, as people count them. */
export function findTextExcess(text: string, most: number): TextExcess | undefined {
  if (text.length > most * UNITS_PER_CHARACTER) return 'too_long'
  return hasTooManyMarks(text) ? 'too_many_marks' : undefined
}

export function hasTooManyMarks(text: string): boolean {
  return TOO_MANY_MARKS.test(text)
}

/** Beside marks, letters that behave as such: the sound marks of half-width Japanese, and the vowel signs of Kirat Rai, which compose. */
export const MARK = String.raw`[\p{M}\uFF9E\uFF9F\u{16D63}\u{16D67}-\u{16D6A}]`
const TOO_MANY_MARKS = new RegExp(`${MARK}{${MOST_MARKS + 1}}`, 'u')
const MARKS_IN_A_ROW = new RegExp(`${MARK}{${MOST_MARKS}}(?=${MARK})`, 'gu')
/** Ends a run of marks without being seen: Unicode's combining grapheme joiner. */
export const MARKS_END = '\u034F'

/** Normalises any text in linear time: longer runs of marks are parted first, as Unicode makes a text stream-safe. */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  // Nearly all texts, and a tenth of the time.
  if (!/[^\0-\x7F]/.test(text)) return text
  return partMarks(text).normalize(form)
}

function partMarks(text: string): string {
  return hasTooManyMarks(text) ? text.replaceAll(MARKS_IN_A_ROW, `$&${MARKS_END}`) : text
}
