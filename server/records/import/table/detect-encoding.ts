// Decides in which encoding a file of text is: what its bytes say, or else the most plausible one.
import { isAscii, isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import type { EncodingDecision, EncodingName } from '#shared/protocol/import.ts'

type Decision = Pick<EncodingDecision, 'name' | 'decidedBy'>

/** Bytes that are looked at: of the lines that have others than ASCII. */
const MOST_SAMPLED = 64 * 1024

/** `language`: BCP 47, of the reader or the document; it decides between encodings that fit alike. */
export function detectEncoding(bytes: Uint8Array, language: string): Decision {
  const mark = MARKS.find(([first]) => first.every((byte, at) => bytes[at] === byte))
  if (mark) return { name: mark[1], decidedBy: 'mark' }
  return { name: wideEncoding(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : guess(bytes, language)), decidedBy: 'content' }
}

export function decodeBytes(bytes: Uint8Array, encoding: EncodingName): string {
  return iconv.decode(bytes, CODECS[encoding] ?? encoding)
}

export function makeDecoder(encoding: EncodingName): iconv.DecoderStream {
  return iconv.getDecoder(CODECS[encoding] ?? encoding)
}

const CODECS: { readonly [name in EncodingName]?: string } = { ibm850: 'cp850', 'euc-kr': 'cp949' }

const MARKS: readonly (readonly [readonly number[], EncodingName])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** UTF-16 without a mark: every second byte of most characters is zero. */
function wideEncoding(bytes: Uint8Array): EncodingName | undefined {
  const sample = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < sample.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Some bytes that do not fit, as of a line pasted from elsewhere, make no other encoding of the whole file. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true
  let fitting = 0
  let others = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceAt(bytes, at)
    if (length === 0) others += 1
    if (length > 1) fitting += 1
    at += Math.max(1, length)
  }
  return fitting >= 2 && fitting >= 2 * others
}

/** How many bytes the character takes in UTF-8; 0: there is none. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  for (let more = 1; more < length; more++) if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** Those that fit alike stand in the order in which they are used. */
const SINGLE_BYTE: readonly EncodingName[] = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'ibm850', 'windows-1254', 'windows-1253'],
  ...['koi8-r', 'macintosh'],
] as readonly EncodingName[]
const MULTI_BYTE: readonly EncodingName[] = ['shift_jis', 'gb18030', 'euc-jp', 'big5', 'euc-kr']

function guess(bytes: Uint8Array, language: string): EncodingName {
  const sample = linesBeyondAscii(bytes)
  const found = new Map(analyse(sample).map(({ name, confidence }) => [nameOf(name), confidence / 50]))
  const own = ofLanguage(language)
  const score = (name: EncodingName): number => {
    const text = decodeBytes(sample, name)
    const fit = MULTI_BYTE.includes(name) ? plausibilityOfWide(text) : plausibility(text)
    return fit + (found.get(name) ?? 0) + (own === name ? 0.6 : 0)
  }
  const scored = [...SINGLE_BYTE, ...MULTI_BYTE].map((name) => ({ name, score: score(name) }))
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).name
}

function nameOf(name: string): string {
  return SAME[name] ?? name.toLowerCase()
}

/** Windows has these in place of those of the standard. */
const SAME: { readonly [name: string]: EncodingName } = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-9': 'windows-1254',
}

function ofLanguage(language: string): EncodingName | undefined {
  const [own = ''] = language.toLowerCase().split('-')
  if (own === 'zh') return /tw|hk|hant/i.test(language) ? 'big5' : 'gb18030'
  return LANGUAGES.find(([languages]) => languages.includes(own))?.[1]
}

const LANGUAGES: readonly (readonly [readonly string[], EncodingName])[] = [
  [['pl', 'cs', 'sk', 'hu', 'hr', 'sl', 'ro', 'bs'], 'windows-1250'],
  [['ru', 'uk', 'bg', 'sr', 'be', 'mk'], 'windows-1251'],
  [['el'], 'windows-1253'],
  [['tr'], 'windows-1254'],
  [['ja'], 'shift_jis'],
  [['ko'], 'euc-kr'],
]

function linesBeyondAscii(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = []
  let length = 0
  for (let part = 0; part < bytes.length && length < MOST_SAMPLED; part += PART_LENGTH) {
    const end = Math.min(part + PART_LENGTH, bytes.length)
    if (isAscii(bytes.subarray(part, end))) continue
    for (let begin = part; begin < end && length < MOST_SAMPLED;) {
      const next = bytes.indexOf(0x0a, begin)
      const line = bytes.subarray(begin, next === -1 ? end : Math.min(next + 1, end))
      if (!isAscii(line)) {
        lines.push(line)
        length += line.length
      }
      begin += line.length
    }
  }
  return Buffer.concat(lines)
}

/** Bytes that are passed over at once where they are plain. */
const PART_LENGTH = 16 * 1024

/** Beside the sign of the guilder, which is a letter only to Unicode. */
const LETTER = /(?!ƒ)\p{L}/u
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const LATIN = /\p{Script=Latin}/u

/**
 * Scores a text, at most 1, by how letters stand within words, in the case and the script of their neighbours, and
 * signs between words.
 */
function plausibility(text: string): number {
  const characters = [...text]
  let sum = 0
  let count = 0
  for (const [at, character] of characters.entries()) {
    if ((character.codePointAt(0) ?? 0) < 0x80) continue
    count += 1
    sum += fitOf(character, characters[at - 1] ?? '\n', characters[at + 1] ?? '\n')
  }
  return count === 0 ? 0 : sum / count
}

function fitOf(character: string, before: string, after: string): number {
  if (/[\u0080-\u009f\ufffd\u2500-\u259f]/.test(character)) return -3
  const neighbours = [before, after].filter((each) => LETTER.test(each))
  if (!LETTER.test(character)) return neighbours.length === 2 ? -2 : neighbours.length === 1 ? -1 : 0.5
  if (neighbours.length === 0) return -1
  if (neighbours.some((each) => LATIN.test(each) !== LATIN.test(character))) return -1
  if (UPPER.test(character) && LOWER.test(before)) return -2
  if (UPPER.test(character) && UPPER.test(before) && LOWER.test(after)) return 0
  return LOWER.test(character) && UPPER.test(before) && UPPER.test(after) ? -1 : 1
}

/** Scores a text, at most 1, by how many East Asian characters stand next to each other. */
function plausibilityOfWide(text: string): number {
  const characters = [...text]
  let sum = 0
  let count = 0
  for (const [at, character] of characters.entries()) {
    if ((character.codePointAt(0) ?? 0) < 0x80) continue
    count += 1
    const isOdd = [characters[at - 1] ?? '', characters[at + 1] ?? ''].some((each) => /[a-z]/i.test(each))
    sum += character === '\uFFFD' || /\p{Co}/u.test(character) ? -3 : isOdd || !EAST_ASIAN.test(character) ? -1 : 1
  }
  return count === 0 ? 0 : sum / count
}

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffefー]/u
