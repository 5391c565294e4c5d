// Decides how wide a column of the lines of a form is.
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import { wordsOf } from '#shared/fields/choice.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { fieldView } from '../../../fields/registry.ts'

export interface ColumnSize {
  readonly width?: number
  readonly minWidth: number
}

/** The least of a column that takes what the others leave: some words of a text, and of what is wrong with it. */
const LEAST_GROWING = 100
/** The button of a file. */
const LEAST_FILES = 80
/** "5,000.00" */
const NUMBER = 84
/** "5,000.00" beside what it is counted in. */
const AMOUNT = 116
/** A whole date beside the button that opens its calendar, and the time with it. */
const DATES = { day: 112, moment: 182 } as const

/** `width` undefined: what the others leave. Where room is short, columns shrink as far as their values are still read. */
export function columnSize(field: Field): ColumnSize {
  const { numeric, columnWidth = 110, leastWidth, growing } = fieldView(field.type.kind)
  const { precision, unit } = fieldType(field.type.kind)
  if (growing) return { minWidth: LEAST_GROWING }
  if (holdsFiles(field)) return { minWidth: LEAST_FILES }
  if (familyOf(field.type) === 'word') return sizeOfWords(field)
  if (numeric) {
    const width = unit && !field.computed ? AMOUNT : NUMBER
    return { width, minWidth: field.computed ? 64 : width }
  }
  if (precision && !field.computed) return { width: DATES[precision], minWidth: DATES[precision] }
  return { width: columnWidth, minWidth: leastWidth ?? Math.min(columnWidth, 88) }
}

/** Words are short, and leave their room to texts: the longest is read whole, up to a limit. */
function sizeOfWords({ type }: Field): ColumnSize {
  const longest = Math.max(0, ...wordsOf(type).map(({ label }) => label.length))
  const width = Math.min(Math.max(Math.ceil(longest * LETTER) + EDGES, LEAST_WORD), MOST_BY_WORDS)
  return { width, minWidth: width }
}

/**
 * Pixels of an average letter. The next constants are the pixels around words, and the least and the most that words
 * take.
 */
const LETTER = 7.4
const EDGES = 26
const LEAST_WORD = 62
const MOST_BY_WORDS = 100
