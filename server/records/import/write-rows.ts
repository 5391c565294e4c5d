// Writes the rows of an import, each as a single write of the person, or says what is wrong with it.
import { setImmediate } from 'node:timers/promises'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { changedFields } from '#shared/decisions/3-entities.ts'
import { copiedText } from '#shared/decisions/copied-text.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { cutForCell, isCutCell } from '#shared/fields/cut-cell.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import type { Citation, Entity, Field } from '#shared/model/model.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { ImportError } from '#shared/protocol/import.ts'
import { labelFor } from '#shared/text/label.ts'
import { policyOf } from '../../policy/policy.ts'
import { Refused, refused, refusedFields } from '../../policy/refused.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { readableFieldsById, readableFieldsOf } from '../access/row-policy.ts'
import type { Charge } from '../background/run-in-background.ts'
import { createRecord } from '../write/create-record.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { updateRecord } from '../write/update-record.ts'
import { makeNameLookUp } from './names-in-file.ts'
import type { PreparedColumn } from './prepare-import.ts'
import { quoteCell } from './quote-cell.ts'
import type { CellResult } from './read-cell.ts'
import { cellError, hasLostDigits, makeCellReader, readCell } from './read-cell.ts'
import { makeRelatedIds } from './related-ids.ts'
import type { OrderedRows, RowIndex } from './rows-of-file.ts'
import type { ImportRow, TableCell } from './table/table-cell.ts'
import { isBlankCell, shownText } from './table/table-cell.ts'
import type { WrittenRows } from './written-rows.ts'
import { codeOf } from '#shared/decisions/refusals.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'

/** Rows after which others have their turn, and whose time is charged. */
const ROWS_OF_TURN = 10
/** Rows whose words are brought up to date together: some ten milliseconds' work. */
const ROWS_INDEXED = 400

export interface RowOutcome {
  /** Undefined: it is refused. */
  readonly did?: 'created' | 'updated' | 'unchanged'
  readonly errors: readonly ImportError[]
  /** Whether the row is refused because of a value of a record that the person may not read. */
  readonly isHidden?: boolean
}

export interface WrittenRow {
  readonly row: ImportRow
  readonly outcome: RowOutcome
}

export interface WrittenTogether {
  readonly written: readonly WrittenRow[]
  /** Position among them of the row that is refused; undefined: all were written. */
  readonly refused: number | undefined
}

export interface RowTarget {
  readonly entity: Entity
  /** Those that are read, in the order in which the cells of a row stand. */
  readonly columns: readonly PreparedColumn[]
  /** Those that are written. */
  readonly rows: readonly ImportRow[]
  readonly confirmed: readonly string[]
  readonly transaction: Transaction
  /** The rows of the file by what names their records. */
  readonly index: RowIndex
  /** Lines of the rows that point to each other in a circle. */
  readonly circular: OrderedRows['circular']
  /** Records that each line has created or changed so far. */
  readonly written: WrittenRows
  /** True where nothing is kept: then nobody will search for the rows. */
  readonly isTried?: boolean
}

/** A record that exists, as it is stored. */
interface KnownRecord {
  readonly record: RecordValue
  /** Fields that the person may read in it. */
  readonly readable: ReadonlySet<string>
}

interface SavedRecord {
  /** Unchanged: the person read in the record all that they sent. Of a hidden field nobody learns whether it was the same. */
  readonly did: NonNullable<RowOutcome['did']>
  readonly id: string
}

type Values = { readonly [field: string]: unknown }

export interface RowWriter {
  /** True if rows may name records that are there. */
  readonly mayChange: boolean
  /** Writes a row by itself. What it has written is undone where it is refused. */
  alone(row: ImportRow): Promise<RowOutcome>
  /** Writes rows in one savepoint, in their order. Where one of them is refused, all are undone. */
  together(rows: readonly ImportRow[], charge: Charge): Promise<WrittenTogether>
}

