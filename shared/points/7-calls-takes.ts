// What a call takes: one row of the table | takes | in | type | required | default |.
import * as say from '../diagnostics/7-calls.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf } from '../text/name.ts'
import { nearest } from '../text/nearest.ts'
import { bare, readCode, readYesNo } from '../text/values.ts'
import { readType } from './3-entities-type.ts'
import type { TakenDeclaration } from './7-calls-declarations.ts'
import { type PointContext, reportValue } from './reading/point-context.ts'
import { plainWord, type ReadTable, shownCell, type TableRow, type TableShape } from './reading/table-reader.ts'

export const TAKES: TableShape = {
  of: 'inputs',
  key: ['takes', 'in', 'type'],
  columns: ['required', 'default'],
  strict: true,
}

const PLACES = ['path', 'query', 'body', 'header'] as const

/** The inputs of the table, without those whose name another has. */
export function readTakes(
  { rows }: ReadTable,
  method: string,
  known: readonly TakenDeclaration[],
  context: PointContext,
): TakenDeclaration[] {
  const found: TakenDeclaration[] = []
  /** By each name, and by all that stands before a dot in one: `article.title` leaves no room for `article`. */
  const taken = new Map<string, TakenDeclaration>()
  const take = (one: TakenDeclaration): void => {
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

function readTaken(row: TableRow, method: string, context: PointContext): TakenDeclaration | undefined {
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
  const yes = required.value === '' ? place === 'path' : readYesNo(required.value)
  if (yes === undefined) reportValue(required, '"yes" or "no"', context)
  const given = shownCell(row, 'default', `${name}: default`, context)
  const code = readCode(given)
  const initial =
    given.value === '' ? undefined : ({ kind: code ? 'expression' : 'literal', text: code ?? given } as const)
  return {
    name,
    identifier,
    in: place,
    type: readType(row.cell('type'), name, context),
    required: yes ?? false,
    ...(initial ? { default: initial } : {}),
    nameSpan: spanOf(text),
    span: row.span,
  }
}

/** What is a name already stays as it is written: JSON has names of its own. A header's hyphens become underscores. */
function identifierIn({ value }: Fragment, place: TakenDeclaration['in']): string | undefined {
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
