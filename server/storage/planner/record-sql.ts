// Builds the SQL that every reading query has: visible rows, their JSON, and their order.
import { sql } from '../sql.ts'
import { yesOrNoCompared } from '#shared/decisions/list-questions.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isCollated, TEXT } from '#shared/expressions/type-rules.ts'
import { mayBeLonger } from '#shared/fields/value-limits.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Field, Sort } from '#shared/model/model.ts'
import { LONGEST_LISTED_TEXT } from '#shared/protocol/list.ts'
import type { FieldPlace } from '../schema/catalogue.ts'
import { isExact } from '../expressions/held-numbers.ts'
import { ordinalOf } from '../expressions/expression-sql-context.ts'
import { documentCondition, readerCondition, actorSql, valueOf } from './condition-sql.ts'
import type { PolicyByEntity } from './condition-sql.ts'
import { concatSql } from '../concat-sql.ts'
import { isLongSql, mayBeLongSql, omittedJson } from './long-texts.ts'
import type { StatementContext, Sql } from './plan-context.ts'
import { sqlParameter } from '../sql-parameter.ts'
import { fieldPolicyOf, placeOf, tableOf } from './plan-lookup.ts'
import { idKey, storedSortKeys } from '../sort-keys.ts'
import type { ReadShape } from '../query-plans.ts'
import type { SentValue } from '../storage-dialect.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

export interface KeySql {
  readonly sql: Sql
  readonly descending: boolean
  /** Says with 1 that the next key is empty. */
  readonly isFlag: boolean
}

/** Not in the trash (or in it), and within the policy; the document's condition sees all data. */
export function visibleRowsSql(context: StatementContext, policy: ReadPolicy, alias: string, trash = false): Sql {
  const present = trashCondition(alias, trash)
  if (typeof policy.rows !== 'boolean') return sql`${present} AND ${condition(context, policy.rows, alias)}`
  return policy.rows ? present : sql`${present} AND ${context.dialect.truth(false)}`
}

/** Not in the trash, or in it. */
export function trashCondition(alias: string, trash = false): Sql {
  return sql.raw(`${alias}.trashed_at IS ${trash ? 'NOT NULL' : 'NULL'}`)
}

/** A condition of the document over the row. */
export function condition(context: StatementContext, node: Node, alias: string): Sql {
  return sql`(${documentCondition(context, withComparisons(node), alias)})`
}

/** The conditions that all have to hold, each as a comparison where it is a field with yes or no. */
function withComparisons(node: Node): Node {
  if (node.kind !== 'binary' || node.operator !== 'and') return yesOrNoCompared(node)
  return { ...node, left: withComparisons(node.left), right: withComparisons(node.right) }
}

/** A condition of the actor: over what they may see. */
export function actorCondition(
  context: StatementContext,
  shape: Pick<ReadShape, 'policy' | 'otherPolicies'>,
  node: Node,
  alias: string,
): Sql {
  return sql`(${readerCondition(context, withComparisons(node), alias, policiesOf(shape))})`
}

export function policiesOf(shape: Pick<ReadShape, 'policy' | 'otherPolicies'>): PolicyByEntity {
  return (entity) => (entity === shape.policy.entity ? shape.policy : shape.otherPolicies?.get(entity))
}

/** The record as JSON text, with what the reader may see of it and asked for. */
export function recordJson(context: StatementContext, shape: ReadShape, alias: string): Sql {
  return objectJson(context, shape, { alias, inList: false }, NO_LONG_FIELDS)
}

/**
 * Prints the JSON text of a record in a list, without long texts that the reader did not name. Most records have
 * none, and one check of their sizes shows it: checking each text, and once more for their names, took a third of a
 * list's time.
 */
export function listedJson(context: StatementContext, shape: ReadShape, alias: string): Sql {
  const careful = carefulJson(context, shape, alias)
  if (careful.when === undefined) return careful.json
  const quick = objectJson(context, shape, { alias, inList: true }, NO_LONG_FIELDS)
  return sql`CASE WHEN ${careful.when} THEN ${careful.json} ELSE ${quick} END`
}

/** The JSON text of a record in a list that may have long texts, and whether it may; undefined: none can have any. */
export function carefulJson(context: StatementContext, shape: ReadShape, alias: string): { json: Sql; when?: Sql } {
  const long = longFieldsOf(context, shape)
  const json = objectJson(context, shape, { alias, inList: true }, long)
  if (long.size === 0) return { json }
  const mayBe = [...long].map((name) => mayBeLongSql(valueOf(context, shape.policy.entity, name, alias)))
  return { json, when: sql.join(mayBe, sql.raw(' OR ')) }
}