export function makeRowWriter(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  target: RowTarget,
): RowWriter {
  const { entity, columns, confirmed, transaction, index, circular, written } = target
  const { storage, current } = dependencies
  const { running } = current
  const { model } = running
  const name = entity.name.identifier
  const policy = policyOf(running, actorContext.actor).entity(name)
  const imports = policy.verb('import')
  const lookUp = makeNameLookUp(dependencies, actorContext, target)
  const relatedIds = makeRelatedIds(dependencies, actorContext, { entity: name, index, written }, lookUp)
  const matchAt = columns.findIndex(({ isMatch }) => isMatch)
  const match = columns[matchAt]
  const mayCite = canReadCitations(model, actorContext.actor)
  const place = { storage, database: transaction, running, now: actorContext.now }

  const readers = columns.map(({ writes, reading }) => writes && makeCellReader(writes, reading))
  const valuesOf = async (row: ImportRow, existing: KnownRecord | undefined) => {
    const values: { [field: string]: unknown } = {}
    const errors: FieldError[] = []
    for (const [at, { writes: field, reading }] of columns.entries()) {
      const cell = row.cells[at] ?? ''
      if (field === undefined) continue
      const { identifier } = field.name
      if (isBlankCell(cell)) {
        values[identifier] = isMany(field) ? [] : null
        continue
      }
      const present = existing?.record[identifier]
      if (isUnchangedCut(field, cell, present, reading)) continue
      const isRelation = field.type.kind === 'relation'
      const read = isRelation ? relatedIds(field, cell, idsIn(present), circular.has(row.line)) : readers[at]?.(cell)
      if (read === undefined) continue
      const found = read instanceof Promise ? await read : read
      if ('error' in found) errors.push(found.error)
      else values[identifier] = found.value
    }
    return { values, errors }
  }
  /** Asks the grant of imports on the record as it is now, where it has a condition on records. */
  const requireImport = async (id: string, fields: readonly string[]): Promise<void> => {
    if (imports.nodes.length === 0 && decideWrite(model, imports, fields, []).allowed === true) return
    const record = await transaction.record(name, id)
    if (record === undefined) return
    const evaluate = await evaluateConditions(imports.conditions, place, actorContext, { record, old: record })
    const decision = decideWrite(model, imports, fields, [evaluate])
    if (decision.allowed === false) throw new Refused(decision.refusal)
  }
  /** Finds the existing record with this key; one that the reader may not see counts as missing. */
  const findExisting = async (field: string, key: unknown): Promise<KnownRecord | undefined> => {
    const record =
      field === 'id' ? await transaction.record(name, String(key)) : await transaction.recordBy(name, field, key)
    const readable = record && (await readableFieldsOf(place, actorContext.actor, name, record))
    return record && readable?.has(field) === true ? { record, readable } : undefined
  }
  /**
   * Leaves out what stays as it is, which needs no grant: what the person reads in the record and sends back, and the empty
   * cells of fields that an export of theirs leaves out there.
   */
  const changesOf = async ({ record, readable }: KnownRecord, values: Values): Promise<Values> => {
    const changed = new Set(changedFields(entity, record, values))
    const exported = policy.exported.isSameInAllRows
      ? readable
      : ((await readableFieldsOf(place, actorContext.actor, name, record, 'export')) ?? readable)
    const isChange = ([field, value]: [string, unknown]): boolean => {
      if (isNothing(value) && !exported.has(field)) return false
      return changed.has(field) || !readable.has(field)
    }
    return Object.fromEntries(Object.entries(values).filter(isChange))
  }
  /** The key goes through the reader of its cell; undefined: the cell is empty. */
  const keyOf = (cell: TableCell): CellResult | undefined => {
    if (match?.reads === undefined || isBlankCell(cell)) return undefined
    return match.field === 'id' ? idOf(match, cell) : readCell(match.reads, cell, match.reading)
  }
  const save = async (existing: KnownRecord | undefined, values: Values): Promise<SavedRecord> => {
    if (existing === undefined) {
      // What is empty takes its default.
      const given: { [field: string]: unknown } = {}
      for (const field of Object.keys(values)) if (!isNothing(values[field])) given[field] = values[field]
      const { id } = await createRecord(dependencies, actorContext, name, given, { confirmed })
      await requireImport(id, Object.keys(given))
      return { did: 'created', id }
    }
    const { id } = existing.record
    const changes = await changesOf(existing, values)
    const fields = Object.keys(changes)
    if (fields.length === 0) return { did: 'unchanged', id }
    await requireImport(id, fields)
    await updateRecord(dependencies, actorContext, name, id, changes, { confirmed })
    await requireImport(id, fields)
    return { did: 'updated', id }
  }
  const write = async (row: ImportRow) => {
    if (row.misfit !== undefined) throw refused('byte_unreadable', { byte: row.misfit === '' ? '?' : row.misfit })
    const key = keyOf(row.cells[matchAt] ?? '')
    const existing =
      match?.field === undefined || key === undefined || 'error' in key
        ? undefined
        : await findExisting(match.field, key.value)
    const { values, errors } = await valuesOf(row, existing)
    if (key !== undefined && 'error' in key) {
      const others = errors.filter(({ field }) => field !== key.error.field)
      throw refusedFields('invalid', [key.error, ...others])
    }
    if (match?.field !== undefined && key !== undefined && existing === undefined && match.writes === undefined) {
      const value = quoteCell(shownText(row.cells[matchAt]))
      throw refused('no_match_found', { entity: entity.name.label, field: match.heading, value })
    }
    if (errors.length > 0) {
      const others = await fieldErrorsOf(() => save(existing, values))
      const isUnread = ({ field }: FieldError) => errors.some((each) => each.field === field)
      throw refusedFields('invalid', [...errors, ...others.filter((each) => !isUnread(each))])
    }
    const saved = await save(existing, values)
    requireConfirmed(row, existing?.record.id)
    return saved
  }
  /** Refuses a row that may be a mistake until the request confirms it, like a rule that only warns. */
  const requireConfirmed = (row: ImportRow, id: string | undefined): void => {
    const before = id === undefined ? undefined : written.lineOf(id)
    if (before !== undefined && !confirmed.includes('record_twice'))
      throw refused('record_twice', { line: before }, { confirm: [...confirmed, 'record_twice'] })
    const cut = columns.findIndex(({ reads }, at) => reads !== undefined && hasLostDigits(reads, row.cells[at] ?? ''))
    const field = columns[cut]?.reads
    if (field === undefined || confirmed.includes('digits_lost')) return
    const values = { field: labelFor(field.name.label), text: quoteCell(shownText(row.cells[cut])) }
    throw refused('digits_lost', values, { confirm: [...confirmed, 'digits_lost'] })
  }
  /** A conflict whose other side is not known counts as hidden; what the file itself has written does not. */
  const tellsOfHidden = async ({ refusal, details: { takenBy } }: Refused): Promise<boolean> => {
    if (codeOf(refusal) !== 'conflict' || refusal.state !== undefined) return false
    if (takenBy === undefined) return true
    if (takenBy.entity === name && written.lineOf(takenBy.id) !== undefined) return false
    const readable = await readableFieldsById(place, actorContext.actor, takenBy.entity, takenBy.id)
    return !refusal.errors.every(({ field }) => readable?.has(field) === true)
  }
  const keep = async (row: ImportRow): Promise<RowOutcome> => {
    const { did, id } = await write(row)
    written.add(row.line, id)
    return { did, errors: [] }
  }
  let waiting = 0
  /** Brings words up to date once enough rows wait. `more`: rows that were written since, or tried. */
  const indexWritten = async (more: number): Promise<void> => {
    waiting += more
    if (waiting < ROWS_INDEXED || target.isTried === true) return
    waiting = 0
    await transaction.indexWritten()
  }
  return {
    mayChange: match !== undefined,
    async alone(row) {
      try {
        return await transaction.savepoint(() => keep(row))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return {
          errors: errorsOf(row, wordForReader(model, error.refusal, mayCite)),
          isHidden: await tellsOfHidden(error),
        }
      }
    },
    async together(rows, charge) {
      const before = written.count
      const kept: WrittenRow[] = []
      try {
        await transaction.savepoint(async () => {
          for (let from = 0; from < rows.length; from += ROWS_OF_TURN) {
            // The time of others who are served between two turns is their own.
            if (from > 0) await setImmediate()
            await charge(async () => {
              for (const row of rows.slice(from, from + ROWS_OF_TURN)) kept.push({ row, outcome: await keep(row) })
              await indexWritten(ROWS_OF_TURN)
            })
          }
        })
        return { written: kept, refused: undefined }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        written.backTo(before)
        return { written: [], refused: kept.length }
      }
    },
  }
}

