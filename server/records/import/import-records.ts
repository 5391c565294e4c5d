// Imports a table as the person: each row as a single write, all of them in one transaction, or none.
import { setImmediate } from 'node:timers/promises'
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import { makeRefusal, readingOf } from '#shared/decisions/8-errors.ts'
import { copiedText } from '#shared/decisions/copied-text.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import type { FieldError, Refusal } from '#shared/decisions/decision.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { cutForCell, isCutCell } from '#shared/fields/cut-cell.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Citation, Entity } from '#shared/model/model.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { ImportBody, ImportColumn, ImportError } from '#shared/protocol/import.ts'
import { MOST_IMPORT_ERRORS } from '#shared/protocol/import.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { nestStorage } from '../batch/nested-storage.ts'
import { evaluateConditions } from '../command/condition-facts.ts'
import { readableFieldsById, readableFieldsOf } from '../command/row-policy.ts'
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
import { quoteCell } from './quote-cell.ts'
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
  /** What the audit says of it; `address`: as `addressKey` gives it. */
  readonly note: { readonly path: string; readonly address: string | null }
}

/** Characters of all messages together: those of the document may hold values of any length. */
const LONGEST_ERRORS = 200_000
/**
 * So many rows may be refused for values of records that the person may not read. Then the import stops: a list of names or
 * addresses is not to be tried out on what is hidden.
 */
const MOST_HIDDEN = 10
/** Some milliseconds' work. */
const AT_ONCE = 10

export async function importRecords(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  { text, mode, match, confirmed = [], note }: ImportRequest,
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
  const granted = new Set([...policy.create.fields, ...policy.update.fields])
  const writable = new Set([...granted].filter((field) => imports.fields.has(field)))
  const known = new Set([...granted, ...policy.read.readable])
  let columns: readonly ReadColumn[] = []
  const { rows, file } = readTable(text, {
    mostRows: model.settings.recordsPerImport,
    chooseColumns: (headings) => {
      columns = importColumns(entity, headings, { writable, known }, match)
      if (!columns.some(({ writes }) => writes))
        throw refused('no_column_to_import', { headings: quoteCell(headings.slice(0, 20).join(', ')) })
      return columns.filter(isRead).map(({ position }) => position - 1)
    },
  })
  const read = { rows: rows.length, file, columns: columns.map(describeColumn) }
  const changeSet = dependencies.newId(actorContext.now)
  let tried: ImportBody | undefined
  try {
    return await dependencies.storage.write((transaction) =>
      runOnce(guard, transaction, async () => {
        const nested = { ...dependencies, storage: nestStorage(dependencies.storage, transaction), changeSet }
        const outcome = await writeRows(
          rows,
          makeRowWriter(nested, actorContext, { entity, columns: columns.filter(isRead), confirmed, transaction }),
        )
        tried = { kept: false, ...read, ...outcome }
        if (mode === 'check' || outcome.refused > 0) throw UNDO
        const done: ImportBody = { ...tried, kept: true, changeSet }
        await auditImport(transaction, running, actorContext, { note, body: done })
        return done
      }),
    )
  } catch (error) {
    if (error !== UNDO || tried === undefined) throw error
    const about = { note, body: tried }
    await dependencies.storage.write((transaction) => auditImport(transaction, running, actorContext, about))
    return tried
  }
}

const UNDO = new Error('It was only tried.')

/**
 * Notes an import in the audit, one that was only tried too: it tells of each of its values whether a record has it, be it one
 * that the person may not read.
 */
async function auditImport(
  transaction: Transaction,
  { revision }: RunningDocument,
  { actor, now }: ActorContext,
  { note: { path, address }, body }: { readonly note: ImportRequest['note']; readonly body: ImportBody },
): Promise<void> {
  const { kept, rows, created, updated, refused: refusals, stopped } = body
  const detail = { path, kept, rows, created, updated, refused: refusals, ...(stopped && { stopped: stopped.line }) }
  const by = actor.person?.id ?? null
  await appendAudit(transaction, { event: 'imported', at: now, by, detail, address, revision })
}