const NO_LONG_FIELDS: ReadonlySet<string> = new Set()

/** Lists the fields whose texts are left out of a list where they are long. */
export function longFieldsOf(context: StatementContext, { policy, fields, named }: ReadShape): ReadonlySet<string> {
  const readable = new Set(policy.fields.map(({ field }) => field))
  return named === true
    ? NO_LONG_FIELDS
    : new Set(fields.filter((name) => readable.has(name) && isLongField(context, policy.entity, name)))
}

/** A field of a record as the reader gets it. */
export interface RecordPart {
  readonly name: string
  /** The JSON text of its value. */
  readonly json: Sql
  /** The column of which that text is written in memory, where it can be. */
  readonly sent: SentValue | undefined
  /** Whether the reader sees it in the row; undefined: in all. */
  readonly seen: Sql | undefined
}

/** Lists the fields of a record in their order, but its id and version. */
export function recordParts(context: StatementContext, shape: ReadShape, row: RowOf): readonly RecordPart[] {
  const { fields: shown } = shape.exported ?? shape.policy
  return shape.fields.flatMap((name) => {
    const right = shown.find((field) => field.field === name)
    if (!right || name === 'id' || name === '_version') return []
    const seen = right.when === true ? undefined : condition(context, right.when, row.alias)
    return { name, json: fieldJson(context, shape, name, row), sent: sentValue(context, shape, name, row), seen }
  })
}

/** `long`: fields that are left out, and named, where their texts are long. */
function objectJson(context: StatementContext, shape: ReadShape, row: RowOf, long: ReadonlySet<string>): Sql {
  const { alias } = row
  const omitted: { readonly name: string; readonly when: Sql }[] = []
  const parts: (string | Sql)[] = ['{"id":"', sql.raw(`${alias}.id`), '","_version":', sql.raw(`${alias}.version`)]
  for (const { name, json: value, seen } of recordParts(context, shape, row)) {
    const label = `,"${name}":`
    const labelled = sql`concat(${sql.lit(label)}, ${value})`
    const plain = seen === undefined ? plainColumn(context, shape, name, row) : undefined
    if (long.has(name)) {
      const isLong = isLongSql(valueOf(context, shape.policy.entity, name, alias))
      omitted.push({ name, when: seen === undefined ? isLong : sql`(${seen} AND ${isLong})` })
      const short = seen === undefined ? sql`ELSE ${labelled}` : sql`WHEN ${seen} THEN ${labelled} ELSE ''`
      parts.push(sql`CASE WHEN ${isLong} THEN '' ${short} END`)
    } else if (plain !== undefined) parts.push(`${label}"`, plain, '"')
    else if (seen === undefined) parts.push(label, value)
    else parts.push(sql`CASE WHEN ${seen} THEN ${labelled} ELSE '' END`)
  }
  for (const lines of shape.lines ?? []) parts.push(`,"${lines.name}":`, linesJson(context, lines, row))
  parts.push(...omittedJson(omitted), '}')
  return concatSql(joinTexts(parts))
}

/** Puts texts that follow each other together: each argument of the engine's function takes its time. */
function joinTexts(parts: readonly (string | Sql)[]): readonly Sql[] {
  const joined: Sql[] = []
  let text = ''
  for (const part of [...parts, sql.raw('')]) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    if (text !== '') joined.push(sql.lit(text))
    text = ''
    joined.push(part)
  }
  return joined.slice(0, -1)
}

/**
 * The column of a field that is never empty, and whose text JSON has letter by letter between quotes: ids, days, moments,
 * words without a quote. To have the engine look for what it has to write otherwise takes as long as reading it.
 */
function plainColumn(context: StatementContext, shape: ReadShape, name: string, { alias }: RowOf): Sql | undefined {
  const { entity } = shape.policy
  const place = tableOf(context, entity).fields.get(name)
  const field = fieldOf(context, entity, name)
  if (place?.name === undefined || !place.required || field === undefined) return undefined
  if (place.column.form !== 'text' || shape.expand.some((one) => one.field === name)) return undefined
  const { words } = place
  const isPlain =
    words === undefined
      ? place.target !== undefined || fieldType(field.type.kind).precision !== undefined
      : words.every((word) => JSON.stringify(word) === `"${word}"`)
  return isPlain ? sql.raw(`${alias}.${place.name}`) : undefined
}

