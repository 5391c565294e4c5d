// Reads point 9: constants, calendars and lookups.
import type { Part, Section } from '../../document/document.ts'
import * as say from '../../diagnostics/9-constants.ts'
import * as sayPoints from '../../diagnostics/all-points.ts'
import { isDate } from '../../fields/date.ts'
import { type Fragment, spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { isNone, isNotShown, readCode } from '../../text/written-values.ts'
import { readCalendar } from './read-calendar.ts'
import { readLookupTable } from './read-lookup-table.ts'
import { isShown } from '../declarations.ts'
import type { Name } from '../declarations.ts'
import { keepFirst, type PointContext, readName, reportValue } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import { readLiteral } from '../read-literal.ts'
import {
  plainWord,
  type HeadedTable,
  shownCell,
  type HeadedRow,
  type TableShape,
} from '../reading/read-headed-table.ts'
import type { LimitDeclaration, LimitsPoint, LookupDeclaration } from './declarations.ts'

export const CONSTANTS: TableShape = { of: 'constants', key: ['name', 'value'], columns: ['meaning', 'from'] }

export function readConstants(section: Section, context: PointContext): LimitsPoint {
  const limits: LimitDeclaration[] = []
  const calendars: LimitsPoint['calendars'][number][] = []
  const lookups: LimitsPoint['lookups'][number][] = []
  const readRows = ({ rows }: HeadedTable): void =>
    void limits.push(...rows.flatMap((row) => readLimit(row, context) ?? []))
  readSection(section.blocks, { tables: [[CONSTANTS, readRows]], unknown: 'Constants' }, context)
  for (const part of section.parts) {
    const kind = readKind(part, context)
    const name = kind?.[2] && readName(kind[2], 'field', 'name', context)
    if (!kind) {
      // Any other heading only divides the constants.
      readSection(part.blocks, { tables: [[CONSTANTS, readRows]], unknown: part.heading.text.value }, context)
    } else if (name && kind[1] === 'calendar')
      calendars.push({ name, times: readCalendar(part, context), span: part.heading.span })
    else if (name) {
      const table = readLookup(part, name, context)
      if (table) lookups.push({ name, table, span: part.heading.span })
    }
    reportInnerHeadings(part.parts, 'tables', context)
  }
  reportDoubled(limits, context)
  return {
    limits,
    calendars: keepFirst(calendars, 'calendars', context),
    lookups: keepFirst(lookups, 'lookups', context),
    span: section.span,
  }
}

/** `Calendar office`; a misspelt first word is reported, and read as what it is meant to be. */
function readKind(
  { heading: { text: heading }, blocks }: Part,
  context: PointContext,
): readonly [string, 'calendar' | 'lookup', Fragment | undefined] | undefined {
  const [whole, first, name] = matchParts(heading, /^(\w+)\s+(.+)$/ds) ?? []
  const word = first?.value.toLowerCase() ?? ''
  const kind = KINDS.find((each) => each === word)
  if (!whole || !first) return undefined
  if (kind) return [whole.value, kind, name]
  // A heading above constants only divides them, whatever its words.
  const isTable = blocks.some(
    (block) => block.kind === 'table' && !block.header.cells.some(({ text }) => plainWord(text.value) === 'name'),
  )
  const meant = isTable ? KINDS.find((each) => nearest(word, KINDS) === each) : undefined
  if (!meant) return undefined
  context.report(
    sayPoints.misspeltHeading(spanOf(first), {
      word: first.value,
      nearest: meant === 'lookup' ? 'Lookup' : 'Calendar',
    }),
  )
  return [whole.value, meant, name]
}

const KINDS = ['calendar', 'lookup'] as const

function readLimit(row: HeadedRow, context: PointContext): LimitDeclaration | undefined {
  const name = readName(row.cell('name'), 'field', 'name', context)
  if (!name) return undefined
  const text = row.cell('value')
  const span = spanOf(text)
  const meaning = shownCell(row, 'meaning', `${name.label}: meaning`, context).value
  const from = shownCell(row, 'from', `${name.label}: from`, context)
  if (from.value !== '' && !isDate(from.value)) context.report(say.badDate(spanOf(from), { date: from.value }))
  const rest = { name, meaning, ...(isDate(from.value) ? { from: from.value } : {}), span: row.span }
  if (isNotShown(row.cell('from').value)) return { ...rest, value: { notShown: true, span } }
  if (isNotShown(text.value)) {
    context.unknown(name.label, span)
    return { ...rest, value: { notShown: true, span } }
  }
  if (isNone(text.value)) {
    reportValue(text, 'a value, "not shown", or "none" in quotes', context)
    return undefined
  }
  if (readCode(text)) {
    context.report(say.expressionAsValue(span, {}))
    return undefined
  }
  const value = readLiteral(text)
  return { ...rest, value: { value, span } }
}

/** Any table will do: its words are keys. */
function readLookup(part: Part, name: Name, context: PointContext): LookupDeclaration['table'] | undefined {
  const tables = part.blocks.filter((block) => block.kind === 'table')
  readSection(
    part.blocks.filter((block) => block.kind !== 'table'),
    { unknown: part.heading.text.value },
    context,
  )
  const shown = !part.blocks.some((block) => block.kind === 'prose' && isNotShown(block.markdown))
  const [table] = tables
  if (!table && shown) context.report(say.lookupWithoutTable(part.heading.span, { heading: part.heading.text.value }))
  for (const table of tables.slice(1))
    context.report(sayPoints.misplaced(table.span, { what: 'A second table', expected: 'one table for each lookup' }))
  if (table) return readLookupTable(name, table, context)
  return shown ? undefined : { notShown: true, span: part.heading.span }
}

/** Reports a constant that is declared twice. One name may have several values, each from its own date on. */
function reportDoubled(limits: readonly LimitDeclaration[], context: PointContext): void {
  const first = new Map<string, LimitDeclaration>()
  for (const limit of limits.filter(({ value }) => isShown(value))) {
    const key = `${limit.name.identifier} ${limit.from ?? ''}`
    const other = first.get(key)
    if (!other) first.set(key, limit)
    else {
      const related = [{ message: 'The first one stands here.', span: other.name.span }]
      context.report(say.doubledConstant(limit.name.span, { name: limit.name.label }, { related }))
    }
  }
}
