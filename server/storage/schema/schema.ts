// What the model asks of the schema beside tables and columns: indexes, full-text tables and the triggers that keep them.
import { createHash } from 'node:crypto'
import type { Node } from '#shared/expressions/node.ts'
import type { Entity, Model, Sort } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { EntityTable, FieldPlace, Places } from './catalogue.ts'
import { orderBy, storedSortKeys } from '../sort-keys.ts'
import type { SortKey } from '../sort-keys.ts'

export interface SchemaObject {
  readonly name: string
  readonly kind: 'index' | 'table' | 'trigger'
  readonly definition: string
  /** Fills a new full-text table from the rows that are there. */
  readonly fill?: string
}

/** Records that are not in the trash: every query says so, and every index that serves one holds only them. */
export const LIVE = 'trashed_at IS NULL'

/** A unique index, with what it stands for. */
export interface UniqueKey {
  readonly index: SchemaObject
  readonly table: EntityTable
  readonly fields: readonly string[]
  readonly columns: readonly string[]
}

/** All derived objects; names follow from the definitions, so what has the same name is the same. */
export function schemaObjects(model: Model, places: Places): readonly SchemaObject[] {
  const objects = new Map<string, SchemaObject>()
  for (const [name, table] of places) {
    const entity = model.entities.get(name)
    if (!entity) continue
    for (const object of [...indexesOf(model, entity, table), ...searchOf(entity, table)])
      objects.set(object.name, object)
  }
  return [...objects.values()]
}

/** A value in the trash is free again; bringing its record back is refused when it has been taken meanwhile. */
export function uniqueKeys(entity: Entity, table: EntityTable): readonly UniqueKey[] {
  const keys: (readonly string[])[] = entity.uniqueTogether.map((key) => key.fields)
  for (const [name, field] of entity.fields) {
    if (name === 'id') continue
    const perOfSequence = field.type.kind === 'sequence' && field.type.per !== undefined ? [field.type.per] : []
    if (field.limits.unique) keys.push([name, ...field.limits.unique.per])
    else if (field.type.kind === 'sequence') keys.push([name, ...perOfSequence])
    else if (field.type.kind === 'slug') keys.push([name])
  }
  return keys.flatMap((fields) => {
    const columns = fields.map((field) => table.fields.get(field)?.name)
    return columns.every((column) => column !== undefined)
      ? [{ index: index(table, columns.join(', '), LIVE, true), table, fields, columns }]
      : []
  })
}

function indexesOf(model: Model, entity: Entity, table: EntityTable): readonly SchemaObject[] {
  const indexes: SchemaObject[] = uniqueKeys(entity, table).map((key) => key.index)
  indexes.push(index(table, 'trashed_at', 'trashed_at IS NOT NULL'))
  const order = storedSortKeys(table, entity.order, '')
  for (const sort of [entity.order, ...sortsOfScreens(model, table.entity)]) {
    const keys = storedSortKeys(table, sort, '')
    if (keys && keys.length > 1) indexes.push(index(table, orderBy(keys), LIVE))
  }
  const rowRules = fieldsOfRowRules(entity)
  for (const place of table.fields.values()) indexes.push(...indexesOfField(entity, table, place, rowRules, order))
  return indexes
}

/** Few different values: with the entity's order behind them, so that a page of one of them is read as it lies. */
function indexesOfField(
  entity: Entity,
  table: EntityTable,
  place: FieldPlace,
  rowRules: ReadonlySet<string>,
  order: readonly SortKey[] | undefined,
): readonly SchemaObject[] {
  if (place.pairs !== undefined) return [index({ table: place.pairs }, 'target, source', undefined, true)]
  if (place.name === undefined || place.name === 'id') return []
  const ordered = order ? `${place.name}, ${orderBy(order)}` : `${place.name}, id`
  const isRule = rowRules.has(place.field)
  // A foreign key looks for referrers in the trash too.
  if (place.whenDeleted !== undefined) return [index(table, isRule ? ordered : place.name)]
  const isIndexed = entity.fields.get(place.field)?.limits.indexed === true
  const isFew = place.words !== undefined || place.column.form === 'boolean'
  if (isRule || (isIndexed && isFew)) return [index(table, ordered, LIVE)]
  return isIndexed ? [index(table, place.name, LIVE)] : []
}