/** Reads a whole record by the `key` in a column: all fields, hidden ones and computed ones too, whatever the policy. In computed ones nobody acts. */
export function wholeRecord(context: StatementContext, entity: string, column: string, trash: boolean): Sql {
  const fields = [...(context.model.entities.get(entity)?.fields.keys() ?? [])]
  const policy: ReadPolicy = { entity, rows: true, fields: fields.map((field) => ({ field, when: true })) }
  const json = recordJson(context, { policy, fields, expand: [], sort: [] }, 'r')
  const live = trash ? '' : ' AND r.trashed_at IS NULL'
  return sql`SELECT ${json} FROM ${sql.raw(`${tableOf(context, entity).table} AS r WHERE ${column} = `)}${sqlParameter('key')}${sql.raw(live)}`
}

function isLongField(context: StatementContext, entity: string, name: string): boolean {
  const field = fieldOf(context, entity, name)
  return field !== undefined && mayBeLonger(field, LONGEST_LISTED_TEXT)
}

/** A row, and whether it is one of many. */
export interface RowOf {
  readonly alias: string
  readonly inList: boolean
}

function fieldJson(context: StatementContext, shape: ReadShape, name: string, row: RowOf): Sql {
  const { alias } = row
  const table = tableOf(context, shape.policy.entity)
  const place = table.fields.get(name)
  const expand = shape.expand.find((one) => one.field === name)
  if (!place) return computedJson(context, shape.policy.entity, name, row, expand?.shape)
  if (expand) return expandedJson(context, place, expand.shape, row)
  const { dialect } = context
  // The ids of a relation to many are JSON already, if only of none.
  return place.pairs === undefined
    ? dialect.storedJson(sql.raw(`${alias}.${place.name}`), place.column)
    : sql.raw(dialect.relatedIds(place.pairs, `${alias}.id`))
}

/** Undefined where the engine writes the JSON text: of what is worked out, and of records within the record. */
function sentValue(context: StatementContext, shape: ReadShape, name: string, { alias }: RowOf): SentValue | undefined {
  const place = tableOf(context, shape.policy.entity).fields.get(name)
  if (place?.name === undefined || shape.expand.some((one) => one.field === name)) return undefined
  return context.dialect.sent?.(sql.raw(`${alias}.${place.name}`), place.column)
}

/** A computed field that is not stored is worked out for the row; its value is named, since the text repeats it. */
function computedJson(
  context: StatementContext,
  entity: string,
  name: string,
  { alias, inList }: RowOf,
  expanded?: ReadShape,
): Sql {
  const field = fieldOf(context, entity, name)
  if (!field?.computed) throw new Error(`${entity} has no field ${name}`)
  const column = fieldType(field.type.kind).column(field.type)
  const value = valueOf(context, entity, name, alias)
  const other = `${alias}_${name}`
  const found = (id: string): Sql =>
    expanded
      ? recordOrId(context, expanded, id, { alias: other, inList })
      : context.dialect.computedJson(sql.raw(id), column)
  const json =
    expanded && isMany(field)
      ? recordsInOrder(context, sql.raw('computed.value'), `${other}e`, found)
      : found('computed.value')
  return sql`(SELECT ${json} FROM (SELECT ${value} AS value) AS computed)`
}

/** The list of what stands for each id of a list, which is empty where the list is. */
function recordsInOrder(context: StatementContext, ids: Sql, alias: string, found: (id: string) => Sql): Sql {
  const { from, key, value } = context.dialect.elements(ids, TEXT, alias)
  const listed = `${alias}l`
  return sql`(SELECT ${context.dialect.jsonList(found(`${listed}.target`))} FROM (SELECT ${value} AS target FROM ${from} ORDER BY ${key}) AS ${sql.raw(listed)})`
}

/** Prints a record within another. It has one form for short and long texts, since two would double the statement at each level. */
function otherJson(context: StatementContext, shape: ReadShape, row: RowOf): Sql {
  return objectJson(context, shape, row, row.inList ? longFieldsOf(context, shape) : NO_LONG_FIELDS)
}

/** The other record in place of its id, as far as the reader may see it. */
function expandedJson(context: StatementContext, place: FieldPlace, shape: ReadShape, { alias, inList }: RowOf): Sql {
  const other = `${alias}_${place.number}`
  const found = (id: string): Sql => recordOrId(context, shape, id, { alias: other, inList })
  if (place.pairs === undefined) return found(`${alias}.${place.name}`)
  const pair = `${other}p`
  return sql`(SELECT ${context.dialect.jsonList(found(`${pair}.target`))} FROM ${sql.raw(`(SELECT target FROM ${place.pairs} WHERE source = ${alias}.id ORDER BY position) AS ${pair}`)})`
}

