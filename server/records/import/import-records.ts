// Imports a table as the person: each row as a single write, all of them in one transaction, or none.
import { setImmediate } from 'node:timers/promises'
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import { makeRefusal, printingOf } from '#shared/decisions/8-errors.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import type { FieldError, Refusal } from '#shared/decisions/decision.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Citation, Entity } from '#shared/model/model.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { ImportBody, ImportColumn, ImportError } from '#shared/protocol/import.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { nestStorage } from '../batch/nested-storage.ts'
import { evaluateConditions } from '../command/condition-facts.ts'
import { readableFieldsOf } from '../command/row-policy.ts'
import { createRecord } from '../create-record.ts'
import type { RepeatGuard } from '../idempotency.ts'
import { runOnce } from '../idempotency.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { updateRecord } from '../update-record.ts'
import { entityNamed, nothingGranted, policyOf } from '../../policy/policy.ts'
import { Refused, refused } from '../../policy/refused.ts'
import { importColumns } from './import-columns.ts'
import type { ReadColumn } from './import-columns.ts'
import type { ImportRow } from './read-table.ts'
import { readCell } from './read-cell.ts'
import { readTable } from './read-table.ts'
import { makeRelatedIds } from './related-ids.ts'

export interface ImportRequest {
  /** Comma-separated values. */
  readonly text: string
  /** `check`: nothing is kept. */
  readonly mode: 'check' | 'run'
  /** A unique field, or `id`: rows of records that exist change these. */
  readonly match?: string
  /** Codes of warnings that the person goes on with. */
  readonly confirmed?: readonly string[]
}

const MOST_ERRORS = 200
/** Some milliseconds' work. */
const AT_ONCE = 10

export async function importRecords(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  { text, mode, match, confirmed = [] }: ImportRequest,
  guard?: RepeatGuard<ImportBody>,
): Promise<ImportBody> {
  const { running } = dependencies.current
  const { model } = running
  const entity = entityNamed(model, name)
  const policy = policyOf(running, actorContext.actor).entity(name)
  const imports = policy.verb('import')
  if (imports.grants.length === 0) {
    if (actorContext.actor.person === null) throw nothingGranted(model, actorContext.actor)
    throw new Refused(refuseUngranted(model, imports, undefined))
  }
  if (match !== undefined && match !== 'id' && !(isKey(entity.fields.get(match)) && policy.read.readable.has(match)))
    throw refused('no_match', { field: match })
  const { headings, rows } = readTable(text, model.settings.recordsPerImport)
  const granted = new Set([...policy.create.fields, ...policy.update.fields])
  const writable = new Set([...granted].filter((field) => imports.fields.has(field)))
  const known = new Set([...granted, ...policy.read.readable])
  const columns = importColumns(entity, headings, { writable, known }, match)
  if (!columns.some(({ writes }) => writes))
    throw refused('no_column_to_import', { headings: headings.slice(0, 20).join(', ') })
  const read = { rows: rows.length, columns: columns.map(withoutField) }
  const changeSet = dependencies.newId(actorContext.now)
  let tried: ImportBody | undefined
  try {
    return await dependencies.storage.write((transaction) =>
      runOnce(guard, transaction, async () => {
        const nested = { ...dependencies, storage: nestStorage(dependencies.storage, transaction), changeSet }
        const outcome = await writeRows(
          rows,
          makeRowWriter(nested, actorContext, { entity, columns, confirmed, transaction }),
        )
        tried = { kept: false, ...read, ...outcome }
        if (mode === 'check' || outcome.refused > 0) throw UNDO
        return { ...tried, kept: true, changeSet }
      }),
    )
  } catch (error) {
    if (error !== UNDO || tried === undefined) throw error
    return tried
  }
}

const UNDO = new Error('It was only tried.')

async function writeRows(rows: readonly ImportRow[], write: RowWriter) {
  const done = { created: 0, updated: 0 }
  const errors: ImportError[] = []
  let refusals = 0
  for (const [at, row] of rows.entries()) {
    // Others read meanwhile; those who write wait.
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const { did, errors: own } = await write(row)
    if (did === undefined) refusals += 1
    else done[did] += 1
    errors.push(...own.slice(0, MOST_ERRORS - errors.length))
  }
  return { ...done, refused: refusals, errors }
}

function withoutField({ at: _at, writes: _writes, ...column }: ReadColumn): ImportColumn {
  return column
}

interface RowOutcome {
  /** Undefined: it is refused. */
  readonly did?: 'created' | 'updated'
  readonly errors: readonly ImportError[]
}

interface RowTarget {
  readonly entity: Entity
  readonly columns: readonly ReadColumn[]
  readonly confirmed: readonly string[]
  readonly transaction: Transaction
}

type RowWriter = (row: ImportRow) => Promise<RowOutcome>

