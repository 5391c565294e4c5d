// Remembers the records that a command has read and written, so that its answer needs no look into the table.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { FieldColumn } from '#shared/fields/field-type.ts'
import type { KnownRecord } from '../database-handle.ts'
import type { EntityTable } from '../schema/catalogue.ts'

/** A command answers with one record; its effects seldom write more. */
const MOST = 8

export class RecordsAtHand {
  private readonly records = new Map<string, RecordValue>()

  /** Notes a whole record, as it is read or inserted. */
  note(entity: string, record: RecordValue): void {
    if (this.records.size >= MOST) this.records.clear()
    this.records.set(keyOf(entity, record.id), record)
  }

  /** Notes an update of some fields. */
  change(entity: string, id: string, changes: { readonly [field: string]: unknown }): void {
    const key = keyOf(entity, id)
    const record = this.records.get(key)
    if (record === undefined) return
    if (typeof changes['_version'] === 'number') this.records.set(key, { ...record, ...changes, id })
    else this.records.delete(key)
  }

  clear(): void {
    this.records.clear()
  }

  find(table: EntityTable, id: string): Omit<KnownRecord, 'asksNothing'> | undefined {
    const record = this.records.get(keyOf(table.entity, id))
    return record && { record, print: (fields) => printRecord(table, record, fields) }
  }
}

function keyOf(entity: string, id: string): string {
  return `${entity} ${id}`
}

/** The JSON text that the engine makes of the row, to the letter. Undefined: there is a value that it may print in another way. */
function printRecord(table: EntityTable, record: RecordValue, fields: readonly string[]): string | undefined {
  const version = record['_version']
  if (!Number.isSafeInteger(version)) return undefined
  let text = `{"id":"${record.id}","_version":${String(version)}`
  for (const name of fields) {
    if (name === 'id' || name === '_version') continue
    // Where it is not given, the row has the time of the storage.
    if ((name === 'created_at' || name === 'updated_at') && typeof record[name] !== 'string') return undefined
    const column = table.fields.get(name)?.column
    const value = column && printValue(record[name], column)
    if (value === undefined) return undefined
    text += `,"${name}":${value}`
  }
  return `${text}}`
}

/** Holds for a decimal that the engine would print with the same digits: with all its places, no noughts before it, and no sign before nought. */
function isPrintedDecimal(value: string, scale: number): boolean {
  const [, whole = '', places = ''] = PRINTED_DECIMAL.exec(value) ?? []
  if (whole === '' || places.length !== scale || whole.length + scale > MOST_DIGITS) return false
  return !value.startsWith('-') || /[1-9]/.test(value)
}

const PRINTED_DECIMAL = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/
/** Larger numbers may be kept as texts. */
const MOST_DIGITS = 15

function printValue(value: unknown, { form, scale = 0 }: FieldColumn): string | undefined {
  if (form === 'set') return Array.isArray(value) ? JSON.stringify([...new Set(value.map(String))]) : undefined
  if (value === null || value === undefined) return 'null'
  switch (form) {
    case 'text':
      // Not every engine holds the character 0.
      return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
        ? JSON.stringify(value)
        : undefined
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined
    case 'integer':
      return Number.isSafeInteger(value) ? String(value) : undefined
    case 'decimal':
      return typeof value === 'string' && isPrintedDecimal(value, scale) ? `"${value}"` : undefined
    case 'json':
      return Array.isArray(value) && value.length === 0 ? '[]' : undefined
    default:
      return undefined
  }
}
