// Makes workbooks (ECMA-376) as spreadsheets write them, for tests of what an import reads of them.
import { strToU8, zipSync } from 'fflate'

export interface MadeSheet {
  readonly name: string
  readonly state?: 'hidden' | 'veryHidden'
  /** Cells by their places: `A1` → a text, or the XML of a cell with `{ref}` for its place. */
  readonly cells: { readonly [place: string]: string }
  /** Elements that follow the rows: merged cells. */
  readonly after?: string
}

export interface MadeWorkbook {
  readonly sheets: readonly MadeSheet[]
  /** Number formats; style 1 is the first of them. */
  readonly formats?: readonly string[]
  readonly countsFrom1904?: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A number with a style. */
export function number(value: number | string, style = 0): string {
  return `<c r="{ref}" s="${style}"><v>${value}</v></c>`
}

export function makeWorkbook({ sheets, formats = [], countsFrom1904 = false }: MadeWorkbook): Buffer {
  const parts: { [path: string]: Uint8Array } = {}
  const put = (path: string, xml: string): void => {
    parts[path] = strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)
  }
  for (const [at, sheet] of sheets.entries()) put(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet))
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  put(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${links.join('')}<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  const named = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  )
  put(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${countsFrom1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${named.join('')}</sheets></workbook>`,
  )
  const own = formats.map(
    (format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}" applyNumberFormat="1"/>`)
  put(
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts>${own.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
  )
  return Buffer.from(zipSync(parts))
}

function sheetXml({ cells, after = '' }: MadeSheet): string {
  const rows = Map.groupBy(Object.entries(cells), ([place]) => Number(/\d+$/.exec(place)?.[0]))
  const xml = [...rows].map(
    ([row, own]) => `<row r="${row}">${own.map(([place, cell]) => cellXml(place, cell)).join('')}</row>`,
  )
  return `<worksheet xmlns="${MAIN}"><sheetData>${xml.join('')}</sheetData>${after}</worksheet>`
}

function cellXml(place: string, cell: string): string {
  if (cell.startsWith('<c ')) return cell.replace('{ref}', place)
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${cell}</t></is></c>`
}
