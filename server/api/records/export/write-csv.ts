// Writes records as comma-separated values (RFC 4180), in UTF-8 with the mark by which spreadsheets know it.
import { csvLine } from '#shared/text/csv-line.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** `pages`: rows of cells. The names of the columns come with the first page, so that a refusal comes before them. */
export async function* writeCsv(
  labels: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string, void> {
  let head = BYTE_ORDER_MARK + csvLine(labels)
  for await (const rows of pages) {
    yield head + rows.map(csvLine).join('')
    head = ''
  }
}
