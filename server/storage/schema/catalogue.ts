// Keeps the catalogue: which table and column holds which entity and field, across renames.
import { createHash } from 'node:crypto'
import { isCollated } from '#shared/expressions/type-rules.ts'
import type { FieldColumn } from '#shared/fields/field-type.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import type { Executor, SqlValue } from '../executor.ts'

/** The catalogue as it lies in the database; removed entities and fields stay in it, so that history can still name them. */
export interface Catalogue {
  readonly entities: readonly EntityEntry[]
  readonly fields: readonly FieldEntry[]
}

export interface EntityEntry {
  readonly number: number
  readonly name: string
  readonly present: boolean
}

export interface FieldEntry {
  readonly number: number
  readonly entity: number
  readonly name: string
  readonly shape: FieldForm
  readonly present: boolean
}

/** Properties of a field that its column depends on. */
export interface FieldForm {
  readonly column: FieldColumn
  /**
   * Family of values that the column may hold. Two fields with one form but different families can't take over each
   * other's values as they are.
   */
  readonly family: string
  /** Number of the entity that a relation points to; without one, no foreign key. */
  readonly target?: number
  readonly words?: readonly string[]
  readonly required: boolean
  /** The document requires it, but no column can promise it: what it refers to may go, or be taken out. */
  readonly wanted?: true
  /** Never leaves the server, not even in a message. */
  readonly secret?: true
  /** The expression of a stored computed field. */
  readonly computed?: string
  /** Values that the document accepts, as text. Values written under an equal text need not be checked again. */
  readonly takes?: string
}

/** The places of one entity, by the names of the present model. */
export interface EntityTable {
  readonly number: number
  readonly entity: string
  /** `t3`. */
  readonly table: string
  /** Only stored fields; computed ones that are not stored have no place. */
  readonly fields: ReadonlyMap<string, FieldPlace>
}

export interface FieldPlace {
  readonly number: number
  readonly field: string
  readonly column: FieldColumn
  /** `c17`, `id`, `version` (of the field `_version`); for several relations undefined. */
  readonly name?: string
  /** The table of pairs of a relation to many: `j17` (source, target, position). */
  readonly pairs?: string
  readonly target?: string
  readonly whenDeleted?: 'refuse' | 'delete' | 'clear'
  readonly words?: readonly string[]
  /** A text, sorted as people sort texts. */
  readonly isCollated: boolean
  /** No empty value can lie there. */
  readonly required: boolean
  /** No two records that are not in the trash have the same value. */
  readonly unique: boolean
}

export type Places = ReadonlyMap<string, EntityTable>

export function tableName(entity: number): string {
  return `t${entity}`
}

export function columnName(field: number): string {
  return `c${field}`
}

export function pairsName(field: number): string {
  return `j${field}`
}

/** Fields that have a column under their own name in every table. */
export function isFixed(field: string): boolean {
  return field === 'id' || field === '_version'
}

export function isStored(field: Field): boolean {
  return field.computed === undefined || field.computed.stored
}

export function formOf(field: Field, entityNumber: (entity: string) => number | undefined): FieldForm {
  const type = field.type
  const { storedAs, column } = fieldType(type.kind)
  const target = type.kind === 'relation' && !field.standard ? entityNumber(type.entity) : undefined
  return {
    column: column(type),
    family: storedAs ?? type.kind,
    ...(target === undefined ? {} : { target }),
    ...('words' in type ? { words: type.words.map((choice) => choice.word) } : {}),
    required: isNeverEmpty(field),
    ...(field.required === true && !isNeverEmpty(field) ? { wanted: true } : {}),
    ...(field.limits.hidden ? { secret: true } : {}),
    ...(field.computed ? { computed: printComputed(field.computed) } : { takes: printTaken(field) }),
  }
}

/** The expression, and of the values of point 9 in it as much as tells whether they changed. */
function printComputed({ expression: { text }, values }: NonNullable<Field['computed']>): string {
  return values === undefined ? text : `${text} (${createHash('sha256').update(values).digest('hex').slice(0, 16)})`
}

/** The type and its limits, without the words of a choice, which stand beside. */
function printTaken({ type, limits }: Field): string {
  const { min, max, pattern, atMost, eachSize, types } = limits
  const counted = isSequence(type) ? { form: type.pattern, per: type.per?.length === 1 ? type.per[0] : type.per } : {}
  return JSON.stringify({ kind: type.kind, ...counted, min, max, pattern, atMost, eachSize, types })
}