function makeRowWriter(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { entity, columns, confirmed, transaction }: RowTarget,
): RowWriter {
  const { storage, current } = dependencies
  const { running } = current
  const { model } = running
  const name = entity.name.identifier
  const printing = printingOf(model)
  const imports = policyOf(running, actorContext.actor).entity(name).verb('import')
  const relatedIds = makeRelatedIds(dependencies, actorContext)
  const match = columns.find(({ isMatch }) => isMatch)
  const mayCite = canReadCitations(model, actorContext.actor)

  const valuesOf = async (row: ImportRow) => {
    const values: { [field: string]: unknown } = {}
    const errors: FieldError[] = []
    for (const { at, writes: field } of columns) {
      const text = row.cells[at] ?? ''
      if (field === undefined) continue
      const { name: own, type } = field
      if (text.trim() === '') {
        values[own.identifier] = isMany(field) ? [] : null
        continue
      }
      const found = type.kind === 'relation' ? await relatedIds(field, text.trim()) : readCell(field, text, printing)
      if ('error' in found) errors.push(found.error)
      else values[own.identifier] = found.value
    }
    return { values, errors }
  }
  /** Of the record as it is now. */
  const requireImport = async (id: string, fields: readonly string[]): Promise<void> => {
    const record = await transaction.record(name, id)
    if (record === undefined) return
    const place = { storage, database: transaction, running }
    const evaluate = await evaluateConditions(imports.conditions, place, actorContext, { record, old: record })
    const decision = decideWrite(model, imports, fields, [evaluate])
    if (decision.allowed === false) throw new Refused(decision.refusal)
  }
  /** What its reader may not see is not there. */
  const findExisting = async (field: string, key: string) => {
    const id = field === 'id' ? key.toLowerCase() : undefined
    const value = entity.fields.get(field)?.valueType.kind === 'integer' ? Number(key) : key
    const record =
      id === undefined ? await transaction.recordBy(name, field, value) : await transaction.record(name, id)
    const place = { storage, database: transaction, running, now: actorContext.now }
    const readable = record && (await readableFieldsOf(place, actorContext.actor, name, record))
    return readable?.has(field) === true ? record : undefined
  }
  const write = async (row: ImportRow): Promise<'created' | 'updated'> => {
    const { values, errors } = await valuesOf(row)
    const key = match === undefined ? '' : (row.cells[match.at] ?? '').trim()
    const existing = match?.field === undefined || key === '' ? undefined : await findExisting(match.field, key)
    if (match?.field !== undefined && key !== '' && existing === undefined && match.writes === undefined)
      throw refused('no_match_found', { entity: entity.name.label, field: match.heading, value: key })
    if (errors.length > 0) {
      const others = await fieldErrorsOf(() => save(existing, values))
      const isUnread = ({ field }: FieldError) => errors.some((each) => each.field === field)
      throw new Refused(
        makeRefusal(model, 'invalid', { errors: [...errors, ...others.filter((each) => !isUnread(each))] }),
      )
    }
    return save(existing, values)
  }
  const save = async (
    existing: { readonly id: string } | undefined,
    values: { readonly [field: string]: unknown },
  ): Promise<'created' | 'updated'> => {
    const fields = Object.keys(values)
    if (existing === undefined) {
      // What is empty takes its default.
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)))
      const { id } = await createRecord(dependencies, actorContext, name, given, { confirmed })
      await requireImport(id, Object.keys(given))
      return 'created'
    }
    await requireImport(existing.id, fields)
    await updateRecord(dependencies, actorContext, name, existing.id, values, { confirmed })
    await requireImport(existing.id, fields)
    return 'updated'
  }
  return async (row) => {
    try {
      return { did: await transaction.savepoint(() => write(row)), errors: [] }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { errors: errorsOf(row, wordRefusal(model, error.refusal), mayCite) }
    }
  }
}

/** What is wrong with the cells that could be read, so that all of a row is mended at once; its rules are asked when it can be read. */
async function fieldErrorsOf(save: () => Promise<unknown>): Promise<readonly FieldError[]> {
  try {
    await save()
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.refusal.code === 'invalid' ? error.refusal.errors : []
  }
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function errorsOf({ line }: ImportRow, refusal: Refusal, mayCite: boolean): readonly ImportError[] {
  const { code, message, remedy, errors, cites } = refusal
  const cite = (of: Citation | undefined) =>
    mayCite && of ? { source: { point: of.point, line: of.line, text: of.text } } : {}
  if (errors.length === 0) return [{ line, code, message, ...(remedy === undefined ? {} : { remedy }), ...cite(cites) }]
  return errors.map((each) => ({
    line,
    field: each.field,
    code: each.code,
    message: each.message,
    ...cite(each.cites),
  }))
}
