// Writes records as comma-separated values (RFC 4180), in UTF-8 with the mark by which spreadsheets know it.
import { guardFormula } from '#shared/text/guard-formula.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** `pages`: rows of cells. The names of the columns come with the first page, so that a refusal comes before them. */
export async function* writeCsv(
  labels: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string, void> {
  let head = BYTE_ORDER_MARK + lineOf(labels)
  for await (const rows of pages) {
    yield head + rows.map(lineOf).join('')
    head = ''
  }
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  const safe = guardFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
