// Lists the indexes and full-text objects that a model needs.
import { createHash } from 'node:crypto'
import { fixedFields, listQuestions, yesOrNoCompared } from '#shared/decisions/list-questions.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Model, Sort } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { CommandExecutor, Executor, SqlValue } from '../executor.ts'
import type { EntityTable, FieldPlace, Places } from './catalogue.ts'
import { indexColumns, storedSortKeys } from '../sort-keys.ts'
import { mergedStates } from '../merged-states.ts'
import type { TableDialect } from '../storage-dialect.ts'
import type { SchemaEngine } from './migration.ts'

/** Rises with each change of the objects that follow from a document, as `FUNCTIONS` does. */
export const OBJECTS = 3

export interface SchemaObject {
  readonly name: string
  readonly kind: 'index' | 'table' | 'trigger'
  readonly definition: string
  /** Fills a new full-text table from the rows that are there. */
  readonly fill?: string
}

interface Index extends SchemaObject {
  readonly table: string
  readonly columns: string
  readonly where: string | undefined
  readonly unique: boolean
}

/** Columns with their new values. */
export type RowValues = ReadonlyMap<string | undefined, SqlValue>

/** How an engine keeps the words of the rows that can be searched. */
export interface SearchObjects {
  /** Lists what an entity needs; nothing where none of it is searched. */
  objectsOf(entity: Entity, table: EntityTable): readonly SchemaObject[]
  /** Returns the statement that notes the row which was inserted last, where its words have to follow. */
  noteInserted(model: Model, table: EntityTable): string | undefined
  /** Brings the words up to date; the last step of the transaction that made the changes. */
  indexWaiting(executor: Executor, model: Model, places: Places): Promise<void>
  /** Lists the other columns that `follow` needs where these were written. */
  neededBeside?(model: Model, table: EntityTable, written: RowValues): readonly string[]
  /** Keeps the words of a record of which these columns were written, in an engine without triggers. `id`: null for the row that was inserted last. */
  follow?(
    executor: CommandExecutor,
    model: Model,
    table: EntityTable,
    id: string | null,
    written: RowValues,
  ): Promise<void>
  /** Gives up the words of a record that goes for good, in an engine without triggers. */
  forget?(executor: Executor, model: Model, table: EntityTable, id: string): Promise<void>
  /** Fills what a migration made. `isChanged`: texts of records may have changed, too. */
  fill?(executor: Executor, model: Model, places: Places, isChanged: boolean): Promise<void>
}

/** Records that are not in the trash: every query says so, and every index that serves one holds only them. */
export const LIVE = 'trashed_at IS NULL'

/** A unique index, with what it stands for. */
export interface UniqueKey {
  readonly index: Index
  readonly table: EntityTable
  readonly fields: readonly string[]
  readonly columns: readonly string[]
  /** The condition on the rows that have no empty list in it: what is empty is never the same. */
  readonly filled: string
}

/** All derived objects; names follow from the definitions, so what has the same name is the same. */
export function schemaObjects(
  model: Model,
  places: Places,
  { search, dialect }: Pick<SchemaEngine, 'search' | 'dialect'>,
): readonly SchemaObject[] {
  const objects = new Map<string, SchemaObject>()
  for (const [name, table] of places) {
    const entity = model.entities.get(name)
    if (!entity) continue
    for (const object of [...indexesOf(model, entity, table, dialect.tables), ...search.objectsOf(entity, table)])
      objects.set(object.name, object)
  }
  return [...objects.values()]
}

/** A value in the trash is free again; bringing its record back is refused when it has been taken meanwhile. */
export function uniqueKeys(entity: Entity, table: EntityTable): readonly UniqueKey[] {
  const keys: (readonly string[])[] = entity.uniqueTogether.map((key) => key.fields)
  for (const [name, field] of entity.fields) {
    if (name === 'id') continue
    const unique = field.limits.unique ?? fieldType(field.type.kind).unique?.(field.type)
    if (unique) keys.push([name, ...unique.per])
  }
  return keys.flatMap((fields) => {
    const columns = fields.map((field) => table.fields.get(field)?.name)
    if (!columns.every((column) => column !== undefined)) return []
    const lists = columns.filter((_column, at) => holdsList(entity, fields[at]))
    const filled = [LIVE, ...lists.map((column) => `${column} <> '[]'`)].join(' AND ')
    return [{ index: index(table, columns.join(', '), filled, true), table, fields, columns, filled }]
  })
}

function holdsList({ fields }: Entity, name: string | undefined): boolean {
  const field = fields.get(name ?? '')
  return field !== undefined && isMany(field)
}

