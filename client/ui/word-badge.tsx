// Shows a word of an enumeration as a coloured badge or dot.
import type { LabelledWord } from '../words/label-of.ts'
import { labelOf } from '../words/label-of.ts'
import { toneOf } from './word-tone.ts'
import classes from './word-badge.module.css'

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

export { classes as toneClasses }
