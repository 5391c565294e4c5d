// Brings the schema from the present catalogue to a model, in one transaction, or leaves the database as it was and says why.
import type { Node } from '#shared/expressions/node.ts'
import { formatSequence } from '#shared/fields/sequence.ts'
import { toColumn } from '#shared/fields/stored.ts'
import type { Model } from '#shared/model/model.ts'
import { placesOf, readCatalogue, writeCatalogue } from './catalogue.ts'
import type { Catalogue, EntityTable, FieldPlace, Places } from './catalogue.ts'
import type { Bound, Connection } from '../connection.ts'
import { indexWaitingRows } from './full-text.ts'
import { nextNumber } from './sequences.ts'
import { planSchema } from './schema-plan.ts'
import type { Check } from './schema-plan.ts'
import { schemaObjects, uniqueKeys } from './schema.ts'
import { writeStatistics } from './statistics.ts'
import type { MigrationResult, Obstacle } from '../storage.ts'

/** SQL (with its parameters) of an expression over the row called `r`, as it would lie in the column. */
export type ExpressionSql = (
  places: Places,
  node: Node,
) => { readonly sql: string; readonly parameters: readonly Bound[] }

const SHOWN_IDS = 5

/** Runs in a transaction of its own on the writer's connection. */
export function migrateSchema(
  connection: Connection,
  model: Model,
  revision: string,
  expressionSql: ExpressionSql,
): MigrationResult {
  const present = readCatalogue(connection)
  const plan = planSchema(present, model)
  const places = placesOf(plan.catalogue, model)
  const obstacles = plan.before.flatMap((check) => ask(connection, check))
  if (obstacles.length > 0) return { applied: false, obstacles }
  const objects = schemaObjects(model, places)
  const there = new Map(
    connection
      .prepare('SELECT name, definition FROM catalogue_object')
      .all([])
      .map(([name, definition]) => [String(name), String(definition)]),
  )
  const isCurrent =
    objects.length === there.size && objects.every((object) => there.get(object.name) === object.definition)
  return connection.allowSchemaChanges(() => {
    connection.execute('BEGIN IMMEDIATE')
    try {
      if (isCurrent && plan.statements.length + plan.fill.length + plan.last.length === 0) {
        finish(connection, plan.catalogue, revision)
        return { applied: true, changes: plan.changes }
      }
      dropObjects(connection, model, places)
      for (const statement of plan.statements) connection.execute(statement)
      for (const { entity, field } of plan.fill) fillColumn(connection, model, places, entity, field, expressionSql)
      const found = [...plan.after, ...uniqueChecks(model, places, there)].flatMap((check) => ask(connection, check))
      if (found.length > 0) {
        connection.execute('ROLLBACK')
        return { applied: false, obstacles: found }
      }
      for (const statement of plan.last) connection.execute(statement)
      createObjects(connection, model, places)
      indexWaitingRows(connection, model, places)
      writeStatistics(connection, model, places)
      finish(connection, plan.catalogue, revision)
      return { applied: true, changes: plan.changes }
    } catch (error) {
      if (connection.inTransaction) connection.execute('ROLLBACK')
      throw error
    }
  })
}

