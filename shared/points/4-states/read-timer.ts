// Reads a row of the table of timers.
import * as say from '../../diagnostics/all-points.ts'
import { splitFragment } from '../../text/split.ts'
import { bare } from '../../text/written-values.ts'
import { readEffects } from './read-effects.ts'
import type { WorkflowDeclaration } from './declarations.ts'
import { type PointContext, readName } from '../reading/point-context.ts'
import { shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'

export const TIMERS: TableShape = { of: 'timers', key: ['timer', 'runs in'], columns: ['lasts', 'counted in', 'then'] }

export function readTimer(
  row: HeadedRow,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): WorkflowDeclaration['timers'][number] | undefined {
  const name = readName(row.cell('timer'), 'field', 'timer', context)
  if (!name) return undefined
  const lasts = shownCell(row, 'lasts', `${name.label}: lasts`, context)
  if (row.cell('lasts').value === '') context.report(say.emptyCell(name.span, { column: 'lasts' }))
  const countedIn = shownCell(row, 'counted in', `${name.label}: counted in`, context)
  return {
    name,
    runsIn: splitFragment(shownCell(row, 'runs in', `${name.label}: runs in`, context)).map((state) => bare(state)),
    lasts,
    ...(countedIn.value === '' ? {} : { countedIn: bare(countedIn) }),
    then: readEffects(shownCell(row, 'then', `${name.label}: then`, context), transitionNames, context),
    span: row.span,
  }
}
