// Makes of a text what is searched in it: without regard to case and accents, and each ideograph a word.
import { normalizeText } from '../../text/characters/bounded-text.ts'
import { collationKey } from './collation.ts'

/** Letters of scripts that put no blanks between words: Chinese, Japanese and Korean, where a part of a word is looked for too. */
export const IDEOGRAPH = String.raw`(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]`
const EACH = new RegExp(IDEOGRAPH, 'gu')
const ANY = new RegExp(IDEOGRAPH, 'u')

export function hasIdeographs(text: string): boolean {
  return ANY.test(text)
}

/** Folds what sorting folds: `Straße` → `strasse`. */
export function foldText(text: string): string {
  // Nearly every text, and a tenth of the time.
  if (!/[^\0-\x7F]/.test(text)) return text.toLowerCase()
  return normalizeText(collationKey(text), 'NFC')
}

/** `東京 Tower` → `-東--京- tower`: words of one ideograph each, so that a row of them is found wherever it stands. */
export function searchText(text: string): string {
  return foldText(text).replaceAll(EACH, '-$&-')
}
