// Finds in a text who may be mentioned: the words after an @, as names may go on over several words.

/** So many are looked at in one text. */
const MOST_MENTIONS = 20
const MOST_WORDS = 5
const LONGEST_NAME = 80

/** An @ within a word is an address. */
const MENTION = /(?<![\p{L}\p{N}_.@])@(?=[\p{L}\p{N}])([^\n@]{1,80})/gu

/** Lists for each @ the names that may follow it, the longest first: "@Ada King, see" may be Ada King or Ada. */
export function possibleMentions(text: string, most = MOST_MENTIONS): readonly (readonly string[])[] {
  const found = [...text.matchAll(MENTION)].slice(0, most)
  return found.map(([, after = '']) => namesIn(after))
}

function namesIn(after: string): readonly string[] {
  const words = after.slice(0, LONGEST_NAME).split(/ +/).slice(0, MOST_WORDS)
  const names = words.flatMap((_, index) => {
    const name = words.slice(0, index + 1).join(' ')
    const bare = name.replace(/[\p{P}\p{S}\s]+$/u, '')
    // A name may end in a full stop: "Sammy Davis Jr."
    return bare === name ? [name] : [bare, name]
  })
  return [...new Set(names.filter((name) => name !== ''))].toReversed()
}

/** A mention that is being written: from its @ to the caret. */
export interface BegunMention {
  readonly at: number
  readonly search: string
}

const BEGUN = /(?<![\p{L}\p{N}_.@])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]+){0,3})$/u

export function begunMention(text: string, caret: number): BegunMention | undefined {
  const begun = BEGUN.exec(text.slice(Math.max(0, caret - LONGEST_NAME), caret))
  return begun ? { at: caret - begun[0].length, search: begun[1] ?? '' } : undefined
}
