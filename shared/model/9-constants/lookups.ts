// Outlines lookups of point 9 with the types of their values.
import { makeDuration, printIsoDuration } from '../../expressions/duration.ts'
import * as say from '../../diagnostics/9-constants.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Lookup, LookupCell } from '../../expressions/lookup.ts'
import { joinCells } from '../../expressions/lookup.ts'
import type { Type } from '../../expressions/type.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { linkSettings, reportOtherCurrency, typeOfLiteral } from './link.ts'
import type { LookupTable } from '../../points/9-constants/declarations.ts'

/** Collects the lookups by identifier. The value is undefined for a lookup that is not shown. */
export function outlineLookups(
  declarations: Declarations,
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<string, Lookup | undefined> {
  const { limits } = declarations
  const { currency } = linkSettings(declarations, () => undefined)
  const lookups = new Map<string, Lookup | undefined>()
  for (const { name, table } of isShown(limits) ? limits.lookups : []) {
    for (const { value, span } of isShown(table) ? table.cells : []) reportOtherCurrency(value, span, currency, report)
    lookups.set(name.identifier, isShown(table) ? makeLookup(table, report) : undefined)
  }
  return lookups
}

function makeLookup({ rows, columns, cells }: LookupTable, report: (diagnostic: Diagnostic) => void): Lookup {
  const made = cells.map(makeCell)
  for (const column of columns) {
    const [first] = cells.filter((cell) => cell.column === column)
    if (first && !joinCells(made.filter((cell) => cell.column === column)))
      report(say.lookupMixed(first.span, { column }))
  }
  return { rows, columns, cells: made }
}

/** A word is a choice of itself, as it is written, so that it differs from words that stand nowhere. */
function makeCell({ row, column, value, quoted, written }: LookupTable['cells'][number]): LookupCell {
  if (value.kind === 'text') {
    const type: Type = quoted ? { kind: 'text' } : { kind: 'choice', words: [value.value] }
    return { row, column, value: value.value, type, written }
  }
  const json =
    value.kind === 'size'
      ? value.bytes
      : value.kind === 'duration'
        ? printIsoDuration(makeDuration(value.milliseconds, value.days))
        : 'value' in value
          ? value.value
          : null
  return { row, column, value: json, type: typeOfLiteral(value), written }
}
