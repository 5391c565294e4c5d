// Reads the table of inputs of a transition: `| asks | type | required | default | limits | choose from |`.
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { bare } from '../../text/written-values.ts'
import { readDefault, readInitial, readRequired } from '../3-entities/read-field.ts'
import { readFieldLimits } from '../3-entities/read-field-limits.ts'
import { readFieldType } from '../3-entities/read-field-type.ts'
import { type PointContext, readName } from '../reading/point-context.ts'
import { readOtherwise } from '../reading/read-otherwise.ts'
import { shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'
import type { InputDeclaration } from './declarations.ts'

export const ASKS: TableShape = {
  of: 'inputs',
  key: ['asks', 'type'],
  columns: ['required', 'default', 'limits', 'choose from', 'otherwise', 'meaning'],
}

export function readAsk(row: HeadedRow, transition: string, context: PointContext): InputDeclaration | undefined {
  const name = readName(row.cell('asks'), 'field', 'asks', context)
  if (!name) return undefined
  const title = `${transition}: ${name.label}`
  const cell = (column: string): Fragment => shownCell(row, column, `${title}: ${column}`, context)
  const initial = readInitial(row.cell('default'), `${title}: default`, context)
  const required = cell('required')
  const limits = cell('limits')
  const chooseFrom = cell('choose from')
  const { value: meaning } = cell('meaning')
  return {
    name,
    type: readFieldType(row.cell('type'), title, context),
    ...(required.value === '' ? {} : { required: readRequired(required, context) }),
    ...(initial.value === '' ? {} : { default: readDefault(initial) }),
    ...(limits.value === '' ? {} : { limits: { ...readFieldLimits(limits, context), span: spanOf(limits) } }),
    ...(chooseFrom.value === '' ? {} : { chooseFrom: bare(chooseFrom) }),
    ...readOtherwise(cell('otherwise'), context),
    ...(meaning === '' ? {} : { meaning }),
    span: row.span,
  }
}
