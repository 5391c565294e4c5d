// Says a word of an enumeration as the document writes it, with an initial capital.

/** A word of an enumeration, as it stands in JSON and as it is written. */
export interface LabelledWord {
  readonly word: string
  readonly label: string
}

export function labelOf(words: readonly LabelledWord[], word: string): string {
  return capitalise(words.find((each) => each.word === word)?.label ?? word)
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
