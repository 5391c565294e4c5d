// Splits text into words as the full-text index does, for rows that are searched without it.
//
// How the index folds and separates characters is asked of its own tokenizer, once for each character beyond ASCII.

import { searchText } from '#shared/expressions/functions/search-text.ts'
import { nearWords } from '#shared/text/near-words.ts'

/** How the full-text index takes words out of texts. */
export const TOKENIZER = 'unicode61 remove_diacritics 2'

/** The words of a text in their order, as the engine itself finds them. */
export type TokenizeText = (text: string) => readonly string[]

export interface SearchedWord {
  /** Its parts, one after the other: `foo-bar` has two. */
  readonly parts: readonly string[]
  /** Words that stand for it where a typing error is forgiven. */
  readonly near?: readonly string[]
}

export interface Words {
  /** The words of a text that is folded already, in their order. */
  split(text: string): readonly string[]
  /** The words of a query; `near`: the first few may be one letter away from what they stand for. */
  read(query: string, near: boolean): readonly SearchedWord[]
  /** Does every word of the query begin a word of one of the texts? A word such as `foo-bar` is `foo` followed by `bar…`. */
  areIn(query: string, texts: readonly unknown[], near?: boolean): boolean
}

/** A character at the beginning of a word and within one, folded; undefined: no part of it. */
interface FoldedCharacter {
  readonly first: string | undefined
  readonly within: string | undefined
}

export function createWords(tokenize: TokenizeText): Words {
  const learned = new Map<string, FoldedCharacter>()
  let latest: { readonly query: string; readonly near: boolean; readonly phrases: readonly Phrase[] } | undefined

  function fold(character: string): FoldedCharacter {
    let folded = learned.get(character)
    if (folded === undefined) learned.set(character, (folded = learn(tokenize, character)))
    return folded
  }

  function split(text: string): readonly string[] {
    // Most texts are ASCII, where an automaton is three times as fast.
    if (!/[^\0-\x7F]/.test(text)) return text.toLowerCase().match(/[0-9a-z]+/g) ?? []
    const words: string[] = []
    let word: string | undefined
    for (const character of text) {
      const { first, within } = fold(character)
      const part = word === undefined ? first : within
      if (part !== undefined) word = (word ?? '') + part
      else if (word !== undefined) {
        words.push(word)
        word = undefined
      }
    }
    return word === undefined ? words : [...words, word]
  }

  function read(query: string, near: boolean): readonly SearchedWord[] {
    let left = near ? MOST_FORGIVEN : 0
    return query.split(' ').map((written) => {
      const parts = split(written)
      const others = left > 0 && parts.length === 1 ? nearWords(parts[0] ?? '') : undefined
      if (others === undefined) return { parts }
      left -= 1
      return { parts, near: others }
    })
  }

  return {
    split,
    read,
    areIn(query, texts, near = false) {
      if (latest?.query !== query || latest.near !== near)
        latest = { query, near, phrases: read(query, near).map(phraseOf) }
      const columns = texts.map((text) => (typeof text === 'string' ? split(text) : []))
      return latest.phrases.every((phrase) => columns.some((words) => holdsPhrase(words, phrase)))
    },
  }
}

const WORDS_AT_MOST = 16
/** Fields that are visible in some rows are searched in each combination of their conditions; beyond so many, not at all. */
export const CONDITIONS_AT_MOST = 3

/** Folds a text that is searched for; `words`: each as its parts. Undefined when there is no word in it. */
export function readSearchedWords(
  words: Words,
  text: string,
  near: boolean,
):
  | { readonly query: string; readonly searched: readonly string[]; readonly words: readonly SearchedWord[] }
  | undefined {
  const typed = text
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (typed.length === 0) return undefined
  const searched = typed.slice(0, WORDS_AT_MOST).map((word) => searchText(word.slice(0, 100)))
  const query = searched.join(' ')
  return { query, searched, words: words.read(query, near) }
}

/** Each stands for hundreds of others. */
const MOST_FORGIVEN = 4

interface Phrase {
  readonly parts: readonly string[]
  readonly near?: ReadonlySet<string>
}

function phraseOf({ parts, near }: SearchedWord): Phrase {
  return near === undefined ? { parts } : { parts, near: new Set(near) }
}

/** Reports whether the parts of the phrase stand one after the other; the last word may go on. */
function holdsPhrase(words: readonly string[], { parts: phrase, near }: Phrase): boolean {
  if (near !== undefined) return words.some((word) => beginsNear(word, near, phrase[0]?.length ?? 0))
  const last = phrase.length - 1
  if (last < 0) return false
  return words.some((_, start) =>
    phrase.every((part, at) => {
      const word = words[start + at]
      return word !== undefined && (at === last ? word.startsWith(part) : word === part)
    }),
  )
}

function beginsNear(word: string, near: ReadonlySet<string>, length: number): boolean {
  return [length - 1, length, length + 1].some((end) => near.has(word.slice(0, end)))
}

function learn(tokenize: TokenizeText, character: string): FoldedCharacter {
  if (character <= '\u007F') {
    const part = /[0-9a-z]/i.test(character) ? character.toLowerCase() : undefined
    return { first: part, within: part }
  }
  const [first] = tokenize(character)
  const [around = '', beside] = tokenize(`a${character}b`)
  return { first, within: beside === undefined ? around.slice(1, -1) : undefined }
}
