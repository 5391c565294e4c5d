// Migrates the schema to a model in one transaction, or changes nothing and returns the conflicts.
import type { Node } from '#shared/expressions/node.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import { toColumn } from '#shared/fields/stored-value.ts'
import type { FieldColumn } from '#shared/fields/field-type.ts'
import type { Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { placesOf, readCatalogue, writeCatalogue } from './catalogue.ts'
import type { Catalogue, Places } from './catalogue.ts'
import type { SqlValue, Connection } from '../connection.ts'
import { indexWaitingRows } from './full-text.ts'
import { convertValues } from './convert-values.ts'
import { FORMER_NAMES, followFormerNames, readFormerNames } from './former-names.ts'
import { findConflicts, findValueConflicts } from './migration-conflicts.ts'
import type { RowCheck } from './migration-conflicts.ts'
import { planSchema } from './schema-plan.ts'
import type { SchemaPlan } from './schema-plan.ts'
import { numberRows } from './sequences.ts'
import { schemaObjects, uniqueKeys } from './schema-objects.ts'
import { writeStatistics } from './statistics.ts'
import { appendEntry, readEntries } from '../audit/audit-table.ts'
import { addRevision, readNumberInForce } from '../tables/revision-table.ts'
import type { MigrationConflict, MigrationResult, Publication } from '../storage.ts'

/** SQL (with its parameters) of an expression over the row called `r`, as it would lie in the column. */
export type ExpressionSql = (
  places: Places,
  node: Node,
) => { readonly sql: string; readonly parameters: readonly SqlValue[] }

/** The document that the model comes from, and when (RFC 3339) it is put in force. */
export interface DatedPublication extends Publication {
  readonly revision: string
  readonly now: string
}

/** Runs in a transaction of its own on the writer's connection. What the audit says of the revision is part of it: no crash parts the two. */
export function migrateSchema(
  connection: Connection,
  model: Model,
  publication: DatedPublication,
  expressionSql: ExpressionSql,
): MigrationResult {
  const { follows } = publication
  if (follows !== undefined && follows !== readNumberInForce(connection))
    return { applied: false, conflicts: [], isOvertaken: true }
  const present = readCatalogue(connection)
  const plan = planSchema(present, model, publication.deletes)
  const places = placesOf(plan.catalogue, model)
  const conflicts = plan.before.flatMap((check) =>
    'known' in check ? findValueConflicts(connection, present, check) : findConflicts(connection, present, check),
  )
  const isConfirmed = ({ deletes }: MigrationConflict): boolean =>
    deletes !== undefined && publication.deletes?.includes(deletes) === true
  const unconfirmed = conflicts.filter((conflict) => !isConfirmed(conflict))
  if (unconfirmed.length > 0) return { applied: false, conflicts: unconfirmed }
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
      if (
        isCurrent &&
        [plan.statements, plan.drops, plan.fill, plan.after, plan.last].every(({ length }) => length === 0)
      ) {
        return finish(connection, plan, model, publication, conflicts)
      }
      dropObjects(connection, model, places)
      for (const statement of plan.statements) connection.execute(statement)
      for (const conversion of plan.conversions) convertValues(connection, conversion)
      for (const statement of plan.drops) connection.execute(statement)
      const tooLarge = plan.fill.flatMap(({ entity, field }) =>
        fillColumn(connection, plan.catalogue, model, places, { entity, field }, expressionSql),
      )
      const unfit = tooLarge.length > 0 ? [] : [...plan.after, ...uniqueChecks(model, places, plan.catalogue, there)]
      const found = [...tooLarge, ...unfit.flatMap((check) => findConflicts(connection, plan.catalogue, check))]
      if (found.length > 0) {
        connection.execute('ROLLBACK')
        return { applied: false, conflicts: found }
      }
      for (const statement of plan.last) connection.execute(statement)
      createObjects(connection, model, places)
      indexWaitingRows(connection, model, places)
      writeStatistics(connection, model, places)
      return finish(connection, plan, model, publication, conflicts)
    } catch (error) {
      if (connection.inTransaction) connection.execute('ROLLBACK')
      throw error
    }
  })
}

