// Writes the XML of a workbook: its sheets, cells and styles.

/**
 * `format`: how a number is shown, as spreadsheets write it; `day` and `moment` each reader shows in their own language. A moment
 * is the number of days since 30 December 1899, as spreadsheets count.
 */
export type SheetCell = string | boolean | { readonly number: number; readonly format?: string }

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CHARACTERS_WIDE = 22

/** Numbers the formats that the cells of a workbook use, in the order in which they come. */
export class SheetStyles {
  readonly #styles = new Map<string, number>()

  styleOf(format: string): number {
    const known = this.#styles.get(format)
    if (known !== undefined) return known
    const style = FIRST_STYLE + this.#styles.size
    this.#styles.set(format, style)
    return style
  }

  /** The file of a workbook that says what each style is. */
  toXml(): string {
    const formats = [...this.#styles.keys()]
    const own = formats.filter((format) => !BUILT_IN.has(format))
    const numberOf = (format: string): number => BUILT_IN.get(format) ?? FIRST_OWN_FORMAT + own.indexOf(format)
    const declared = own.map((each) => `<numFmt numFmtId="${numberOf(each)}" formatCode="${escapeXml(each)}"/>`)
    const numFmts = own.length === 0 ? '' : `<numFmts count="${own.length}">${declared.join('')}</numFmts>`
    const cells = [
      '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
      '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
      ...formats.map(
        (each) =>
          `<xf numFmtId="${numberOf(each)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      ),
    ]
    const cellXfs = `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`
    return `${HEAD}<styleSheet xmlns="${MAIN}">${numFmts}${FONTS_AND_FILLS}${cellXfs}</styleSheet>`
  }
}

/** Style 0 is plain. */
const HEAD_STYLE = 1
const FIRST_STYLE = 2
/** The lower ones are the standard's. */
const FIRST_OWN_FORMAT = 164
const BUILT_IN: ReadonlyMap<string, number> = new Map([
  ['0.00%', 10],
  ['day', 14],
  ['moment', 22],
  ['[h]:mm:ss', 46],
])
const FONTS_AND_FILLS =
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'

/** The names of the columns stay in sight. */
export function sheetHead(labels: readonly string[]): string {
  const columns =
    labels.length === 0
      ? ''
      : `<cols><col min="1" max="${labels.length}" width="${CHARACTERS_WIDE}" customWidth="1"/></cols>`
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>'
  const cells = labels.map((label, at) => textCell(label, `${columnName(at)}1`, HEAD_STYLE)).join('')
  return `${HEAD}<worksheet xmlns="${MAIN}">${view}${columns}<sheetData><row r="1">${cells}</row>`
}

/** Texts of digits stay texts on purpose: no cell of them bears a warning. */
export const SHEET_END =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>'

/** `number`: of the row, from 1, which is that of the names. Cells say where they stand: some readers need it. */
export function sheetRow(cells: readonly SheetCell[], number: number, styles: SheetStyles): string {
  const xml = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`, styles))
  return `<row r="${number}">${xml.join('')}</row>`
}

/** 0 → "A", 26 → "AA". */
function columnName(at: number): string {
  const last = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

function cellXml(cell: SheetCell, place: string, styles: SheetStyles): string {
  if (typeof cell === 'string') return cell === '' ? '' : textCell(cell, place)
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const style = cell.format === undefined ? '' : ` s="${styles.styleOf(cell.format)}"`
  return `<c r="${place}"${style}><v>${cell.number}</v></c>`
}

/** Never a formula, whatever it begins with. */
function textCell(text: string, place: string, style?: number): string {
  const own = style === undefined ? '' : ` s="${style}"`
  return `<c r="${place}" t="inlineStr"${own}><is><t xml:space="preserve">${escapeXml(escapeCharacters(text))}</t></is></c>`
}

/**
 * Matches characters that XML 1.0 lacks or reads as something else, and text that looks like the workbook's own
 * escape of them.
 */
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Cs}|[\u2028\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/gu

/** "_x000D_" stands for a carriage return, and "_x005F_" for the "_" before what would be read so. */
function escapeCharacters(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
    return `_x${code.padStart(4, '0')}_`
  })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The other files of a workbook, by their paths. */
export function workbookParts(
  name: string,
  sheets: number,
  styles: SheetStyles,
): readonly (readonly [string, string])[] {
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
    ['xl/styles.xml', styles.toXml()],
  ]
}

/** A sheet's name has 1 to 31 characters, none of these, and is not "History", which spreadsheets keep for themselves. */
function sheetName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`
  const whole = name.replaceAll(/[[\]:*?/\\'\p{Cc}]/gu, ' ').trim()
  const cut =
    whole
      .slice(0, 31 - suffix.length)
      .toWellFormed()
      .trim() || 'Records'
  return (/^history$/i.test(cut + suffix) ? `${cut}_` : cut) + suffix
}
