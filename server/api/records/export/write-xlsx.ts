// Writes records as a workbook (Office Open XML, ECMA-376), row by row: its memory does not grow with them.
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { SHEET_END, SheetStyles, sheetHead, sheetRow, workbookParts } from './sheet-xml.ts'
import type { SheetCell } from './sheet-xml.ts'

/** Maximum number of rows in a sheet; further rows go to the next one. */
const MOST_ROWS = 1_048_576

/** The file is complete when the last piece is there. A refusal of the first page comes before all. */
export async function* writeXlsx(
  name: string,
  labels: readonly string[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Uint8Array, void> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  const taken = (): readonly Uint8Array[] => made.splice(0)
  const begin = (path: string): ZipDeflate => {
    const part = new ZipDeflate(path, { level: 6 })
    zip.add(part)
    return part
  }
  const styles = new SheetStyles()
  let sheets = 0
  let sheet: ZipDeflate | undefined
  let rows = 0
  const beginSheet = (): ZipDeflate => {
    sheet?.push(strToU8(SHEET_END), true)
    sheets += 1
    const next = begin(`xl/worksheets/sheet${sheets}.xml`)
    next.push(strToU8(sheetHead(labels)))
    rows = 1
    return next
  }
  for await (const page of pages) {
    sheet ??= beginSheet()
    let xml = ''
    for (const cells of page) {
      if (rows === MOST_ROWS) {
        sheet.push(strToU8(xml))
        xml = ''
        sheet = beginSheet()
      }
      rows += 1
      xml += sheetRow(cells, rows, styles)
    }
    sheet.push(strToU8(xml))
    yield* taken()
  }
  sheet?.push(strToU8(SHEET_END), true)
  for (const [path, xml] of workbookParts(name, sheets, styles)) begin(path).push(strToU8(xml), true)
  zip.end()
  yield* taken()
}
