// Finds rows of a file by what names their records: a tree in one file works in any order of its rows.
import { normalizeText } from '#shared/text/characters/bounded-text.ts'
import { splitList } from '#shared/fields/list-text.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { nameAs, namingFields } from './naming-fields.ts'
import type { PreparedColumn } from './prepare-import.ts'
import { readCell } from './read-cell.ts'
import type { ImportRow, TableCell } from './table/table-cell.ts'
import { isBlankCell, shownText } from './table/table-cell.ts'

export interface RowIndex {
  /** Lines of the rows whose record is called so. */
  linesNamed(text: string): readonly number[]
}

const NOTHING: RowIndex = { linesNamed: () => [] }

/** Rows are looked up only where a column points to records of the same entity. */
export function indexRows(entity: Entity, columns: readonly PreparedColumn[], rows: readonly ImportRow[]): RowIndex {
  if (!columns.some(({ writes }) => pointsTo(writes, entity))) return NOTHING
  const names = new Set(namingFields(entity))
  const naming = columns.flatMap(({ reads, reading }, at) =>
    reads !== undefined && names.has(reads.name.identifier) ? [{ at, reads, reading }] : [],
  )
  const lines = new Map<string, number[]>()
  for (const { line, cells } of rows)
    for (const { at, reads, reading } of naming) {
      const cell = cells[at] ?? ''
      const read = isBlankCell(cell) ? undefined : readCell(reads, cell, reading)
      if (read === undefined || 'error' in read || typeof read.value !== 'string') continue
      const found = lines.get(read.value)
      if (found === undefined) lines.set(read.value, [line])
      else if (!found.includes(line)) found.push(line)
    }
  const linesNamed = (text: string): readonly number[] => {
    const names = new Set(naming.map(({ reads }) => nameAs(reads, nameIn(text))))
    return [...new Set([...names].flatMap((name) => lines.get(name) ?? []))]
  }
  return { linesNamed }
}

export interface OrderedRows {
  readonly rows: readonly ImportRow[]
  /** Lines of the rows that point to a row after them, which leads back to them. */
  readonly circular: ReadonlySet<number>
}

/** The rows with those before them to which they point. */
export function orderRows(
  entity: Entity,
  columns: readonly PreparedColumn[],
  rows: readonly ImportRow[],
  index: RowIndex,
): OrderedRows {
  const circular = new Set<number>()
  const relations = columns.flatMap(({ writes }, at) => (pointsTo(writes, entity) ? [{ at, field: writes }] : []))
  if (index === NOTHING || relations.length === 0) return { rows, circular }
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const before = ({ cells }: ImportRow): readonly ImportRow[] =>
    relations.flatMap(({ at, field }) =>
      namesIn(field, cells[at] ?? '').flatMap((name) =>
        index.linesNamed(name).flatMap((other) => byLine.get(other) ?? []),
      ),
    )
  const ordered = new Set<ImportRow>()
  const entered = new Set<ImportRow>()
  for (const first of rows) {
    // Without recursion: a tree may be as deep as its file is long.
    const stack = [first]
    for (let row = stack.at(-1); row !== undefined; row = stack.at(-1)) {
      const isNew = !entered.has(row)
      entered.add(row)
      const needed = isNew ? before(row) : []
      // What was entered and is not in its place yet waits for this row.
      if (needed.some((each) => entered.has(each) && !ordered.has(each))) circular.add(row.line)
      const next = needed.filter((each) => !entered.has(each))
      if (next.length > 0) stack.push(...next.toReversed())
      else ordered.add(stack.pop() ?? row)
    }
  }
  return { rows: [...ordered], circular }
}

/** Lists the names of records that a cell of a relation holds. */
export function namesIn({ type }: Field, cell: TableCell): readonly string[] {
  if (isBlankCell(cell) || type.kind !== 'relation') return []
  if (typeof cell !== 'string' && cell.is === 'json')
    return (Array.isArray(cell.json) ? cell.json : [cell.json]).map(String)
  const text = shownText(cell)
  return (type.many ? splitList(text) : [text]).map(nameIn)
}

function nameIn(text: string): string {
  return normalizeText(text, 'NFC').trim()
}

function pointsTo(field: Field | undefined, entity: Entity): field is Field {
  return field?.type.kind === 'relation' && field.type.entity === entity.name.identifier
}