function indexesOf(model: Model, entity: Entity, table: EntityTable, tables: TableDialect): readonly Index[] {
  const indexes: Index[] = uniqueKeys(entity, table).map((key) => key.index)
  indexes.push(index(table, 'trashed_at', 'trashed_at IS NOT NULL'))
  // A person who signs up is looked for in whatever case the address was recorded.
  const address = table.entity === 'Person' ? table.fields.get('email')?.name : undefined
  if (address !== undefined) indexes.push(index(table, tables.indexKey(`lower(${address})`), LIVE))
  const keys = storedSortKeys(table, entity.order, '')
  const order = keys && indexColumns(keys, tables)
  const rowRules = fieldsOfRowRules(entity)
  for (const sort of sortsOf(model, entity)) indexes.push(...sortIndex(entity, table, sort, tables))
  indexes.push(...questionIndexes(model, entity, table, tables), ...countIndexes(entity, table, tables))
  for (const place of table.fields.values())
    indexes.push(...indexesOfField(entity, table, place, rowRules, order, tables))
  // The bytes that a person stores are counted over all that they created, in the trash too.
  const creator = model.settings.storagePerPerson === undefined ? undefined : table.fields.get('created_by')?.name
  if (creator !== undefined) indexes.push(index(table, creator))
  const state = stateFirst(entity, table, tables)
  return indexes.filter((one) => !indexes.some((other) => isCovered(one, other) || isMergedFrom(one, other, state)))
}

/** Lists the index of an order; none where the order has one key only, since the index of that unique field serves it. */
function sortIndex(entity: Entity, table: EntityTable, sort: readonly Sort[], tables: TableDialect): readonly Index[] {
  const keys = storedSortKeys(table, sort, '')
  // The states stand behind the order, so that a list of records in some states reads no row in another.
  return keys && keys.length > 1
    ? [index(table, [indexColumns(keys, tables), ...statesOf(entity, table)].join(', '), LIVE)]
    : []
}

/**
 * Lists the indexes for lists of the document, or row rules under them, that ask for one value of a choice or of yes and
 * no, in an order: they hold that value's rows as they lie in the order. A record has few that relate to it, and those
 * are sorted when they are asked for.
 */
function questionIndexes(model: Model, entity: Entity, table: EntityTable, tables: TableDialect): readonly Index[] {
  const rules = [...new Set(readingRules(entity).map(({ where }) => where))]
  const made: { readonly fixed: string; readonly sort: readonly Sort[]; readonly index: Index }[] = []
  for (const question of listQuestions(model).filter((each) => each.entity === entity)) {
    const keys = storedSortKeys(table, question.sort, '')
    if (keys === undefined) continue
    for (const rule of [undefined, ...rules]) {
      const conditions = [...(rule === undefined ? [] : [rule]), ...question.conditions]
      const places = fixedFields({ ...question, conditions }).map((field) => table.fields.get(field))
      if (places.length === 0 || !places.every((place) => place !== undefined && hasFewValues(place))) continue
      const fixed = places.map((place) => place?.name).join(', ')
      if (made.some((other) => other.fixed === fixed && isSameOrder(other.sort, question.sort, table))) continue
      made.push({ fixed, sort: question.sort, index: index(table, `${fixed}, ${indexColumns(keys, tables)}`, LIVE) })
    }
  }
  return made.map((each) => each.index)
}

/**
 * Lists the indexes of rules that count (`at most 20 per requester where status in ["new", "open"]`): they hold only what
 * the condition means, by its group, so that a count looks at nothing else. What changes in other fields is not written into them.
 */
function countIndexes(entity: Entity, table: EntityTable, tables: TableDialect): readonly Index[] {
  const { rules, fields } = entity
  const { own } = fieldsOfRowRules(entity)
  const state = stateFirst(entity, table, tables)
  return rules.flatMap(({ must }) => {
    if (must.kind !== 'at most') return []
    const group = must.per.map((field) => table.fields.get(field)?.name)
    const meant = must.where === undefined ? [] : wordsMeant(must.where.tree, table, tables)
    const [first] = must.per
    // A relation by itself has an index already.
    const isFound = group.length === 1 && fields.get(first ?? '')?.type.kind === 'relation'
    if (group.includes(undefined) || (meant.length === 0 && (isFound || group.length === 0))) return []
    // The index of the records of a person has them state by state.
    if (isFound && own.has(first ?? '') && meant.every(({ name }) => name === state)) return []
    const columns = [...group, ...meant.map(({ name }) => name), 'trashed_at']
    return [index(table, columns.join(', '), [LIVE, ...meant.map(({ sql }) => sql)].join(' AND '))]
  })
}