async function writeRows(rows: readonly ImportRow[], write: RowWriter) {
  const done = { created: 0, updated: 0 }
  const errors: ImportError[] = []
  let refusals = 0
  let length = 0
  let hidden = 0
  for (const [at, row] of rows.entries()) {
    // Others read meanwhile; those who write wait.
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const { did, errors: own, isHidden = false } = await write(row)
    if (did === undefined) refusals += 1
    else done[did] += 1
    for (const error of own) {
      length += error.message.length
      if (errors.length < MOST_IMPORT_ERRORS && length <= LONGEST_ERRORS) errors.push(error)
    }
    if (isHidden) hidden += 1
    if (hidden === MOST_HIDDEN) return { ...done, refused: refusals, errors, stopped: { line: row.line } }
  }
  return { ...done, refused: refusals, errors }
}

function isRead({ writes, isMatch }: ReadColumn): boolean {
  return writes !== undefined || isMatch === true
}

function describeColumn({ writes: _writes, ...column }: ReadColumn): ImportColumn {
  return { ...column, heading: quoteCell(column.heading) }
}

interface RowOutcome {
  /** Undefined: it is refused. */
  readonly did?: 'created' | 'updated'
  readonly errors: readonly ImportError[]
  /** It is refused for a value of a record that the person may not read. */
  readonly isHidden?: boolean
}

interface RowTarget {
  readonly entity: Entity
  /** Those that are read, in the order in which the cells of a row stand. */
  readonly columns: readonly ReadColumn[]
  readonly confirmed: readonly string[]
  readonly transaction: Transaction
}

/** A record that exists, as it is stored. */
interface KnownRecord {
  readonly id: string
  readonly [field: string]: unknown
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
  const reading = readingOf(model, actorContext.now)
  const imports = policyOf(running, actorContext.actor).entity(name).verb('import')
  const relatedIds = makeRelatedIds(dependencies, actorContext)
  /** What this import has created: that two rows of a file have one value tells nothing of others. */
  const ours = new Set<string>()
  const matchAt = columns.findIndex(({ isMatch }) => isMatch)
  const match = columns[matchAt]
  const mayCite = canReadCitations(model, actorContext.actor)

  const valuesOf = async (row: ImportRow, existing: KnownRecord | undefined) => {
    const values: { [field: string]: unknown } = {}
    const errors: FieldError[] = []
    for (const [at, { writes: field }] of columns.entries()) {
      const text = row.cells[at] ?? ''
      if (field === undefined) continue
      const { name: own, type } = field
      if (text.trim() === '') {
        values[own.identifier] = isMany(field) ? [] : null
        continue
      }
      const present = existing?.[own.identifier]
      // A workbook holds no more of it: that it was not changed is all that can be said.
      if (isCutCell(text) && type.kind !== 'relation' && cutForCell(copiedText(present, type, reading)) === text)
        continue
      const found =
        type.kind === 'relation' ? await relatedIds(field, text.trim(), idsIn(present)) : readCell(field, text, reading)
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
    const key = match === undefined ? '' : (row.cells[matchAt] ?? '').trim()
    const existing = match?.field === undefined || key === '' ? undefined : await findExisting(match.field, key)
    if (match?.field !== undefined && key !== '' && existing === undefined && match.writes === undefined)
      throw refused('no_match_found', { entity: entity.name.label, field: match.heading, value: quoteCell(key) })
    const { values, errors } = await valuesOf(row, existing)
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
      ours.add(id)
      await requireImport(id, Object.keys(given))
      return 'created'
    }
    await requireImport(existing.id, fields)
    await updateRecord(dependencies, actorContext, name, existing.id, values, { confirmed })
    await requireImport(existing.id, fields)
    return 'updated'
  }
  /** A conflict whose other side is not known counts as hidden. */
  const tellsOfHidden = async ({ refusal, details: { takenBy } }: Refused): Promise<boolean> => {
    if (refusal.code !== 'conflict' || refusal.state !== undefined) return false
    if (takenBy === undefined) return true
    if (ours.has(takenBy.id)) return false
    const place = { storage, database: transaction, running, now: actorContext.now }
    const readable = await readableFieldsById(place, actorContext.actor, takenBy.entity, takenBy.id)
    return !refusal.errors.every(({ field }) => readable?.has(field) === true)
  }
  return async (row) => {
    try {
      return { did: await transaction.savepoint(() => write(row)), errors: [] }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { errors: errorsOf(row, wordRefusal(model, error.refusal), mayCite), isHidden: await tellsOfHidden(error) }
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

/** The ids that a relation holds. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(String) : []
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
