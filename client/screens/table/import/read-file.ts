// Reads the table in a file: text in UTF-8 or Windows-1252, or the first sheet of a workbook.
import { guardFormula } from '#shared/text/guard-formula.ts'

export async function readTextFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** As comma-separated values. */
export async function readWorkbook(file: File): Promise<string> {
  const { readSheet } = await import('read-excel-file/universal')
  const rows = (await readSheet(file)) as readonly (readonly Cell[])[]
  return rows.map((cells) => `${cells.map((cell) => quote(cellText(cell))).join(',')}\r\n`).join('')
}

type Cell = string | number | boolean | Date | null

/** A text is written as an export writes it; a date is what a clock on the wall shows. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return guardFormula(cell)
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell)
  // Days are counted in fractions, which miss a second now and then.
  const seconds = new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString().slice(0, 19)
  return seconds.endsWith('T00:00:00') ? seconds.slice(0, 10) : seconds.replace('T', ' ')
}

/** All of them, so that a text keeps its blanks and its lines. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
