// One row of a table of timers: they run in some states, and pause outside of them.
import * as say from '../diagnostics/points.ts'
import { splitList } from '../text/split.ts'
import { bare } from '../text/values.ts'
import { readEffects } from './4-states-effects.ts'
import type { WorkflowDeclaration } from './4-states-declarations.ts'
import { type PointContext, readName } from './reading/point-context.ts'
import { shownCell, type TableRow, type TableShape } from './reading/table-reader.ts'

export const TIMERS: TableShape = { of: 'timers', key: ['timer', 'runs in'], columns: ['lasts', 'counted in', 'then'] }

export function readTimer(
  row: TableRow,
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
    runsIn: splitList(shownCell(row, 'runs in', `${name.label}: runs in`, context)).map((state) => bare(state)),
    lasts,
    ...(countedIn.value === '' ? {} : { countedIn: bare(countedIn) }),
    then: readEffects(shownCell(row, 'then', `${name.label}: then`, context), transitionNames, context),
    span: row.span,
  }
}
