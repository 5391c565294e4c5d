// Finds the searched words in a text: to mark them, and to cut out the part of a long text around the first.
import { foldText, hasIdeographs } from '#shared/expressions/functions/search-text.ts'
import { nearWords } from '#shared/text/near-words.ts'

export interface TextPart {
  readonly text: string
  readonly isHit: boolean
}

/**
 * Search words as the server reads them: each matches the beginning of a word, or differs from such a beginning by
 * one letter.
 */
export interface SearchedWords {
  readonly words: readonly string[]
  readonly near: readonly ReadonlySet<string>[]
}

export function readSearch(search: string, isNear: boolean): SearchedWords {
  const words = (foldText(search).match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutNoughts)
  return {
    words,
    near: isNear
      ? words.flatMap((word) => {
          const near = nearWords(word)
          return near ? [new Set(near)] : []
        })
      : [],
  }
}

/** The parts of the text in their order; together they are the text. */
export function markHits(text: string, searched: SearchedWords): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const { from, length } = findHit(word, searched)
    if (length === 0) continue
    const start = index + from
    if (start > at) parts.push({ text: text.slice(at, start), isHit: false })
    parts.push({ text: text.slice(start, start + length), isHit: true })
    at = start + length
  }
  return at < text.length ? [...parts, { text: text.slice(at), isHit: false }] : parts
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const BEFORE = 50
const LONGEST = 160

/** Cuts one line around the first hit; undefined: there is none. */
export function excerptAround(text: string, searched: SearchedWords): string | undefined {
  const line = withoutMarks(text)
  const first = [...line.matchAll(WORD)].find(({ 0: word }) => findHit(word, searched).length > 0)
  if (first === undefined) return undefined
  const from = first.index <= BEFORE ? 0 : line.indexOf(' ', first.index - BEFORE) + 1
  const begin = from > first.index ? first.index : from
  const end = line.length - begin <= LONGEST ? line.length : line.lastIndexOf(' ', begin + LONGEST)
  const part = line.slice(begin, end > first.index ? end : begin + LONGEST)
  return `${begin > 0 ? '… ' : ''}${part}${begin + part.length < line.length ? ' …' : ''}`
}

/** Finds the place of a hit: anywhere in a row of ideographs, else at the beginning of a word. */
function findHit(word: string, searched: SearchedWords): { readonly from: number; readonly length: number } {
  if (!hasIdeographs(word)) return { from: 0, length: hitLength(word, searched) }
  const folded = foldText(word)
  const places = searched.words.map((each) => ({ from: folded.indexOf(each), length: each.length }))
  return (folded.length === word.length && places.find(({ from }) => from >= 0)) || { from: 0, length: 0 }
}

/** How much of the word is marked: what was typed, or all of it where another word stands for it. */
function hitLength(word: string, { words, near }: SearchedWords): number {
  const folded = foldText(word)
  const plain = withoutNoughts(folded)
  const begun = words.find((each) => folded.startsWith(each) || plain.startsWith(each))
  if (begun !== undefined)
    return folded.length === word.length
      ? begun.length + (folded.startsWith(begun) ? 0 : folded.length - plain.length)
      : word.length
  const isNear = near.some((others) => lengthsAround(others).some((end) => others.has(folded.slice(0, end))))
  return isNear ? word.length : 0
}

function lengthsAround(near: ReadonlySet<string>): readonly number[] {
  const [own = ''] = near
  return [own.length - 1, own.length, own.length + 1]
}

function withoutNoughts(word: string): string {
  return /^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word
}

/** Markdown as its words, in one line. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}\.)[ \t]+/gm, '')
    .replaceAll(/[*`]|(?<=^|\s)_|_(?=\s|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