/** The record of that id as far as the reader may see it, else the id. */
function recordOrId(context: StatementContext, shape: ReadShape, id: string, row: RowOf): Sql {
  const { alias } = row
  const table = tableOf(context, shape.policy.entity)
  const record = sql`(SELECT ${otherJson(context, shape, row)} FROM ${sql.raw(`${table.table} AS ${alias}`)} WHERE ${sql.raw(`${alias}.id = ${id}`)} AND ${visibleRowsSql(context, shape.policy, alias)})`
  return sql`coalesce(${record}, ${context.dialect.storedJson(sql.raw(id), { form: 'text' })})`
}

/** The lines of the record in their order, as far as the reader may see them, and that they are its. */
export function linesJson(
  context: StatementContext,
  { name, by, shape }: NonNullable<ReadShape['lines']>[number],
  { alias, inList }: RowOf,
): Sql {
  const line = `${alias}_${name}`
  const table = tableOf(context, shape.policy.entity)
  const when = fieldPolicyOf(shape.policy, by)
  const seen = typeof when === 'boolean' ? context.dialect.truth(when) : condition(context, when, line)
  const order = sortKeys(context, shape, line).map((key) => sql`${key.sql}${sql.raw(key.descending ? ' DESC' : '')}`)
  const relation = `${line}.${table.fields.get(by)?.name ?? ''} = ${alias}.id`
  const rows = sql`SELECT ${otherJson(context, shape, { alias: line, inList })} AS line FROM ${sql.raw(`${table.table} AS ${line}`)} WHERE ${sql.raw(relation)} AND ${visibleRowsSql(context, shape.policy, line)} AND ${seen} ORDER BY ${sql.join(order)}`
  return sql`(SELECT ${context.dialect.jsonList(sql.raw('line'))} FROM (${rows}) AS ${sql.raw(`${line}s`)})`
}

/** Keys to order by, the id last. What the reader does not see in a row is empty there. */
export function sortKeys(context: StatementContext, shape: ReadShape, alias: string): readonly KeySql[] {
  const table = tableOf(context, shape.policy.entity)
  if (shape.sort.every(({ field }) => fieldPolicyOf(shape.policy, field) === true)) {
    const stored = storedSortKeys(table, shape.sort, `${alias}.`, shape.trash)
    if (stored) return stored.map((key) => ({ ...key, sql: sql.raw(key.sql) }))
  }
  const keys = shape.sort.flatMap((sort) => keysOf(context, shape, sort, alias))
  const last = idKey(shape.sort, `${alias}.`)
  return [...keys, { ...last, sql: sql.raw(last.sql) }]
}

/** Empty values come last, as in `storedSortKeys`. */
function keysOf(
  context: StatementContext,
  shape: ReadShape,
  { field, descending }: Sort,
  alias: string,
): readonly KeySql[] {
  const node = pathNode(context, shape.policy.entity, field)
  const value = actorSql(context, node, alias, policiesOf(shape))
  const key = node.type.kind === 'choice' ? ordinalOf(sql`(${value})`, node.type.words) : plainKey(context, node, value)
  const keys = isCollated(node.type) ? [context.dialect.collated(value), key] : [key]
  return [
    { sql: sql`(${value}) IS NULL`, descending: false, isFlag: true },
    ...keys.map((each) => ({ sql: each, descending, isFlag: false })),
  ]
}

/** Prints a sort key. A duration, or a computed value, may be a number of any size, which the engine would otherwise sort as a text. */
function plainKey(context: StatementContext, node: Node, value: Sql): Sql {
  const isLarge =
    node.type.kind === 'duration' ||
    (node.kind === 'field' && isExact(node.type) && placeOf(context, node.entity, node.field)?.name === undefined)
  return isLarge ? sql`v_order(${value})` : context.dialect.ordered(sql`(${value})`, node.type)
}

/** `requester.team.name` as the expression that walks there. */
export function pathNode(context: StatementContext, entity: string, path: string): Node {
  const span = { start: 0, end: 0 }
  let node: Node = { kind: 'this', type: { kind: 'record', entity }, span }
  let at = entity
  for (const name of path.split('.')) {
    const field = fieldOf(context, at, name)
    if (!field) throw new Error(`${at} has no field ${name}`)
    node = { kind: 'field', record: node, entity: at, field: name, type: field.valueType, span }
    if (field.type.kind === 'relation') at = field.type.entity
  }
  return node
}

function fieldOf(context: StatementContext, entity: string, name: string): Field | undefined {
  return context.model.entities.get(entity)?.fields.get(name)
}
