// Reads a row of the table of fields.
import * as say from '../../diagnostics/3-entities.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { RESERVED_NAMES } from '../../text/identifier.ts'
import { bare, isNotShown, readCode, readYesNo } from '../../text/written-values.ts'
import { readFieldLimits } from './read-field-limits.ts'
import { readFieldType } from './read-field-type.ts'
import type { Name } from '../declarations.ts'
import { readOtherwise } from '../reading/read-otherwise.ts'
import type { FieldDeclaration } from './declarations.ts'
import { type PointContext, readName, reportValue } from '../reading/point-context.ts'
import { shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'

export const FIELDS: TableShape = {
  of: 'fields',
  key: ['field', 'type'],
  columns: ['required', 'default', 'limits', 'value', 'meaning', 'was', 'choose from', 'otherwise'],
}

export function readField(row: HeadedRow, entity: Name, context: PointContext): FieldDeclaration | undefined {
  const name = readName(row.cell('field'), 'field', 'field', context)
  if (!name) return undefined
  const isField = name.identifier === 'session' && entity.identifier !== 'Person'
  if (RESERVED_NAMES.has(name.identifier) && !isField) context.report(say.reservedName(name.span, { name: name.label }))
  const cell = (column: string): Fragment => shownCell(row, column, `${entity.label}.${name.label}: ${column}`, context)
  const written = readFieldType(row.cell('type'), `${entity.label}.${name.label}`, context)
  const computed = 'kind' in written && written.kind === 'computed'
  // Of a value that is not shown nothing can be computed.
  const unknownValue = computed && isNotShown(row.cell('value').value)
  const type = unknownValue ? { notShown: true as const, span: spanOf(row.cell('value')) } : written
  const required = readRequired(cell('required'), context)
  const initial = readInitial(row.cell('default'), `${entity.label}.${name.label}: default`, context)
  const value = cell('value')
  const was = cell('was')
  const chooseFrom = cell('choose from')
  const given = required === true ? 'required' : initial.value === '' ? undefined : 'default'
  if (computed && given)
    context.report(say.computedWritten(spanOf(row.cell(given)), { field: name.label, column: given }))
  return {
    name,
    type,
    required,
    ...(initial.value === '' ? {} : { default: readDefault(initial) }),
    limits: readFieldLimits(cell('limits'), context),
    ...(value.value === '' ? {} : { value: bare(value) }),
    meaning: cell('meaning').value,
    ...(was.value === '' ? {} : { was: bare(was) }),
    ...(chooseFrom.value === '' ? {} : { chooseFrom: bare(chooseFrom) }),
    ...readOtherwise(cell('otherwise'), context),
    span: row.span,
  }
}

/** `yes`, `no`, nothing (no), or a condition in code. */
export function readRequired(text: Fragment, context: PointContext): FieldDeclaration['required'] {
  if (text.value === '') return false
  const condition = readCode(text)
  if (condition) return { condition }
  const word = readYesNo(text.value)
  if (word === undefined) reportValue(text, '"yes", "no" or a condition in backticks', context)
  return word ?? false
}

/** `none` may be a word of the field; only "not shown" is no default. */
export function readInitial(text: Fragment, name: string, context: PointContext): Fragment {
  if (!isNotShown(text.value)) return text
  context.unknown(name, spanOf(text))
  return { ...text, value: '' }
}

/** Only backticks make an expression: `medium` is the word. */
export function readDefault(text: Fragment): NonNullable<FieldDeclaration['default']> {
  const code = readCode(text)
  return code ? { kind: 'expression', text: code } : { kind: 'literal', text }
}
