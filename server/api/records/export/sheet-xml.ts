// Writes the XML of a workbook: its sheets, cells and styles.

/** A moment is the number of days since 30 December 1899, as spreadsheets count. */
export type SheetCell = string | { readonly number: number; readonly as?: 'day' | 'moment' }

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Positions in `STYLES`. */
const STYLE = { head: 1, day: 2, moment: 3 } as const
/** A cell holds no longer text. */
const MOST_CHARACTERS = 32_767
const CHARACTERS_WIDE = 22

/** The names of the columns stay in sight. */
export function sheetHead(labels: readonly string[]): string {
  const columns =
    labels.length === 0
      ? ''
      : `<cols><col min="1" max="${labels.length}" width="${CHARACTERS_WIDE}" customWidth="1"/></cols>`
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>'
  const cells = labels.map((label, at) => textCell(label, `${columnName(at)}1`, STYLE.head)).join('')
  return `${HEAD}<worksheet xmlns="${MAIN}">${view}${columns}<sheetData><row r="1">${cells}</row>`
}

export const SHEET_END = '</sheetData></worksheet>'

/** `number`: of the row, from 1, which is that of the names. Cells say where they stand: some readers need it. */
export function sheetRow(cells: readonly SheetCell[], number: number): string {
  return `<row r="${number}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`)).join('')}</row>`
}

/** 0 → "A", 26 → "AA". */
function columnName(at: number): string {
  const last = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

function cellXml(cell: SheetCell, place: string): string {
  if (typeof cell === 'string') return cell === '' ? '' : textCell(cell, place)
  const style = cell.as === undefined ? '' : ` s="${STYLE[cell.as]}"`
  return `<c r="${place}"${style}><v>${cell.number}</v></c>`
}

/** Never a formula, whatever it begins with. */
function textCell(text: string, place: string, style?: number): string {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  const own = style === undefined ? '' : ` s="${style}"`
  return `<c r="${place}" t="inlineStr"${own}><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
}

/** XML 1.0 has no other control characters, and no lone surrogates. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu

function escapeXml(text: string): string {
  return text
    .replaceAll(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The other files of a workbook, by their paths. */
export function workbookParts(name: string, sheets: number): readonly (readonly [string, string])[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const overrides = numbers.map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  const sheetNames = numbers.map(
    (number) => `<sheet name="${escapeXml(sheetName(name, number))}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const relations = numbers.map(
    (number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheetNames.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}

/** A sheet's name has at most 31 characters, and none of these. */
function sheetName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`
  return (
    name
      .replaceAll(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 31 - suffix.length) + suffix
  )
}

/** Plain, bold, a day, a moment: 14 and 22 are the formats that every reader shows in their own language. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`