function index(table: { readonly table: string }, columns: string, where?: string, unique = false): SchemaObject {
  const text = `ON ${table.table} (${columns})${where === undefined ? '' : ` WHERE ${where}`}`
  const name = `x${unique ? 'u' : ''}_${table.table}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  return { name, kind: 'index', definition: `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ${text}` }
}

function sortsOfScreens(model: Model, entity: string): readonly (readonly Sort[])[] {
  if (!isShown(model.screens)) return []
  return model.screens.screens.flatMap((screen) => {
    const own = 'entity' in screen.shows && screen.shows.entity === entity && screen.sort ? [screen.sort] : []
    const tiles = (screen.tiles ?? []).flatMap(({ shows }) =>
      shows.kind === 'table' && shows.entity === entity && shows.sort ? [shows.sort] : [],
    )
    return [...own, ...tiles]
  })
}

/** Fields that a grant to read compares with the person who asks: `requester == me`. */
function fieldsOfRowRules(entity: Entity): ReadonlySet<string> {
  const fields = new Set<string>()
  const walk = (node: Node): void => {
    if (node.kind !== 'binary') return
    if (node.operator === 'and' || node.operator === 'or') {
      walk(node.left)
      walk(node.right)
    } else if (node.operator === '==') {
      const field = [node.left, node.right].find((side) => side.kind === 'field')
      const isMe = node.left.kind === 'me' || node.right.kind === 'me'
      if (isMe && field?.kind === 'field' && field.record.kind === 'this') fields.add(field.field)
    }
  }
  const reading = entity.grants.filter((grant) => !grant.except && grant.may.includes('read'))
  for (const grant of reading) if (grant.where) walk(grant.where.tree)
  return fields
}

/** Fields whose words can be searched for; the order is that of the full-text table's columns. */
export function searchablePlaces(entity: Entity, table: EntityTable): readonly FieldPlace[] {
  return [...table.fields.values()].filter(
    (place) =>
      place.name !== undefined &&
      place.column.kind === 'TEXT' &&
      entity.fields.get(place.field)?.limits.searchable === true,
  )
}

export function searchTable(table: EntityTable): string {
  return `f${table.number}`
}

/** The full-text table holds no text of its own, only the index; triggers keep it, cascades included. */
function searchOf(entity: Entity, table: EntityTable): readonly SchemaObject[] {
  const columns = searchablePlaces(entity, table).map((place) => place.name ?? '')
  if (columns.length === 0) return []
  const search = searchTable(table)
  const names = columns.join(', ')
  const trigger = (suffix: string, when: string, body: string): SchemaObject => {
    const definition = `${when} BEGIN ${body} END`
    const name = `${search}_${suffix}_${createHash('sha256').update(definition).digest('hex').slice(0, 8)}`
    return { name, kind: 'trigger', definition: `CREATE TRIGGER ${name} ${definition}` }
  }
  const add = `INSERT INTO ${search} (rowid, ${names}) VALUES (new.row, ${columns.map((column) => `new.${column}`).join(', ')});`
  const remove = `DELETE FROM ${search} WHERE rowid = old.row;`
  return [
    {
      name: search,
      kind: 'table',
      definition: `CREATE VIRTUAL TABLE ${search} USING fts5(${names}, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3')`,
      fill: `INSERT INTO ${search} (rowid, ${names}) SELECT row, ${names} FROM ${table.table}`,
    },
    trigger('insert', `AFTER INSERT ON ${table.table}`, add),
    trigger('delete', `AFTER DELETE ON ${table.table}`, remove),
    trigger('update', `AFTER UPDATE OF ${names} ON ${table.table}`, `${remove} ${add}`),
  ]
}
