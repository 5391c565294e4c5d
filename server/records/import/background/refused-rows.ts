// Writes the rows that an import refuses into a file, to be mended and sent again.
import { fieldType } from '#shared/fields/registry.ts'
import { csvLine } from '#shared/text/csv-line.ts'
import type { Language } from '#shared/text/language.ts'
import type { StoredFile } from '../../../storage/stored-file.ts'
import { PART_BYTES } from '../../../storage/stored-file.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { newFileId } from '../../files/file-value.ts'
import type { PreparedColumn } from '../prepare-import.ts'
import { readCell, cellTextFor } from '../read-cell.ts'
import type { ImportRow, TableCell } from '../table/table-cell.ts'
import { isBlankCell } from '../table/table-cell.ts'
import type { RowOutcome } from '../write-rows.ts'
import type { StoredImport } from './import-row.ts'

export type RefusedFile = NonNullable<StoredImport['refusedFile']>

/** The last column of the file: an import leaves it out. */
const REASON = { en: 'Why it was refused', de: 'Warum abgewiesen' }
const BYTE_ORDER_MARK = '\uFEFF'

/** The headings are those of the file that was sent. */
export function refusedHead(columns: readonly PreparedColumn[], language: Language): string {
  return BYTE_ORDER_MARK + csvLine([...columns.map(({ heading, field = '' }) => heading || field), REASON[language]])
}

export function refusedLine(columns: readonly PreparedColumn[], { cells }: ImportRow, { errors }: RowOutcome): string {
  const texts = columns.map((column, at) => mendableText(column, cells[at] ?? ''))
  return csvLine([...texts, errors.map(({ message }) => message).join(' ')])
}

/** Numbers and dates as programs write them: few rows of a column may not say in which way they are read. */
function mendableText({ reads: field, reading, format }: PreparedColumn, cell: TableCell): string {
  if (isBlankCell(cell) || field === undefined) return ''
  if (typeof cell !== 'string') return cell.is === 'error' || cell.is === 'json' ? cell.shown : cellTextFor(field, cell)
  if (format === undefined) return cell
  const read = readCell(field, cell, reading)
  if ('error' in read) return cell
  const { copy, print } = fieldType(field.type.kind)
  return copy === undefined ? print(read.value, field.type, reading) : copy(read.value, field.type, reading)
}

/** Appends a text to a stored file, whose parts are of equal length but for the last one. */
export async function appendToFile(
  transaction: Transaction,
  before: RefusedFile | undefined,
  text: string,
  about: Pick<StoredFile, 'name' | 'person' | 'createdAt'>,
): Promise<RefusedFile> {
  const { id, size } = before ?? { id: newFileId(), size: 0 }
  const first = Math.floor(size / PART_BYTES)
  const last = size % PART_BYTES === 0 ? undefined : await transaction.filePart(id, first)
  const bytes = Buffer.concat([last ?? Buffer.alloc(0), Buffer.from(text)])
  const whole = { id, size: size + Buffer.byteLength(text) }
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    await transaction.putFilePart(id, first + at / PART_BYTES, bytes.subarray(at, at + PART_BYTES))
  const kind = { type: 'text/csv', extension: 'csv', owner: null }
  await transaction.putFile({ ...about, ...kind, ...whole, content: id }, true)
  return whole
}
