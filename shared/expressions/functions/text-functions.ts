// Measures, orders and converts texts by code point, as SQL functions do.
import { normalizeText } from '../../text/characters/bounded-text.ts'

/** How many characters (code points) a text has. */
export function countCharacters(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++
    count++
  }
  return count
}

/** The characters from a place counted from 0 up to another, that one not included. */
export function partOfText(text: string, from: number, to: number): string {
  if (to <= from || to <= 0) return ''
  let at = 0
  let part = ''
  for (const character of text) {
    if (at >= to) break
    if (at >= from) part += character
    at++
  }
  return part
}

/** The order of code points, which is that of UTF-8: negative, 0 or positive. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    // Surrogates stand for characters beyond all others of the basic plane.
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** Letters that no accent can be taken off, and what they stand with in the alphabet. */
export const LETTERS: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}

export function replaceLetters(text: string): string {
  return text.replaceAll(/[^ -~]/g, (letter) => LETTERS[letter] ?? letter)
}

/** `Ärger mit Öl` → `arger-mit-ol`: lower case, ASCII characters and digits, single hyphens; null if nothing is left. */
export function slugOf(text: string): string | null {
  const plain = replaceLetters(normalizeText(text.toLowerCase(), 'NFKD'))
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = plain.replace(/^-/, '').replace(/-$/, '')
  return slug === '' ? null : slug
}

/** The part of an address behind its last @, in lower case; null if there is none. */
export function domainOf(address: string): string | null {
  const at = address.lastIndexOf('@')
  return at < 0 || at === address.length - 1
    ? null
    : address
        .slice(at + 1)
        .trim()
        .toLowerCase()
}