/** Finds in a condition what it asks of choices (`status in ["new", "open"]`), printed as the engine's statements do. */
function wordsMeant(
  node: Node,
  table: EntityTable,
  tables: TableDialect,
): readonly { readonly name: string; readonly sql: string }[] {
  if (node.kind !== 'binary') return []
  const { operator, left, right } = node
  if (operator === 'and') return [left, right].flatMap((each) => wordsMeant(each, table, tables))
  const place = left.kind === 'field' && left.record.kind === 'this' ? table.fields.get(left.field) : undefined
  if (place?.name === undefined || place.words === undefined) return []
  const { name } = place
  if (operator === '==' && right.kind === 'literal' && right.value !== null)
    return [{ name, sql: `${name} ${tables.equality} '${String(right.value)}'` }]
  if (operator !== 'in' || right.kind !== 'list' || right.items.length === 0) return []
  const words = right.items.flatMap((item) => (item.kind === 'literal' ? [`'${String(item.value)}'`] : []))
  return words.length === right.items.length ? [{ name, sql: `${name} IN (${words.join(', ')})` }] : []
}

function hasFewValues({ name, words, column }: FieldPlace): boolean {
  return name !== undefined && (words !== undefined || column.form === 'boolean')
}

/** An index along which a list is read in its order. */
export interface OrderIndex {
  readonly name: string
  /** True if the order lies in it state by state, so that a list is merged from those of each. */
  readonly isByState: boolean
}

/** The index that lies in the order of the sort, or in the opposite one; empty values are last in both. */
export function sortIndexOf(
  model: Model,
  table: EntityTable,
  sort: readonly Sort[],
  tables: TableDialect,
): OrderIndex | undefined {
  const entity = model.entities.get(table.entity)
  const along = entity && sortsOf(model, entity).find((indexed) => isSameOrder(indexed, sort, table))
  const [own] = entity && along ? sortIndex(entity, table, along, tables) : []
  if (entity === undefined || own === undefined) return undefined
  const state = stateFirst(entity, table, tables)
  for (const one of indexesOf(model, entity, table, tables)) {
    if (one.name === own.name || isCovered(own, one)) return { name: one.name, isByState: false }
    if (isMergedFrom(own, one, state)) return { name: one.name, isByState: true }
  }
  return undefined
}

function isSameOrder(indexed: readonly Sort[], sort: readonly Sort[], { fields }: EntityTable): boolean {
  const isSameFields = indexed.length === sort.length && indexed.every(({ field }, at) => field === sort[at]?.field)
  const turned = indexed.filter(({ descending }, at) => descending !== sort[at]?.descending).length
  const isTurnable = sort.slice(1).every(({ field }) => fields.get(field)?.required === true)
  return isSameFields && (turned === 0 || (turned === sort.length && isTurnable))
}

/** An index serves for all that one with its first columns would. */
function isCovered(one: Index, other: Index): boolean {
  const isSameRows = one.table === other.table && one.where === other.where
  return isSameRows && !one.unique && other.columns.startsWith(`${one.columns}, `)
}

/**
 * An index of an order, with the states behind it, gives way to the one of the same order that begins with the state: the list is
 * merged from those of each state, and each write has one index less to keep.
 */
function isMergedFrom(one: Index, other: Index, state: string | undefined): boolean {
  if (state === undefined || one.unique || one.table !== other.table || one.where !== other.where) return false
  return (
    one.columns.endsWith(`, ${state}`) &&
    `${other.columns}, `.startsWith(`${state}, ${one.columns.slice(0, -state.length)}`)
  )
}

/** Few different values: with the entity's order behind them, so that a page of one of them is read as it lies. */
function indexesOfField(
  entity: Entity,
  table: EntityTable,
  place: FieldPlace,
  rowRules: RowRuleFields,
  order: string | undefined,
  tables: TableDialect,
): readonly Index[] {
  if (place.pairs !== undefined) return [index({ table: place.pairs }, 'target, source', undefined, true)]
  if (place.name === undefined || place.name === 'id') return []
  // Where the order may change, the index of a relation that a rule goes through would cost each update a page.
  const isLeading = rowRules.through.has(place.field) && entity.order.every(({ field }) => field === 'created_at')
  const isRule = rowRules.own.has(place.field) || isLeading
  // One index for all pages under a row rule, those of one state too: each index costs every write.
  const few = isLeading ? namesOf(table, rowRules.beside) : []
  const behind = isRule ? [...new Set([...few, ...statesOf(entity, table)]), 'trashed_at'] : []
  const state = rowRules.own.has(place.field) ? stateFirst(entity, table, tables) : undefined
  const columns = [place.name, ...(state === undefined ? [] : [state]), order ?? 'id', ...behind]
  const ordered = [...new Set(columns)].join(', ')
  // A foreign key looks for referrers in the trash too.
  const isIndexed = entity.fields.get(place.field)?.limits.indexed === true
  if (place.whenDeleted !== undefined) {
    // "What is open and mine" is read without a look at all that ever was.
    const related = isIndexed ? [place.name, ...statesOf(entity, table)].join(', ') : place.name
    return [index(table, isRule ? ordered : related)]
  }
  if (isRule || (isIndexed && hasFewValues(place))) return [index(table, ordered, LIVE)]
  return isIndexed ? [index(table, place.name, LIVE)] : []
}