function finish(
  connection: Connection,
  { catalogue, changes }: SchemaPlan,
  model: Model,
  publication: DatedPublication,
  deleted: readonly MigrationConflict[],
): MigrationResult {
  if (publication.isTrial === true) {
    connection.execute('ROLLBACK')
    return { applied: true, changes, number: readNumberInForce(connection) }
  }
  const { revision, now: at, source } = publication
  writeCatalogue(connection, catalogue)
  const about = connection.prepare(
    'INSERT INTO about (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  about.run(['revision', revision])
  // For people who ask what a backup holds.
  about.run(['document', model.name])
  about.run([FORMER_NAMES, JSON.stringify(followFormerNames(readFormerNames(connection), model))])
  auditRevision(connection, publication, deleted)
  if (source !== undefined) addRevision(connection, source, { revision, at })
  const number = readNumberInForce(connection)
  connection.execute('COMMIT')
  return { applied: true, changes, number }
}

/** Another revision is in force than the one that was noted last, whether it was published or started with. Who edited a file is not known. */
function auditRevision(
  connection: Connection,
  { revision, now, widened = [], source, address = null }: DatedPublication,
  deleted: readonly MigrationConflict[],
): void {
  const [last] = readEntries(connection, { events: ['document_published'], limit: 1 })
  const before = last?.detail['to']
  if (before === revision) return
  const noted = widened.slice(0, MOST_WIDENED).map((sentence) => sentence.slice(0, LONGEST_WIDENED))
  const detail = {
    from: typeof before === 'string' ? before : null,
    to: revision,
    ...(noted.length === 0 ? {} : { widened: noted }),
    ...(deleted.length === 0 ? {} : { deleted: deleted.map(({ deletes, rows }) => `${deletes} (${rows})`) }),
    ...(source?.reason === undefined ? {} : { reason: source.reason }),
  }
  const by = source?.by ?? null
  appendEntry(connection, { event: 'document_published', at: now, by, detail, address, revision })
}

/** An entry of the audit is a page at most. */
const MOST_WIDENED = 50
const LONGEST_WIDENED = 300

/** The places of a model whose migration was applied. */
export function presentPlaces(
  connection: Connection,
  model: Model,
): { readonly places: Places; readonly catalogue: Catalogue } {
  const catalogue = readCatalogue(connection)
  return { catalogue, places: placesOf(catalogue, model) }
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

/** Default or computed value of a field for the rows that are there already; what is too large for it stands against the document. */
function fillColumn(
  connection: Connection,
  catalogue: Catalogue,
  model: Model,
  places: Places,
  { entity, field }: SchemaPlan['fill'][number],
  expressionSql: ExpressionSql,
): readonly MigrationConflict[] {
  const declared = model.entities.get(entity)?.fields.get(field)
  const table = places.get(entity)
  const place = table?.fields.get(field)
  if (!declared || !table || place?.name === undefined) return []
  if (isSequence(declared.type)) {
    numberRows(connection, table.table, {
      place,
      type: declared.type,
      per: (declared.type.per ?? []).map((each) => table.fields.get(each)?.name ?? "''"),
      createdAt: table.fields.get('created_at')?.name,
      timeZone: model.settings.timeZone,
    })
    return []
  }
  // Records without a state are in the first one, as new ones are.
  const starts = model.entities.get(entity)?.workflows.get(field)?.starts
  const given = starts === undefined ? declared.default : ({ kind: 'literal', value: starts } as const)
  const value = declared.computed?.expression.tree ?? (given?.kind === 'expression' ? given.expression.tree : undefined)
  const onlyEmpty = declared.computed ? '' : ` WHERE ${place.name} IS NULL`
  if (value) {
    const printed = expressionSql(places, value)
    const large = place.column.kind === 'REAL' ? `abs(${printed.sql}) = 9e999` : `typeof(${printed.sql}) = 'text'`
    const found =
      place.column.kind === 'TEXT'
        ? []
        : findConflicts(connection, catalogue, {
            entity: table.number,
            where: `id IN (SELECT r.id FROM ${table.table} AS r WHERE ${large}${onlyEmpty.replace(' WHERE ', ' AND ')})`,
            parameters: printed.parameters,
            line: declared.cite.line,
            sentence: (rows) =>
              `${labelFor(declared.name.label)} of ${entity} would be too large to be kept exactly in ${rows} record${rows === 1 ? '' : 's'}.`,
          })
    if (found.length > 0) return found
    connection
      .prepare(`UPDATE ${table.table} AS r SET ${place.name} = ${storedSql(printed.sql, place.column)}${onlyEmpty}`)
      .run(printed.parameters)
  } else {
    const filled = given?.kind === 'literal' ? given.value : undefined
    connection.prepare(`UPDATE ${table.table} SET ${place.name} = ?${onlyEmpty}`).run([toColumn(filled, place.column)])
  }
  return []
}

/** A duration is worked with as a number, and kept as its text. */
function storedSql(value: string, { form }: FieldColumn): string {
  return form === 'duration' ? `v_text_of_duration(${value})` : value
}

/** Rows that share what must become unique: all but the first of each group. */
function uniqueChecks(
  model: Model,
  places: Places,
  catalogue: Catalogue,
  there: ReadonlyMap<string, string>,
): readonly RowCheck[] {
  return [...places].flatMap(([name, table]) => {
    const entity = model.entities.get(name)
    if (!entity) return []
    const added = uniqueKeys(entity, table).filter((key) => !there.has(key.index.name))
    return added.map(({ fields, columns }): RowCheck => {
      const together = entity.uniqueTogether.find((one) => one.fields.join() === fields.join())
      const first = entity.fields.get(fields[0] ?? '')
      const { line } = together?.cite ?? first?.limits.unique?.cite ?? first?.cite ?? entity.cite
      const shown = catalogue.fields.find((field) => `c${field.number}` === columns[0])
      const filled = columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
      const ranked = `SELECT id, row_number() OVER (PARTITION BY ${columns.join(', ')} ORDER BY row) AS place FROM ${table.table} WHERE trashed_at IS NULL AND ${filled}`
      return {
        entity: table.number,
        where: `id IN (SELECT id FROM (${ranked}) WHERE place > 1)`,
        line,
        ...(shown === undefined ? {} : { shown }),
        sentence: (rows) =>
          `${name}: ${fields.join(' with ')} must be unique, and ${rows} record${rows === 1 ? ' has' : 's have'} a value that another has already.`,
      }
    })
  })
}
