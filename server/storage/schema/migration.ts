// Migrates the schema to a model in one transaction, or changes nothing and returns the conflicts.
import type { Node } from '#shared/expressions/node.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import { toColumn } from '#shared/fields/stored-value.ts'
import type { FieldColumn } from '#shared/fields/field-type.ts'
import type { Model } from '#shared/model/model.ts'
import { columnName, placesOf, readCatalogue, writeCatalogue } from './catalogue.ts'
import type { Catalogue, Places } from './catalogue.ts'
import { buildNumber, isOfNewerBuild } from '../build-number.ts'
import type { NewAuditEntry } from '../audit-entry.ts'
import type { Executor, SqlValue } from '../executor.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import { convertValues } from './convert-values.ts'
import { followFormerNames, readFormerNames } from './former-names.ts'
import { findConflicts, findValueConflicts } from './migration-conflicts.ts'
import type { RowCheck } from './migration-conflicts.ts'
import { createPlanNames } from './plan-names.ts'
import type { PlannedPublication } from './plan-names.ts'
import { planSchema } from './schema-plan.ts'
import type { SchemaPlan } from './schema-plan.ts'
import { numberRows } from '../tables/sequence-table.ts'
import { OBJECTS, schemaObjects, uniqueKeys } from './schema-objects.ts'
import type { SchemaObject, SearchObjects } from './schema-objects.ts'
import { readEntries } from '../audit/audit-table.ts'
import { readAbout, writeAbout } from '../tables/about-table.ts'
import { keepTotals, type WrittenColumns } from '../tables/stored-totals.ts'
import { addRevision, readNumberInForce } from '../tables/revision-table.ts'
import type { MigrationConflict, MigrationResult, Publication } from '../storage.ts'

/** SQL (with its parameters) of an expression over the row called `r`, as it would lie in the column. */
export type ExpressionSql = (
  places: Places,
  node: Node,
) => { readonly sql: string; readonly parameters: readonly SqlValue[] }

/** The document that the model comes from, and when (RFC 3339) it is put in force. */
export interface DatedPublication extends Publication, PlannedPublication {
  readonly revision: string
  readonly now: string
}

/** How an engine writes statements and keeps its tables. */
export interface SchemaEngine {
  readonly dialect: StorageDialect
  readonly search: SearchObjects
  /** Writes down what conditions of this model ask of the database itself. */
  prepareModel?(executor: Executor, model: Model): Promise<void>
  /** Tells the planner of the engine what the tables of this model look like. */
  describeTables(executor: Executor, model: Model, places: Places): Promise<void>
  /** Appends to the audit, at the end of a transaction. */
  appendAudit(executor: Executor, entries: readonly NewAuditEntry[]): Promise<void>
  /** Parts of the document that the engine can't keep or work out. */
  findUnsupported(model: Model): readonly MigrationConflict[]
}

/** The migration as it went: `isKept` where it is to be committed. */
export interface MigrationOutcome {
  readonly result: MigrationResult
  readonly isKept: boolean
}

