// Reads a row of the table of a call's inputs.
import * as say from '../../diagnostics/7-calls.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { bare, readCode, readYesNo } from '../../text/written-values.ts'
import { readFieldType } from '../3-entities/read-field-type.ts'
import type { CallInputDeclaration } from './declarations.ts'
import { type PointContext, reportValue } from '../reading/point-context.ts'
import {
  plainWord,
  type HeadedTable,
  shownCell,
  type HeadedRow,
  type TableShape,
} from '../reading/read-headed-table.ts'

export const CALL_INPUTS: TableShape = {
  of: 'inputs',
  key: ['takes', 'in', 'type'],
  columns: ['required', 'default'],
  strict: true,
}

const PLACES = ['path', 'query', 'body', 'header'] as const

/** The inputs of the table, without those whose name another has. */
export function readInputRows(
  { rows }: HeadedTable,
  method: string,
  known: readonly CallInputDeclaration[],
  context: PointContext,
): CallInputDeclaration[] {
  const found: CallInputDeclaration[] = []
  /** Inputs by their names and by every part of a name before a dot: `article.title` leaves no room for `article`. */
  const taken = new Map<string, CallInputDeclaration>()
  const take = (one: CallInputDeclaration): void => {
    for (const path of pathsTo(one.identifier)) if (!taken.has(path)) taken.set(path, one)
  }
  known.forEach(take)
  for (const row of rows) {
    const one = readTaken(row, method, context)
    if (!one) continue
    const inside = pathsTo(one.identifier).flatMap((path) => taken.get(path) ?? [])
    const other = taken.get(one.identifier) ?? inside.find((each) => one.identifier.startsWith(`${each.identifier}.`))
    if (!other) {
      found.push(one)
      take(one)
      continue
    }
    const related = [{ message: 'The first one stands here.', span: other.span }]
    context.report(say.takenTwice(one.nameSpan, { name: one.name, other: other.name }, { related }))
  }
  return found
}

/** `a.b.c` → `a`, `a.b`, `a.b.c` */
function pathsTo(name: string): readonly string[] {
  const parts = name.split('.')
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'))
}

function readTaken(row: HeadedRow, method: string, context: PointContext): CallInputDeclaration | undefined {
  const place = PLACES.find((one) => one === plainWord(row.cell('in').value))
  if (!place) {
    const text = row.cell('in')
    context.report(say.badPlace(spanOf(text), { place: text.value, nearest: nearest(text.value, PLACES) }))
    return undefined
  }
  if (place === 'body' && method === 'GET') context.report(say.bodyOfGet(spanOf(row.cell('in')), { method }))
  const written = row.cell('takes')
  const text = bare(written)
  const identifier = identifierIn(text, place)
  if (identifier === undefined) {
    context.report(say.badTaken(spanOf(text), { name: text.value, where: place }))
    return undefined
  }
  const name = place === 'path' ? text.value.replace(/^:/, '') : text.value
  const required = shownCell(row, 'required', `${name}: required`, context)
  const presence = required.value === '' ? presenceOf(place === 'path' ? 'yes' : 'no') : presenceOf(required.value)
  if (!presence) reportValue(required, '"yes", "no", "optional" or "nullable"', context)
  const given = shownCell(row, 'default', `${name}: default`, context)
  const code = readCode(given)
  const initial =
    given.value === '' ? undefined : ({ kind: code ? 'expression' : 'literal', text: code ?? given } as const)
  return {
    name,
    identifier,
    in: place,
    type: readFieldType(row.cell('type'), name, context),
    ...(presence ?? MAY_BE_EMPTY),
    ...(initial ? { default: initial } : {}),
    nameSpan: spanOf(text),
    span: row.span,
  }
}

type Presence = Pick<CallInputDeclaration, 'required' | 'nullable'>

const MAY_BE_EMPTY: Presence = { required: false, nullable: true }

/** Whether an input must be sent, and whether it may be sent empty. */
function presenceOf(text: string): Presence | undefined {
  const word = plainWord(text)
  if (word === 'optional') return { required: false, nullable: false }
  if (word === 'nullable') return { required: true, nullable: true }
  const yes = readYesNo(text)
  if (yes === undefined) return undefined
  return yes ? { required: true, nullable: false } : MAY_BE_EMPTY
}

/**
 * Makes the identifier of an input. A text that is a name already stays as it is written, because JSON has names of
 * its own; hyphens of a header become underscores.
 */
function identifierIn({ value }: Fragment, place: CallInputDeclaration['in']): string | undefined {
  const parts = place === 'body' ? value.split('.') : [place === 'path' ? value.replace(/^:/, '') : value]
  const names = parts.map((part) => (NAME.test(part) ? part : identifierOf(part, 'field')))
  return names.length <= MOST_NESTED &&
    names.every((name) => NAME.test(name)) &&
    !/\s/.test(place === 'body' ? '' : value)
    ? names.join('.')
    : undefined
}

const MOST_NESTED = 20

const NAME = /^[A-Za-z]\w*$/
