// Chooses the columns of a list, with paths along relations.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { fieldLabel } from '../field-label.ts'
import { isDue, isOverdue } from './is-overdue.ts'
import type { RecordData } from './record-data.ts'
import { isRecordData } from './record-data.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { isSortable } from './sort-parameter.ts'
import { readableBy } from './permissions.ts'
import { titleToRead } from '#shared/decisions/record-title.ts'
import { relationPaths } from '#shared/decisions/title-paths.ts'
import { withinSentence } from '../../words/language.ts'

export interface ListColumn {
  /** `requester.team` */
  readonly path: readonly string[]
  readonly label: string
  /** The field at the end of the path. */
  readonly field: Field
  /** The title of the record has it. */
  readonly isInTitle?: boolean
  /** `isPersonName` is true where the column holds names of people. */
  readonly isPersonName?: boolean
  /** Names of people have no room for initials before them. */
  readonly isTight?: boolean
  /** Is the value of this record past, though the record is open? Absent: it is no field that says by when. */
  readonly isOverdue?: (record: RecordData) => boolean
}

const MOST_DEFAULT_COLUMNS = 6

/** Makes the columns of a list. Paths that the actor can read in no record are left out. */
export function columnsOf(
  model: Model,
  entity: Entity,
  named: readonly string[] | undefined,
  readable: ReadonlySet<string>,
): readonly ListColumn[] {
  const paths = named ?? defaultPaths(entity, readable)
  return paths.flatMap((path) => {
    const segments = path.split('.')
    const first = segments[0] ?? ''
    const fields = fieldsAlong(model, entity, segments)
    const field = fields?.at(-1)
    if (!fields || !field || !readable.has(first)) return []
    const label =
      fields.length === 1
        ? fieldLabel(field)
        : `${fieldLabel(fields[0] ?? field)}: ${withinSentence(fieldLabel(field))}`
    const isOwnDue = fields.length === 1 && isDue(field)
    const late = isOwnDue ? { isOverdue: (record: RecordData) => isOverdue(model, entity, field, record) } : {}
    const person = field === model.entities.get('Person')?.fields.get('name') ? { isPersonName: true } : {}
    const titled = fields.length === 1 && isInTitle(entity, first) ? { isInTitle: true } : {}
    return [{ path: segments, label, field, ...titled, ...person, ...late }]
  })
}

function isInTitle(entity: Entity, name: string): boolean {
  return someNode(
    titleToRead(entity),
    (node) => node.kind === 'field' && node.record.kind === 'this' && node.field === name,
  )
}

function defaultPaths(entity: Entity, readable: ReadonlySet<string>): readonly string[] {
  const own = [...entity.fields.values()].filter(
    (field) => !field.standard && fieldType(field.type.kind).inTables && readable.has(field.name.identifier),
  )
  // In which states a record is, is shown however many fields stand before them.
  const states = own.filter((field) => field.workflow)
  const others = own.filter((field) => !field.workflow).slice(0, Math.max(1, MOST_DEFAULT_COLUMNS - states.length))
  return own.filter((field) => field.workflow || others.includes(field)).map((field) => field.name.identifier)
}

export function fieldsAlong(model: Model, entity: Entity, segments: readonly string[]): readonly Field[] | undefined {
  const fields: Field[] = []
  let current: Entity | undefined = entity
  for (const segment of segments) {
    const field: Field | undefined = current?.fields.get(segment)
    if (!field) return undefined
    fields.push(field)
    current = field.type.kind === 'relation' ? model.entities.get(field.type.entity) : undefined
  }
  return fields
}

/** The relations that have to come along so that the columns can be shown, and `more` fields. */
export function expandFor(
  model: Model,
  session: SessionBody,
  columns: readonly ListColumn[],
  entity: Entity,
  more: readonly string[] = [],
): readonly string[] {
  const first = [...new Set([...columns.map(({ path }) => path[0] ?? ''), ...more])]
  return relationPaths(model, readableBy(model, session), entity, first)
}

/** The value at the end of a column's path: null where there is none, undefined where it is withheld from the reader. */
export function valueAt(record: RecordData, { path }: ListColumn): unknown {
  let value: unknown = record
  for (const segment of path) {
    if (value === null) return null
    if (!isRecordData(value)) return undefined
    value = value[segment]
  }
  return value
}

/** The path by which the server orders such a column: a record stands where its title begins; undefined: it has no order. */
export function sortPath(model: Model, { path, field }: ListColumn): string | undefined {
  if (path.length > 1 && field.type.kind === 'relation') return undefined
  if (isSortable(field)) return path.length > DEEPEST_SORT ? undefined : path.join('.')
  if (field.type.kind !== 'relation' || field.type.many) return undefined
  const other = model.entities.get(field.type.entity)
  const first = other && firstOwnField(titleToRead(other))
  const named = first === undefined ? undefined : other?.fields.get(first)
  return named && isSortable(named) ? `${path.join('.')}.${named.name.identifier}` : undefined
}

/** Number of steps that the server follows along a path to sort by at most. */
const DEEPEST_SORT = 2

function firstOwnField(node: Node): string | undefined {
  if (node.kind === 'field') return node.record.kind === 'this' ? node.field : undefined
  for (const child of childrenOf(node)) {
    const found = firstOwnField(child)
    if (found !== undefined) return found
  }
  return undefined
}