/** Runs in a transaction of its own, in which nobody else writes. What the audit says of the revision is part of it: no crash parts the two. */
export async function migrateSchema(
  executor: Executor,
  engine: SchemaEngine,
  model: Model,
  publication: DatedPublication,
  expressionSql: ExpressionSql,
): Promise<MigrationOutcome> {
  const { follows } = publication
  if (follows !== undefined && follows !== (await readNumberInForce(executor)))
    return { result: { applied: false, conflicts: [], isOvertaken: true }, isKept: false }
  await engine.prepareModel?.(executor, model)
  const present = await readCatalogue(executor)
  const plan = planSchema(present, model, engine.dialect, publication)
  const places = placesOf(plan.catalogue, model)
  const conflicts: MigrationConflict[] = [...engine.findUnsupported(model)]
  for (const check of plan.before)
    conflicts.push(
      ...('known' in check
        ? await findValueConflicts(executor, engine.dialect, present, check)
        : await findConflicts(executor, present, check)),
    )
  const isConfirmed = ({ deletes }: MigrationConflict): boolean =>
    deletes !== undefined && publication.deletes?.includes(deletes) === true
  const unconfirmed = conflicts.filter((conflict) => !isConfirmed(conflict))
  if (unconfirmed.length > 0) return { result: { applied: false, conflicts: unconfirmed }, isKept: false }
  const objects = schemaObjects(model, places, engine)
  const rows = await executor.all('SELECT name, definition FROM catalogue_object', [])
  const there = new Map(rows.map(([name, definition]) => [String(name), String(definition)]))
  const isCurrent =
    objects.length === there.size && objects.every((object) => there.get(object.name) === object.definition)
  const isSame = [plan.statements, plan.drops, plan.fill, plan.after, plan.last].every(({ length }) => length === 0)
  const areNewer = isSame && (await hasNewerObjects(executor, publication))
  if (!areNewer && !(isCurrent && isSame)) {
    await dropObjects(executor, objects)
    for (const statement of plan.statements) await executor.execute(statement)
    for (const conversion of plan.conversions) await convertValues(executor, engine.dialect, conversion)
    for (const statement of plan.drops) await executor.execute(statement)
    const unfit: MigrationConflict[] = []
    for (const filled of plan.fill)
      unfit.push(...(await fillColumn(executor, engine, plan.catalogue, model, places, filled, expressionSql)))
    const checks = unfit.length > 0 ? [] : [...plan.after, ...uniqueChecks(model, places, plan.catalogue, there)]
    for (const check of checks) unfit.push(...(await findConflicts(executor, plan.catalogue, check)))
    if (unfit.length > 0) return { result: { applied: false, conflicts: unfit }, isKept: false }
    for (const statement of plan.last) await executor.execute(statement)
    await createObjects(executor, objects)
    await engine.search.indexWaiting(executor, model, places)
    await engine.search.fill?.(executor, model, places, plan.conversions.length > 0 || plan.fill.length > 0)
    await engine.describeTables(executor, model, places)
  }
  const isKept = publication.isDryRun !== true
  if (isKept) {
    await publish(executor, engine, plan, present, model, publication, conflicts)
    if (!areNewer) await writeAbout(executor, 'objects', buildNumber(OBJECTS))
    await keepTotals(executor, model, places, writtenColumns(plan, present, places))
  }
  const number = await readNumberInForce(executor)
  return { result: { applied: true, changes: plan.changes, number }, isKept }
}

/** Whether a newer version has made the indexes of this document: a process of the release before, which starts beside it, leaves them. */
async function hasNewerObjects(executor: Executor, { revision }: Pick<DatedPublication, 'revision'>): Promise<boolean> {
  if ((await readAbout(executor, 'revision')) !== revision) return false
  return isOfNewerBuild(await readAbout(executor, 'objects'), OBJECTS)
}

function writtenColumns({ conversions, fill }: SchemaPlan, present: Catalogue, places: Places): WrittenColumns {
  const filled = new Set(fill.map(({ entity, field }) => places.get(entity)?.fields.get(field)?.name ?? ''))
  const written = new Set(
    [...present.fields, ...conversions.map(({ to }) => to)].map(({ number }) => columnName(number)),
  )
  return { filled, mayHoldValues: (column) => written.has(column) }
}

async function publish(
  executor: Executor,
  engine: SchemaEngine,
  { catalogue }: SchemaPlan,
  present: Catalogue,
  model: Model,
  publication: DatedPublication,
  deleted: readonly MigrationConflict[],
): Promise<void> {
  const { revision, now: at, source } = publication
  await writeCatalogue(executor, catalogue, present)
  await writeAbout(executor, 'revision', revision)
  // For people who ask what a backup holds.
  await writeAbout(executor, 'document', model.name)
  const formerNames = followFormerNames(await readFormerNames(executor), model)
  await writeAbout(executor, 'former_names', JSON.stringify(formerNames))
  await auditRevision(executor, engine, publication, deleted)
  if (source !== undefined) await addRevision(executor, source, { revision, at })
}

/** Another revision is in force than the one that was noted last, whether it was published or started with. Who edited a file is not known. */
async function auditRevision(
  executor: Executor,
  engine: SchemaEngine,
  { revision, now, widened = [], source, address = null }: DatedPublication,
  deleted: readonly MigrationConflict[],
): Promise<void> {
  const [last] = await readEntries(executor, { events: ['document_published'], limit: 1 })
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
  await engine.appendAudit(executor, [{ event: 'document_published', at: now, by, detail, address, revision }])
}

/** An entry of the audit is a page at most. */
const MOST_WIDENED = 50
const LONGEST_WIDENED = 300

/** The places of a model whose migration was applied. */
export async function presentPlaces(
  executor: Executor,
  model: Model,
): Promise<{ readonly places: Places; readonly catalogue: Catalogue }> {
  const catalogue = await readCatalogue(executor)
  return { catalogue, places: placesOf(catalogue, model) }
}

