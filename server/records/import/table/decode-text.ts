// Decodes a file of text, and finds the bytes that its encoding does not have.
import type { EncodingDecision, EncodingMisfit, EncodingName } from '#shared/protocol/import.ts'
import { decodeBytes, detectEncoding, makeDecoder } from './detect-encoding.ts'

export interface DecodedText {
  readonly text: string
  readonly encoding: EncodingDecision
}

/** Replacement character in the text for a byte that does not fit the encoding. */
export const MISFIT = '\uFFFD'
/** How many of them are looked for. */
export const MOST_MISFITS = 1_000

export function decodeText(bytes: Uint8Array, chosen: EncodingName | undefined, language: string): DecodedText {
  const decided =
    chosen === undefined ? detectEncoding(bytes, language) : ({ name: chosen, decidedBy: 'request' } as const)
  const text = decodeBytes(bytes, decided.name).replace(/^\uFEFF/, '')
  const misfits = text.includes(MISFIT) ? findMisfits(bytes, decided.name) : []
  return { text, encoding: { ...decided, ...(misfits.length === 0 ? {} : { misfits }) } }
}

/** No character of an encoding has the byte of a line feed within it, but for those of two bytes each. */
function findMisfits(bytes: Uint8Array, encoding: EncodingName): readonly EncodingMisfit[] {
  const misfits: EncodingMisfit[] = []
  if (encoding.startsWith('utf-16')) return misfits
  // Halves that decode well are not looked at again: the work for a byte that does not fit grows with the length of its part only.
  const search = (begin: number, end: number, line: number): void => {
    if (misfits.length >= MOST_MISFITS || !decodeBytes(bytes.subarray(begin, end), encoding).includes(MISFIT)) return
    const middle = bytes.indexOf(LINE_FEED, begin + Math.floor((end - begin) / 2)) + 1
    const cut = middle > begin && middle < end ? middle : bytes.indexOf(LINE_FEED, begin) + 1
    if (cut <= begin || cut >= end) {
      const found = end - begin > LONGEST_LINE ? [0] : misfitsIn(bytes.subarray(begin, end), encoding)
      for (const at of found.slice(0, MOST_MISFITS - misfits.length))
        misfits.push({ line, byte: hexOf(bytes[begin + at] ?? 0), offset: begin + at })
      return
    }
    search(begin, cut, line)
    search(cut, end, line + countLines(bytes, begin, cut))
  }
  let line = 1
  for (let begin = 0; begin < bytes.length;) {
    const next = bytes.indexOf(LINE_FEED, begin + PART_LENGTH)
    const end = next === -1 ? bytes.length : next + 1
    search(begin, end, line)
    line += countLines(bytes, begin, end)
    begin = end
  }
  return misfits
}

function countLines(bytes: Uint8Array, begin: number, end: number): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED, begin); at !== -1 && at < end; at = bytes.indexOf(LINE_FEED, at + 1))
    count += 1
  return count
}

/** Bytes that are decoded together. */
const PART_LENGTH = 64 * 1024
/** A longer line is named by its beginning. */
const LONGEST_LINE = 256 * 1024
const LINE_FEED = 0x0a

/** Byte by byte: what comes out says where the character began that does not fit. */
function misfitsIn(part: Uint8Array, encoding: EncodingName): readonly number[] {
  const decoder = makeDecoder(encoding)
  const found: number[] = []
  let began = 0
  for (let at = 0; at < part.length; at++) {
    const out = decoder.write(Buffer.from([part[at] ?? 0]))
    if (out === '') continue
    // A text that holds the sign itself is no misfit.
    const isSign = encoding === 'utf-8' && part[began] === 0xef && part[began + 1] === 0xbf && part[began + 2] === 0xbd
    if (out.includes(MISFIT) && !isSign) found.push(began)
    // What follows a broken character begins with the byte that broke it.
    began = out.startsWith(MISFIT) && out.length === 1 && at > began ? at : at + 1
  }
  if ((decoder.end() ?? '').includes(MISFIT)) found.push(began)
  return found
}

function hexOf(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}
