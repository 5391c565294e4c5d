// Reads the table in a file, whichever it is: comma-separated values in any encoding, a workbook, or NDJSON.
import type { EncodingName, ImportedFile, TableSeparator } from '#shared/protocol/import.ts'
import type { RowCollector, TableOptions } from './collect-rows.ts'
import { collectRows } from './collect-rows.ts'
import { readCsv, separatorOf } from './csv-text.ts'
import { decodeText } from './decode-text.ts'
import { isNdjson, readNdjson } from './ndjson-text.ts'
import type { ImportRow } from './table-cell.ts'
import { looksLikeWorkbook, openWorkbook } from './workbook.ts'

/** Choices that a request makes about how its file is read. */
export interface FileChoice {
  readonly encoding?: EncodingName | undefined
  readonly separator?: TableSeparator | undefined
  readonly sheet?: string | undefined
  /** The line of the headings, from 1. */
  readonly headingLine?: number | undefined
}

export interface ImportTable {
  /** All of them, in the order of the columns; '' where a column has none. */
  readonly headings: readonly string[]
  /** Without those that are empty. */
  readonly rows: readonly ImportRow[]
  readonly file: ImportedFile
}

/** `language`: BCP 47, of the reader or else the document. What the content says decides, not the name or the type of the file. */
export async function readTable(
  bytes: Buffer,
  choice: FileChoice,
  options: TableOptions & { readonly language: string },
): Promise<ImportTable> {
  const { headingLine } = choice
  if (looksLikeWorkbook(bytes)) {
    const collector = collectRows({ ...options, headingLine, widens: true })
    // With the formats of numbers in all languages: most starts are not for reading a workbook.
    const { readWorkbook } = await import('./read-workbook.ts')
    const sheets = await readWorkbook(await openWorkbook(bytes), choice.sheet, collector.take)
    return tableOf(collector, { format: 'xlsx', ...sheets })
  }
  const { text, encoding } = decodeText(bytes, choice.encoding, options.language)
  const misfits = encoding.misfits ?? []
  const shown = { ...encoding, ...(misfits.length === 0 ? {} : { misfits: misfits.slice(0, SHOWN_MISFITS) }) }
  if (isNdjson(text)) {
    const collector = collectRows({ ...options, headingLine: 0, misfits })
    await readNdjson(text, options.mostRows, collector.take)
    return tableOf(collector, { format: 'ndjson', encoding: shown })
  }
  const separator = choice.separator ?? separatorOf(text)
  const collector = collectRows({ ...options, headingLine, misfits })
  await readCsv(text, separator, collector.take)
  return tableOf(collector, { format: 'csv', encoding: shown, separator })
}

/** How many bytes that do not fit an answer names. */
const SHOWN_MISFITS = 20

function tableOf(collector: RowCollector, file: Omit<ImportedFile, 'headingLine' | 'firstLines'>): ImportTable {
  const { headings, rows, headingLine, firstLines } = collector.finish()
  return { headings, rows, file: { ...file, headingLine, firstLines } }
}