/** Does the document promise a value in every row, whatever happens to other records? */
function isNeverEmpty(field: Field): boolean {
  if (field.standard) return field.name.identifier === 'created_at' || field.name.identifier === 'updated_at'
  if (field.computed) return false
  if (field.type.kind === 'relation' && (field.type.many || field.type.whenDeleted === 'clear')) return false
  return field.required === true || field.workflow
}

/** Joins the catalogue with the model whose schema it describes, in the order of the document. */
export function placesOf(catalogue: Catalogue, model: Model): Places {
  const entries = new Map(catalogue.entities.filter(({ present }) => present).map((entry) => [entry.name, entry]))
  const places = new Map<string, EntityTable>()
  for (const [name, entity] of model.entities) {
    const entry = entries.get(name)
    if (entry) places.set(name, tableOf(entry, entity, catalogue))
  }
  return places
}

function tableOf(entry: EntityEntry, entity: Entity, catalogue: Catalogue): EntityTable {
  const numbers = new Map(
    catalogue.fields
      .filter((field) => field.entity === entry.number && field.present)
      .map((field) => [field.name, field]),
  )
  const fields = new Map<string, FieldPlace>()
  for (const [name, field] of entity.fields) {
    const stored = numbers.get(name)
    if (isFixed(name)) {
      fields.set(name, {
        number: 0,
        field: name,
        column: fieldType(field.type.kind).column(field.type),
        name: name === '_version' ? 'version' : name,
        isCollated: isCollated(field.valueType),
        required: true,
        unique: name === 'id',
      })
    } else if (stored && isStored(field)) fields.set(name, placeOf(stored, field))
  }
  return { number: entry.number, entity: entry.name, table: tableName(entry.number), fields }
}

function placeOf(stored: FieldEntry, field: Field): FieldPlace {
  const { type } = field
  const place = {
    number: stored.number,
    field: stored.name,
    column: stored.shape.column,
    isCollated: isCollated(field.valueType),
    // Numbers are given to all records, those from before the field too.
    required: stored.shape.required || isSequence(type),
    unique: isKey(field),
  }
  const relation =
    type.kind === 'relation'
      ? { target: type.entity, ...(field.standard ? {} : { whenDeleted: type.whenDeleted }) }
      : {}
  const words = stored.shape.words ? { words: stored.shape.words } : {}
  return stored.shape.column.form === 'set'
    ? { ...place, ...relation, pairs: pairsName(stored.number) }
    : { ...place, ...relation, ...words, name: columnName(stored.number) }
}

export async function readCatalogue(executor: Executor): Promise<Catalogue> {
  const entities = await executor.all('SELECT number, name, present FROM catalogue_entity ORDER BY number', [])
  const fields = await executor.all(
    'SELECT number, entity, name, shape, present FROM catalogue_field ORDER BY number',
    [],
  )
  return {
    entities: entities.map(([number, name, present]) => ({
      number: Number(number),
      name: String(name),
      present: present === 1,
    })),
    fields: fields.map(([number, entity, name, shape, present]) => ({
      number: Number(number),
      entity: Number(entity),
      name: String(name),
      shape: JSON.parse(String(shape)) as FieldForm,
      present: present === 1,
    })),
  }
}

/** Writes what differs from the catalogue `before`: most of it is as it was, and more is gone with each publication. */
export async function writeCatalogue(executor: Executor, catalogue: Catalogue, before: Catalogue): Promise<void> {
  const entity = `INSERT INTO catalogue_entity (number, name, present) VALUES (?, ?, ?)
    ON CONFLICT (number) DO UPDATE SET name = excluded.name, present = excluded.present`
  for (const row of changedRows(catalogue.entities.map(entityRow), before.entities.map(entityRow)))
    await executor.run(entity, row)
  const field = `INSERT INTO catalogue_field (number, entity, name, shape, present) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (number) DO UPDATE SET entity = excluded.entity, name = excluded.name, shape = excluded.shape, present = excluded.present`
  for (const row of changedRows(catalogue.fields.map(fieldRow), before.fields.map(fieldRow)))
    await executor.run(field, row)
}

function entityRow({ number, name, present }: EntityEntry): readonly SqlValue[] {
  return [number, name, present ? 1 : 0]
}

function fieldRow({ number, entity, name, shape, present }: FieldEntry): readonly SqlValue[] {
  return [number, entity, name, JSON.stringify(shape), present ? 1 : 0]
}

function changedRows(
  rows: readonly (readonly SqlValue[])[],
  before: readonly (readonly SqlValue[])[],
): readonly (readonly SqlValue[])[] {
  const there = new Set(before.map((row) => JSON.stringify(row)))
  return rows.filter((row) => !there.has(JSON.stringify(row)))
}
