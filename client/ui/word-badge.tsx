// Shows a word of an enumeration as a coloured badge or dot.
import { toneOf } from './word-tone.ts'
import classes from './word-badge.module.css'

/** A word of an enumeration, as it stands in JSON and as it is written. */
export interface LabelledWord {
  readonly word: string
  readonly label: string
}

interface Props {
  readonly word: string
  readonly words: readonly LabelledWord[]
  readonly badge?: boolean
}

export function WordBadge({ word, words, badge = false }: Props) {
  const position = words.findIndex((each) => each.word === word)
  const tone = classes[toneOf(word, Math.max(position, 0))] ?? ''
  return <span className={`${badge ? classes['badge'] : classes['plain']} ${tone}`}>{labelOf(words, word)}</span>
}

/** Returns the label of a word as written in the document, with an initial capital. */
export function labelOf(words: readonly LabelledWord[], word: string): string {
  return capitalise(words.find((each) => each.word === word)?.label ?? word)
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export { classes as toneClasses }
