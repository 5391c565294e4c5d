// Decides how wide a column of the lines of a form is.
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { fieldView } from '../../../fields/registry.ts'

export interface ColumnSize {
  readonly width?: number
  readonly minWidth: number
}

/** Of a column that takes what the others leave: what is longer is moved in its cell, which is better than a grid that is moved. */
const LEAST_GROWING = 80
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
  if (growing || holdsFiles(field)) return { minWidth: LEAST_GROWING }
  if (numeric) {
    const width = unit && !field.computed ? AMOUNT : NUMBER
    return { width, minWidth: field.computed ? 64 : width }
  }
  if (precision && !field.computed) return { width: DATES[precision], minWidth: DATES[precision] }
  return { width: columnWidth, minWidth: leastWidth ?? Math.min(columnWidth, 88) }
}
