// Puts cells that are pasted into lines: to the right and below, and into new lines where there are no more.
import { MOST_LINES } from '#shared/protocol/record.ts'
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import type { Field } from '#shared/model/model.ts'
import type { FieldValues } from '../../../data/records/record-mutations.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { cellPath, mayWrite, newLine } from './form-lines.ts'

interface PlacedCells {
  readonly lines: readonly FormLine[]
  /** Places of the cells that were written. */
  readonly touched: readonly string[]
  /** How many lines were filled. */
  readonly filled: number
  /** How many cells with something in them have no place here. */
  readonly leftOut: number
}

interface Paste {
  readonly rows: readonly (readonly string[])[]
  /** Index of the line at which the pasted cells begin. */
  readonly index: number
  readonly field: string
  readonly read: (field: Field, text: string) => unknown
}

export function placeCells(part: FormPart, before: readonly FormLine[], paste: Paste): PlacedCells {
  const { rows, index, field, read } = paste
  const first = part.columns.findIndex(({ name }) => name.identifier === field)
  const most = part.creatable.size > 0 ? (part.part.atMost?.count ?? MOST_LINES) : before.length
  const placed = rows.slice(0, Math.max(most, before.length) - index)
  const lines = [...before]
  const touched: string[] = []
  let leftOut = rows.slice(placed.length).reduce((sum, cells) => sum + filledCells(cells), 0)
  for (const [at, cells] of placed.entries()) {
    const line = lines[index + at] ?? newLine(part)
    const values: { [name: string]: unknown } = {}
    for (const [by, text] of cells.entries()) {
      const column = part.columns[first + by]
      if (column === undefined || !mayWrite(part, line, column) || holdsFiles(column)) leftOut += filledCells([text])
      else {
        values[column.name.identifier] = valueIn(line, column, text, read)
        touched.push(cellPath(part.name, line.key, column.name.identifier))
      }
    }
    lines[index + at] = { ...line, values: { ...line.values, ...values } }
  }
  return { lines, touched, filled: placed.length, leftOut }
}

/** A new line keeps what it began with where nothing is pasted, as a row of an import does. */
function valueIn({ id, begun }: FormLine, field: Field, text: string, read: Paste['read']): FieldValues[string] {
  const usual = id === undefined && text.trim() === '' ? begun?.[field.name.identifier] : undefined
  return usual ?? read(field, text)
}

function filledCells(cells: readonly string[]): number {
  return cells.filter((text) => text.trim() !== '').length
}
