// Finds the field of each column of an imported table, or why it is left out.
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import { fieldHeading } from '#shared/fields/field-heading.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { ColumnChoice, ColumnMap, ImportColumn } from '#shared/protocol/import.ts'
import { normalizeText } from '#shared/text/characters/bounded-text.ts'
import { refused } from '../../policy/refused.ts'
import { quoteCell } from './quote-cell.ts'

export interface ReadColumn extends ImportColumn {
  /** The field that it writes. */
  readonly writes?: Field
  /** The field that reads the column: the one that it writes, or the one by which records are found. */
  readonly reads?: Field
  readonly choice?: ColumnChoice
}

export interface ImportableFields {
  /** Fields that may be imported. */
  readonly writable: ReadonlySet<string>
  /** Fields that the person may know of; any other field is treated as if it did not exist. */
  readonly known: ReadonlySet<string>
}

interface ColumnRules extends ImportableFields {
  /** The field by which records that exist are found. */
  readonly match: string | undefined
  /** Assignment of columns to fields that the request gives. */
  readonly map: ColumnMap
}

/**
 * Finds fields by the request, or else by their identifier, label or heading, however the letters are written. A field that the
 * request names is not guessed a second time.
 */
export function importColumns(entity: Entity, headings: readonly string[], rules: ColumnRules): readonly ReadColumn[] {
  const choices = headings.map((heading, at) => choiceOf(rules.map, heading, at + 1))
  const unknown = Object.keys(rules.map).find((key) => !headings.some((heading, at) => isOf(key, heading, at + 1)))
  if (unknown !== undefined) throw refused('no_such_column', { column: quoteCell(unknown) })
  const chosen = choices.map((choice) => choice?.field)
  const taken = new Set<string>()
  const describe = (at: number, chooses: boolean): ReadColumn => {
    const heading = headings[at] ?? ''
    const choice = choices[at]
    const named = { position: at + 1, heading, ...(chooses ? ({ isChosen: true } as const) : {}) }
    if (choice === null) return { ...named, leftOut: 'ignored' }
    const wanted = chosen[at]
    const field = wanted === undefined ? fieldCalled(entity, heading, rules.known) : knownField(entity, wanted, rules)
    if (field === undefined) return { ...named, leftOut: 'unknown' }
    return { ...named, ...(choice === undefined ? {} : { choice }), ...columnOf(field, rules, taken) }
  }
  // What was chosen comes first, so that a guess does not take its field.
  const isChosen = (at: number): boolean => choices[at] === null || chosen[at] !== undefined
  const columns = new Map<number, ReadColumn>()
  for (const at of headings.keys()) if (isChosen(at)) columns.set(at, describe(at, true))
  for (const at of headings.keys()) if (!isChosen(at)) columns.set(at, describe(at, false))
  return headings.map((_, at) => columns.get(at) ?? describe(at, false))
}

/** How many of these cells name a field, or a column of which the request speaks. */
export function countNamed(
  entity: Entity,
  cells: readonly string[],
  known: ReadonlySet<string>,
  map: ColumnMap,
): number {
  return cells.filter(
    (cell) => cell !== '' && (Object.hasOwn(map, cell) || fieldCalled(entity, cell, known) !== undefined),
  ).length
}

function columnOf(
  field: Field,
  { writable, match }: ColumnRules,
  taken: Set<string>,
): Pick<ReadColumn, 'field' | 'leftOut' | 'isMatch' | 'writes' | 'reads'> {
  const name = field.name.identifier
  if (taken.has(name)) return { field: name, leftOut: 'twice' }
  taken.add(name)
  const matched = name === match ? ({ isMatch: true } as const) : {}
  if (isWritten(field) && writable.has(name)) return { field: name, ...matched, writes: field, reads: field }
  if (name === match) return { field: name, ...matched, reads: field }
  const why = holdsFiles(field) ? 'holds files' : isWritten(field) ? 'not granted' : 'set by the system'
  return { field: name, leftOut: why }
}

function knownField(entity: Entity, name: string, { known }: ColumnRules): Field {
  const field = entity.fields.get(name)
  if (field === undefined || !known.has(name)) throw refused('unknown_field', { field: quoteCell(name) })
  return field
}

function choiceOf(map: ColumnMap, heading: string, position: number): ColumnChoice | null | undefined {
  const key = [`#${position}`, heading].find((each) => Object.hasOwn(map, each))
  const choice = key === undefined ? undefined : map[key]
  return typeof choice === 'string' ? { field: choice } : choice
}

function isOf(key: string, heading: string, position: number): boolean {
  return key === heading || key === `#${position}`
}

function isWritten(field: Field): boolean {
  return isWrittenByPeople(field) && !holdsFiles(field)
}

export function fieldCalled({ fields }: Entity, heading: string, known: ReadonlySet<string>): Field | undefined {
  if (heading.length > LONGEST_HEADING) return undefined
  const wanted = normalizeText(heading, 'NFC').trim().toLowerCase()
  const loose = withoutMarks(wanted)
  const fieldBy = (isCalled: (field: Field) => boolean): Field | undefined =>
    [...fields.values()].find((field) => known.has(field.name.identifier) && isCalled(field))
  return (
    fieldBy(({ name }) => name.identifier.toLowerCase() === wanted) ??
    fieldBy(({ name }) => name.label.toLowerCase() === wanted) ??
    fieldBy(({ name, type }) => fieldHeading(name.label, type.kind).toLowerCase() === wanted) ??
    (loose === '' ? undefined : fieldBy(({ name }) => withoutMarks(name.label.toLowerCase()) === loose))
  )
}

/** Longer headings name no field. */
const LONGEST_HEADING = 200

/** "E-Mail *" and "e mail" are the same to people. */
function withoutMarks(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