/** Drops the indexes, full-text tables and triggers that are not wanted any more: nothing may speak of a column that goes. */
async function dropObjects(executor: Executor, objects: readonly SchemaObject[]): Promise<void> {
  const wanted = new Map(objects.map((object) => [object.name, object.definition]))
  const there = await executor.all(
    "SELECT name, kind, definition FROM catalogue_object ORDER BY CASE kind WHEN 'trigger' THEN 0 ELSE 1 END",
    [],
  )
  for (const [name, kind, definition] of there) {
    if (wanted.get(String(name)) === definition) continue
    await executor.execute(`DROP ${String(kind).toUpperCase()} ${String(name)}`)
    await executor.run('DELETE FROM catalogue_object WHERE name = ?', [String(name)])
  }
}

async function createObjects(executor: Executor, objects: readonly SchemaObject[]): Promise<void> {
  const rows = await executor.all('SELECT name FROM catalogue_object', [])
  const there = new Set(rows.map(([name]) => name))
  for (const object of objects) {
    if (there.has(object.name)) continue
    await executor.execute(object.definition)
    if (object.fill !== undefined) await executor.execute(object.fill)
    await executor.run('INSERT INTO catalogue_object (name, kind, definition) VALUES (?, ?, ?)', [
      object.name,
      object.kind,
      object.definition,
    ])
  }
}

/** Default or computed value of a field for the rows that are there already; what is too large for it stands against the document. */
async function fillColumn(
  executor: Executor,
  { dialect }: Pick<SchemaEngine, 'dialect'>,
  catalogue: Catalogue,
  model: Model,
  places: Places,
  { entity, field }: SchemaPlan['fill'][number],
  expressionSql: ExpressionSql,
): Promise<readonly MigrationConflict[]> {
  const declared = model.entities.get(entity)?.fields.get(field)
  const table = places.get(entity)
  const place = table?.fields.get(field)
  if (!declared || !table || place?.name === undefined) return []
  if (isSequence(declared.type)) {
    await numberRows(executor, table.table, {
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
  const names = createPlanNames(model)
  const onlyEmpty = declared.computed ? '' : ` WHERE ${place.name} IS NULL`
  if (value) {
    const printed = expressionSql(places, value)
    const large = dialect.isTooLarge(printed.sql, place.column)
    const found =
      place.column.kind === 'TEXT'
        ? []
        : await findConflicts(executor, catalogue, {
            entity: table.number,
            where: `id IN (SELECT r.id FROM ${table.table} AS r WHERE ${large}${onlyEmpty.replace(' WHERE ', ' AND ')})`,
            parameters: printed.parameters,
            line: declared.cite.line,
            sentence: (rows) => names.say('too large', { what: names.called(entity, field) }, rows),
          })
    if (found.length > 0) return found
    await executor.run(
      `UPDATE ${table.table} AS r SET ${place.name} = ${storedSql(printed.sql, place.column)}${onlyEmpty}`,
      printed.parameters,
    )
  } else {
    const filled = given?.kind === 'literal' ? given.value : undefined
    await executor.run(`UPDATE ${table.table} SET ${place.name} = ?${onlyEmpty}`, [toColumn(filled, place.column)])
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
  const names = createPlanNames(model)
  return [...places].flatMap(([name, table]) => {
    const entity = model.entities.get(name)
    if (!entity) return []
    const added = uniqueKeys(entity, table).filter((key) => !there.has(key.index.name))
    return added.map(({ fields, columns, filled }): RowCheck => {
      const together = entity.uniqueTogether.find((one) => one.fields.join() === fields.join())
      const first = entity.fields.get(fields[0] ?? '')
      const { line } = together?.cite ?? first?.limits.unique?.cite ?? first?.cite ?? entity.cite
      const shown = catalogue.fields.find((field) => `c${field.number}` === columns[0])
      const counted = [filled, ...columns.map((column) => `${column} IS NOT NULL`)].join(' AND ')
      const ranked = `SELECT id, row_number() OVER (PARTITION BY ${columns.join(', ')} ORDER BY row) AS place FROM ${table.table} WHERE ${counted}`
      return {
        entity: table.number,
        where: `id IN (SELECT id FROM (${ranked}) AS ranked WHERE place > 1)`,
        line,
        ...(shown === undefined ? {} : { shown }),
        sentence: (rows) => names.say('unique', { entity: name, fields: fields.join(names.say('with', {})) }, rows),
      }
    })
  })
}