function finish(connection: Connection, catalogue: Catalogue, revision: string): void {
  writeCatalogue(connection, catalogue)
  connection
    .prepare(
      "INSERT INTO about (name, value) VALUES ('revision', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run([revision])
  connection.execute('COMMIT')
}

/** The places of a model whose migration was applied. */
export function presentPlaces(
  connection: Connection,
  model: Model,
): { readonly places: Places; readonly catalogue: Catalogue } {
  const catalogue = readCatalogue(connection)
  return { catalogue, places: placesOf(catalogue, model) }
}

function ask(connection: Connection, check: Check): readonly Obstacle[] {
  const rows = Number(connection.prepare(`SELECT count(*) FROM (${check.sql})`).get([])?.[0] ?? 0)
  if (rows === 0) return []
  const ids = connection
    .prepare(`${check.sql} LIMIT ${SHOWN_IDS}`)
    .all([])
    .map(([id]) => String(id))
  return [{ sentence: check.sentence(rows), rows, ids }]
}

/** Drops the indexes, full-text tables and triggers that are not wanted any more: nothing may speak of a column that goes. */
function dropObjects(connection: Connection, model: Model, places: Places): void {
  const wanted = new Map(schemaObjects(model, places).map((object) => [object.name, object.definition]))
  const there = connection
    .prepare("SELECT name, kind, definition FROM catalogue_object ORDER BY CASE kind WHEN 'trigger' THEN 0 ELSE 1 END")
    .all([])
  for (const [name, kind, definition] of there) {
    if (wanted.get(String(name)) === definition) continue
    connection.execute(`DROP ${String(kind).toUpperCase()} ${String(name)}`)
    connection.prepare('DELETE FROM catalogue_object WHERE name = ?').run([String(name)])
  }
}

function createObjects(connection: Connection, model: Model, places: Places): void {
  const there = new Set(
    connection
      .prepare('SELECT name FROM catalogue_object')
      .all([])
      .map(([name]) => name),
  )
  for (const object of schemaObjects(model, places)) {
    if (there.has(object.name)) continue
    connection.execute(object.definition)
    if (object.fill !== undefined) connection.execute(object.fill)
    connection
      .prepare('INSERT INTO catalogue_object (name, kind, definition) VALUES (?, ?, ?)')
      .run([object.name, object.kind, object.definition])
  }
}

/** Default or computed value of a field for the rows that are there already. */
function fillColumn(
  connection: Connection,
  model: Model,
  places: Places,
  entity: string,
  field: string,
  expressionSql: ExpressionSql,
): void {
  const declared = model.entities.get(entity)?.fields.get(field)
  const table = places.get(entity)
  const place = table?.fields.get(field)
  if (!declared || !table || place?.name === undefined) return
  if (declared.type.kind === 'sequence')
    return numberRows(connection, table, place, declared.type, table.fields.get(declared.type.per ?? '')?.name)
  const value =
    declared.computed?.expression.tree ??
    (declared.default?.kind === 'expression' ? declared.default.expression.tree : undefined)
  const onlyEmpty = declared.computed ? '' : ` WHERE ${place.name} IS NULL`
  if (value) {
    const printed = expressionSql(places, value)
    connection
      .prepare(`UPDATE ${table.table} AS r SET ${place.name} = ${printed.sql}${onlyEmpty}`)
      .run(printed.parameters)
  } else if (declared.default?.kind === 'literal') {
    connection
      .prepare(`UPDATE ${table.table} SET ${place.name} = ?${onlyEmpty}`)
      .run([toColumn(declared.default.value, place.column)])
  }
}

/** Gives the rows that are there their numbers, in the order in which they were made. */
function numberRows(
  connection: Connection,
  table: EntityTable,
  place: FieldPlace,
  type: { readonly pattern?: string },
  per: string | undefined,
): void {
  const rows = connection
    .prepare(`SELECT row, ${per ?? "''"} FROM ${table.table} WHERE ${place.name} IS NULL ORDER BY row`)
    .all([])
  const update = connection.prepare(`UPDATE ${table.table} SET ${place.name} = ? WHERE row = ?`)
  for (const [row, group] of rows) {
    const last = nextNumber(connection, place.number, String(group ?? ''))
    update.run([type.pattern === undefined ? last : formatSequence(type.pattern, last), Number(row)])
  }
}

/** Rows that share what must become unique: all but the first of each group. */
function uniqueChecks(model: Model, places: Places, there: ReadonlyMap<string, string>): readonly Check[] {
  return [...places].flatMap(([name, table]) => {
    const entity = model.entities.get(name)
    if (!entity) return []
    const added = uniqueKeys(entity, table).filter((key) => !there.has(key.index.name))
    return added.map(({ fields, columns }): Check => {
      const filled = columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
      const sql = `SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY ${columns.join(', ')} ORDER BY row) AS place FROM ${table.table} WHERE trashed_at IS NULL AND ${filled}) WHERE place > 1`
      return {
        sql,
        sentence: (rows) =>
          `${name}: ${fields.join(' with ')} must be unique, and ${rows} record${rows === 1 ? ' has' : 's have'} a value that another has already.`,
      }
    })
  })
}
