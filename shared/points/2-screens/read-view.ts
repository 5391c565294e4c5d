// Reads a named view of a list: its roles, its condition and its order.
import { spanOf } from '../../text/fragment.ts'
import { removeMarkup } from '../../text/remove-markup.ts'
import { bare, isNone, isNotShown } from '../../text/written-values.ts'
import { readGrantees } from '../6-roles/read-grantee.ts'
import type { PointContext } from '../reading/point-context.ts'
import type { HeadedRow } from '../reading/read-headed-table.ts'
import { readSortKeys } from '../reading/read-sort-keys.ts'
import type { ScreenViewDeclaration } from './declarations.ts'

/** Undefined where a part of it is not shown: a view that is narrowed by nobody knows what must not become "all". */
export function readView(row: HeadedRow, screen: string, context: PointContext): ScreenViewDeclaration | undefined {
  const name = removeMarkup(row.cell('view'))
  const [people, where, sort] = [row.cell('for'), row.cell('where'), row.cell('sort')]
  const unknown = [people, where, sort].filter(({ value }) => isNotShown(value))
  for (const cell of unknown) context.unknown(`${screen}: ${name.value}`, spanOf(cell))
  if (unknown.length > 0) return undefined
  return {
    name,
    for: readGrantees(people),
    ...(where.value === '' || isNone(where.value) ? {} : { where: bare(where) }),
    ...(sort.value === '' || isNone(sort.value) ? {} : { sort: readSortKeys(sort) }),
    span: row.span,
  }
}
