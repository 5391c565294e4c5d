// Finds the sections of the help pages that have all words that were typed, the best first.
import type { HelpPage } from './help-pages.ts'
import type { HelpSection } from './read-sections.ts'

export interface HelpHit {
  readonly section: HelpSection
  readonly title: readonly Piece[]
  /** Text around the first word that was found, without Markdown marks. */
  readonly excerpt: readonly Piece[]
}

/** A piece of text, marked where it is a word that was typed. */
export interface Piece {
  readonly text: string
  readonly isFound: boolean
}

const MOST_HITS = 30

interface IndexedSection {
  readonly section: HelpSection
  readonly title: string
  readonly text: string
  readonly plain: string
}

/** Made once: each key that is pressed looks through it. */
export function indexHelp(pages: readonly HelpPage[]): readonly IndexedSection[] {
  return pages.flatMap(({ sections }) =>
    sections.map((section) => {
      const plain = plainText(section.body)
      return { section, plain, title: section.title.toLowerCase(), text: plain.toLowerCase() }
    }),
  )
}

export function searchHelp(index: readonly IndexedSection[], typed: string): readonly HelpHit[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  return index
    .map((each) => ({ each, score: scoreOf(each, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_HITS)
    .map(({ each: { section, plain } }) => ({
      section,
      title: markWords(section.title, words),
      excerpt: markWords(excerptOf(plain, words), words),
    }))
}

function wordsOf(typed: string): readonly string[] {
  return [...new Set(typed.toLowerCase().split(/\s+/).filter(Boolean))]
}

/** 0 where one of the words is missing. Words in the title weigh most, then whole words, then how often they occur. */
function scoreOf({ title, text }: IndexedSection, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const inTitle = title.includes(word)
    const count = countOf(text, word)
    if (!inTitle && count === 0) return 0
    if (inTitle) score += beginsWord(title, word) ? 100 : 40
    if (beginsWord(text, word)) score += 10
    score += Math.min(count, 9)
  }
  const phrase = words.join(' ')
  if (words.length > 1 && text.includes(phrase)) score += 20
  return title === phrase ? score + 200 : score
}

function countOf(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) count++
  return count
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) return true
  return false
}

const BEFORE = 60
const LENGTH = 180

/** Around the place where most of the words stand near each other; the beginning where none does. */
function excerptOf(plain: string, words: readonly string[]): string {
  const text = plain.toLowerCase()
  const places = words.flatMap((word) => [text.indexOf(` ${word}`), text.indexOf(word)].filter((at) => at >= 0))
  const best = places
    .map((at) => ({ at, near: words.filter((word) => text.slice(at, at + LENGTH - BEFORE).includes(word)).length }))
    .toSorted((one, other) => other.near - one.near)[0]
  const start = Math.max(0, (best?.at ?? 0) - BEFORE)
  const from = start === 0 ? 0 : plain.indexOf(' ', start) + 1
  const cut = plain.slice(from, from + LENGTH)
  const isCut = from + LENGTH < plain.length
  return `${from > 0 ? '… ' : ''}${isCut ? `${cut.replace(/ \S*$/, '')} …` : cut}`
}

/**
 * Returns the text that people read, without bars of tables, fences, marks of headings and lists, and addresses of
 * links.
 */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^ *(?:`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/^\|[-| :]+\|$/gm, '')
    .replaceAll(/\[([^\]\n]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/^ *(?:#+ |- |\d+\. |\|)|\|$/gm, '')
    .replaceAll(/[ |]+ |\s+/g, ' ')
    .trim()
}

export function markWords(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) return [{ text, isFound: false }]
  const pattern = new RegExp(`(${words.map(escape).toSorted(longestFirst).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, isFound: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

function escape(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length
}