function idOf({ reads }: PreparedColumn, cell: TableCell): CellResult {
  if (reads !== undefined && typeof cell !== 'string' && cell.is === 'error') return { error: cellError(reads, cell) }
  return { value: shownText(cell).trim().toLowerCase() }
}

/**
 * Finds the errors of the cells that could be read, so that all errors of a row can be fixed at once. Rules are
 * checked once the whole row can be read.
 */
async function fieldErrorsOf(save: () => Promise<unknown>): Promise<readonly FieldError[]> {
  try {
    await save()
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { name, errors, confirm } = error.refusal
    // Nobody is asked to confirm a row that is refused all the same.
    return name === 'invalid' && confirm === undefined ? errors : []
  }
}

/** A workbook holds no more of a long text: that it was not changed is all that can be said. */
function isUnchangedCut({ type }: Field, cell: TableCell, present: unknown, reading: Reading): boolean {
  const text = shownText(cell)
  return isCutCell(text) && type.kind !== 'relation' && cutForCell(copiedText(present, type, reading)) === text
}

/** The ids that a relation holds. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(String) : []
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function errorsOf({ line }: ImportRow, { errors, ...whole }: WordedRefusal): readonly ImportError[] {
  const cite = (of: Citation | undefined) => (of ? { source: { point: of.point, line: of.line, text: of.text } } : {})
  const { code, message, remedy, confirm, cites } = whole
  const warned = confirm === undefined ? {} : { remedy, confirm }
  const more = { ...(remedy === undefined ? {} : { remedy }), ...warned }
  if (errors.length === 0) return [{ line, code, message, ...more, ...cite(cites) }]
  return errors.map(({ cites: cited, ...error }) => ({ line, ...error, ...warned, ...cite(cited) }))
}
