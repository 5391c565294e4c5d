// Reads the table of a lookup: keys in the first column and header, values in the cells.
import type { Table } from '../../document/document.ts'
import * as say from '../../diagnostics/9-constants.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { isEmptyCell, isNone, isNotShown, readWrittenNumber } from '../../text/written-values.ts'
import type { Name } from '../declarations.ts'
import { keepFirst, type PointContext, readName } from '../reading/point-context.ts'
import { readLiteral } from '../read-literal.ts'
import type { LookupTable } from './declarations.ts'

/** All of them stand in every expression that asks, in memory and in SQL. */
const MOST_VALUES = 2_000

export function readLookupTable(name: Name, table: Table, context: PointContext): LookupTable {
  const [, ...headers] = table.header.cells
  const columns = keysOf(
    headers.map((cell) => cell.text),
    'keys of its header row',
    context,
  )
  const filled = table.rows.filter((row) => row.cells.some((cell) => cell.text.value !== ''))
  const rows = keysOf(
    filled.map((row) => row.cells[0]?.text ?? { value: '', start: row.span.end, gaps: [] }),
    'keys of its first column',
    context,
  )
  const cells: LookupTable['cells'][number][] = []
  for (const [at, row] of rows.entries()) {
    for (const [index, column] of columns.entries()) {
      const text = row && filled[at]?.cells[index + 1]?.text
      if (!row || !column || !text || isEmptyCell(text.value) || isNone(text.value)) continue
      const cell = readCell(`${name.label}: ${row.label}, ${column.label}`, text, context)
      if (cell) cells.push({ ...cell, row: row.identifier, column: column.identifier })
    }
  }
  if (cells.length > MOST_VALUES) context.report(say.lookupTooLarge(table.header.span, { limit: MOST_VALUES }))
  const [rowKeys, columnKeys] = [rows, columns].map((keys) => keys.flatMap((key) => key ?? [])) as [Name[], Name[]]
  return {
    rows: rowKeys.map(({ identifier }) => identifier),
    columns: columnKeys.map(({ identifier }) => identifier),
    rowKeys,
    columnKeys,
    cells: cells.slice(0, MOST_VALUES),
  }
}

/** Reads the keys of a lookup, each at its own index. A key is undefined where it cannot be read or is a duplicate. */
function keysOf(texts: readonly Fragment[], what: string, context: PointContext): readonly (Name | undefined)[] {
  const keys = texts.map((text) => {
    const number = readWrittenNumber(text.value)
    if (number === undefined) return readName(text, 'word', 'key', context)
    return { label: text.value, identifier: String(number), span: spanOf(text) }
  })
  const kept = new Set(
    keepFirst(
      keys.flatMap((name) => (name ? [{ name }] : [])),
      what,
      context,
    ).map(({ name }) => name),
  )
  return keys.map((key) => (key && kept.has(key) ? key : undefined))
}

function readCell(
  name: string,
  text: Fragment,
  context: PointContext,
): Pick<LookupTable['cells'][number], 'value' | 'quoted' | 'written' | 'span'> | undefined {
  const span = spanOf(text)
  if (isNotShown(text.value)) {
    context.unknown(name, span)
    return undefined
  }
  const written = text.value
  // A number that begins with a nought is a code: as a number it would lose that.
  const value = /^0\d/.test(written) ? ({ kind: 'text', value: written } as const) : readLiteral(text)
  if (value.kind !== 'list' && value.kind !== 'rate' && !written.startsWith('`'))
    return { value, quoted: /^["“”]/.test(written), written, span }
  context.report(say.lookupValue(span, { text: text.value }))
  return undefined
}