/**
 * Returns the column of the states that stands before the order in an index of a person's own records: all of them together
 * are merged from those of each state.
 */
function stateFirst(entity: Entity, table: EntityTable, { mergesStates }: TableDialect): string | undefined {
  const states = mergesStates ? mergedStates(entity, table) : undefined
  return states === undefined || entity.order.some(({ field }) => field === states.field) ? undefined : states.column
}

/** The columns that hold states. */
function statesOf(entity: Entity, table: EntityTable): readonly string[] {
  return [...table.fields.values()].flatMap(({ field, name }) =>
    name !== undefined && entity.fields.get(field)?.workflow === true ? [name] : [],
  )
}

function index(table: { readonly table: string }, columns: string, where?: string, unique = false): Index {
  const text = `ON ${table.table} (${columns})${where === undefined ? '' : ` WHERE ${where}`}`
  const name = `x${unique ? 'u' : ''}_${table.table}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  const definition = `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ${text}`
  return { name, kind: 'index', definition, table: table.table, columns, where, unique }
}

function sortsOf(model: Model, entity: Entity): readonly (readonly Sort[])[] {
  return [entity.order, ...sortsOfScreens(model, entity.name.identifier)]
}

function sortsOfScreens(model: Model, entity: string): readonly (readonly Sort[])[] {
  if (!isShown(model.screens)) return []
  return model.screens.screens.flatMap((screen) => {
    const isOwn = 'entity' in screen.shows && screen.shows.entity === entity
    const sorts = [screen.sort, ...(screen.views ?? []).map((view) => view.sort)].filter((sort) => sort !== undefined)
    // Everybody looks for the newest, whatever a document's list begins with.
    const own = isOwn ? [...sorts, ...(screen.shows.kind === 'table' ? [NEWEST_FIRST] : [])] : []
    const tiles = (screen.tiles ?? []).flatMap(({ shows }) =>
      shows.kind === 'table' && shows.entity === entity && shows.sort ? [shows.sort] : [],
    )
    return [...own, ...tiles]
  })
}

const NEWEST_FIRST: readonly Sort[] = [{ field: 'created_at', descending: true }]

interface RowRuleFields {
  /** Fields that a grant to read compares with the person who asks: `requester == me`. */
  readonly own: ReadonlySet<string>
  /** Relations through which one does: `ticket.requester == me`. Its records are many for a person, and found one relation after the other. */
  readonly through: ReadonlySet<string>
  /** Other fields that these grants ask for: `not internal`. */
  readonly beside: ReadonlySet<string>
}

function fieldsOfRowRules(entity: Entity): RowRuleFields {
  const [own, through, beside] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const walk = (node: Node): void => {
    if (node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')) {
      walk(node.left)
      walk(node.right)
      return
    }
    const compared = yesOrNoCompared(node)
    const sides = compared.kind === 'binary' && compared.operator === '==' ? [compared.left, compared.right] : []
    const field = sides.find((side) => side.kind === 'field')
    const bottom = field && bottomOf(field)
    if (bottom === undefined) return
    if (!sides.some(({ kind }) => kind === 'me')) beside.add(bottom.field)
    else if (bottom === field) own.add(bottom.field)
    else through.add(bottom.field)
  }
  for (const { where } of readingRules(entity)) if (where) walk(where.tree)
  return { own, through, beside }
}

/** Follows `ticket.requester` down to the record's own field. */
function bottomOf(field: FieldNode): FieldNode | undefined {
  const { record } = field
  if (record.kind === 'this') return field
  return record.kind === 'field' ? bottomOf(record) : undefined
}

type FieldNode = Extract<Node, { readonly kind: 'field' }>

/** The columns of fields that have few values. */
function namesOf(table: EntityTable, fields: ReadonlySet<string>): readonly string[] {
  return [...table.fields.values()].flatMap((place) =>
    place.name !== undefined && fields.has(place.field) && hasFewValues(place) ? [place.name] : [],
  )
}

function readingRules({ grants }: Entity): Entity['grants'] {
  return grants.filter(({ except, may }) => !except && may.includes('read'))
}
