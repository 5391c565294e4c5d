// Says a word of an enumeration as the document writes it, with an initial capital.
import { capitalise } from '#shared/text/capitalise.ts'

/** A word of an enumeration, as it stands in JSON and as it is written. */
export interface LabelledWord {
  readonly word: string
  readonly label: string
}

export function labelOf(words: readonly LabelledWord[], word: string): string {
  return capitalise(words.find((each) => each.word === word)?.label ?? word)
}
