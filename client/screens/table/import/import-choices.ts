// Holds what a person chose for an import, and writes it as the parameters of its requests.
import type {
  ColumnChoice,
  EncodingName,
  ImportBody,
  ImportColumn,
  ImportMode,
  KeptRows,
  TableSeparator,
} from '#shared/protocol/import.ts'

export interface ImportChoices {
  readonly encoding?: EncodingName
  readonly separator?: TableSeparator
  readonly sheet?: string
  /** The line of the headings, from 1. */
  readonly headings?: number
  /** Choices by the position of the column, from 1; null means that the column is not imported. */
  readonly columns: ColumnChoices
  /** The field by which records that exist are found; '': none. */
  readonly match: string
  /** Codes of warnings that the person goes on with. */
  readonly confirmed: readonly string[]
}

export interface ColumnChoices {
  readonly [position: number]: ColumnChoice | null
}

export const NO_CHOICES: ImportChoices = { columns: {}, match: '', confirmed: [] }

/** Choices about how the file is read. They are separate because another sheet or encoding has other columns. */
export type ReadingChoice = Partial<Pick<ImportChoices, 'encoding' | 'separator' | 'sheet' | 'headings'>>

export function importParameters(
  { columns, match, encoding, separator, sheet, headings }: ImportChoices,
  mode: ImportMode,
  keep: KeptRows = 'all',
): URLSearchParams {
  const mapping = Object.entries(columns).map(([position, choice]) => [`#${position}`, choice] as const)
  const given = { encoding, separator, sheet, headings, match: match || undefined }
  return new URLSearchParams([
    ['mode', mode],
    ...(keep === 'all' ? [] : [['keep', keep]]),
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ...(mapping.length === 0 ? [] : [['columns', JSON.stringify(Object.fromEntries(mapping))]]),
  ])
}

/** The field that the column is at present; '': it is not imported. */
export function fieldOf({ field, leftOut }: ImportColumn): string {
  return leftOut === 'unknown' || leftOut === 'ignored' ? '' : (field ?? '')
}

/** Is there anything to import, and is it clear how each column is read? */
export function isMapped({ columns, rows }: Pick<ImportBody, 'columns' | 'rows'>): boolean {
  const read = columns.filter(({ leftOut }) => leftOut === undefined)
  return rows > 0 && read.length > 0 && read.every(({ question }) => question === undefined)
}
