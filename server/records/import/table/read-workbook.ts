// Reads a sheet of a workbook: its rows with their numbers, and its cells as the sheet shows them.
import type { ImportedSheet } from '#shared/protocol/import.ts'
import { refused } from '../../../policy/refused.ts'
import type { TakeLine } from './csv-text.ts'
import type { NumberFormat } from './sheet-value.ts'
import { BUILT_IN_FORMATS, numberFormatOf, sheetValue } from './sheet-value.ts'
import type { KnownValue, TableCell } from './table-cell.ts'
import { MOST_CELLS, MOST_COLUMNS, MOST_SHARED_CHARACTERS, MOST_SHEETS, MOST_STYLES } from './table-limits.ts'
import type { Workbook } from './workbook.ts'

export interface SheetChoice {
  readonly sheet: string
  readonly sheets: readonly ImportedSheet[]
}

interface SheetPart extends ImportedSheet {
  readonly path: string
}

/** `name`: the sheet that is wanted; otherwise the first one that is not hidden. */
export async function readWorkbook(
  workbook: Workbook,
  name: string | undefined,
  take: TakeLine<TableCell>,
): Promise<SheetChoice> {
  const { sheets, countsFrom1904, sharedPath, stylesPath } = await readOutline(workbook)
  const chosen =
    name === undefined
      ? (sheets.find(({ isHidden }) => isHidden !== true) ?? sheets[0])
      : sheets.find((each) => each.name === name)
  if (chosen === undefined)
    throw name === undefined
      ? refused('workbook_unreadable')
      : refused('no_such_sheet', { sheet: name.slice(0, 100), sheets: sheets.map((each) => each.name).join(', ') })
  const shared = sharedPath === undefined ? [] : await readSharedTexts(workbook, sharedPath)
  const formats = stylesPath === undefined ? [] : await readFormats(workbook, stylesPath)
  await readSheet(workbook, chosen.path, { shared, formats, countsFrom1904 }, take)
  return { sheet: chosen.name, sheets: sheets.map(({ path: _path, ...sheet }) => sheet) }
}

async function readOutline(workbook: Workbook) {
  const targets = new Map<string, string>()
  const main = (await targetOf(workbook, '_rels/.rels', /\/officeDocument$/)) ?? 'xl/workbook.xml'
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = `${folder}_rels/${main.slice(folder.length)}.rels`
  let sharedPath: string | undefined
  let stylesPath: string | undefined
  await workbook.read(relations, {
    open(name, { Id: id = '', Target: target = '', Type: type = '' }) {
      if (name !== 'Relationship') return
      const path = resolvePath(folder, target)
      if (targets.size < MOST_SHEETS * 10) targets.set(id, path)
      if (type.endsWith('/sharedStrings')) sharedPath = path
      if (type.endsWith('/styles')) stylesPath = path
    },
  })
  const sheets: SheetPart[] = []
  let countsFrom1904 = false
  await workbook.read(main, {
    open(element, attributes) {
      if (element === 'workbookPr') countsFrom1904 = isTrue(attributes['date1904'])
      if (element !== 'sheet' || sheets.length >= MOST_SHEETS) return
      const path = targets.get(attributes['r:id'] ?? relationOf(attributes))
      if (path === undefined || !workbook.has(path)) return
      const { name = '', state } = attributes
      sheets.push({ name: unescapeCharacters(name), path, ...(/hidden/i.test(state ?? '') ? { isHidden: true } : {}) })
    },
  })
  const has = (path: string | undefined) => (path !== undefined && workbook.has(path) ? path : undefined)
  return { sheets, countsFrom1904, sharedPath: has(sharedPath), stylesPath: has(stylesPath) }
}

async function targetOf(workbook: Workbook, path: string, wanted: RegExp): Promise<string | undefined> {
  let found: string | undefined
  if (!workbook.has(path)) return undefined
  await workbook.read(path, {
    open(name, { Target: target = '', Type: type = '' }) {
      if (name === 'Relationship' && wanted.test(type)) found ??= resolvePath('', target)
    },
  })
  return found !== undefined && workbook.has(found) ? found : undefined
}

/** The prefix of relations is not always the same. */
function relationOf(attributes: { readonly [name: string]: string }): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
}

function resolvePath(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const parts: string[] = []
  for (const part of `${folder}${target}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}

async function readSharedTexts(workbook: Workbook, path: string): Promise<readonly string[]> {
  const texts: string[] = []
  const runs = textRuns()
  let characters = 0
  await workbook.read(path, {
    open(name) {
      if (name === 'si') runs.begin()
      else runs.open(name)
    },
    text: runs.text,
    close(name) {
      runs.close(name)
      if (name !== 'si') return
      const text = runs.end()
      characters += text.length
      if (characters > MOST_SHARED_CHARACTERS || texts.length >= MOST_CELLS) throw refused('workbook_too_large')
      texts.push(text)
    },
  })
  return texts
}

/** Joins the runs of a text, without how its characters are said aloud (`rPh`). */
function textRuns() {
  let text = ''
  let isText = false
  let aside = 0
  return {
    begin(): void {
      text = ''
    },
    open(name: string): void {
      if (name === 'rPh') aside += 1
      if (name === 't') isText = aside === 0
    },
    text(piece: string): void {
      if (isText) text += piece
    },
    close(name: string): void {
      if (name === 'rPh') aside -= 1
      if (name === 't') isText = false
    },
    end: (): string => unescapeCharacters(text),
  }
}

/** "_x000D_" stands for what XML can't hold. */
function unescapeCharacters(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

async function readFormats(workbook: Workbook, path: string): Promise<readonly NumberFormat[]> {
  const patterns = new Map<number, string>(BUILT_IN_FORMATS)
  const known = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  const formatOf = (id: number): NumberFormat => {
    const format = known.get(id) ?? numberFormatOf(patterns.get(id) ?? 'General')
    known.set(id, format)
    return format
  }
  await workbook.read(path, {
    open(name, attributes) {
      if (name === 'numFmt' && patterns.size < MOST_STYLES)
        patterns.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? 'General')
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells && formats.length < MOST_STYLES)
        formats.push(formatOf(Number(attributes['numFmtId'] ?? 0)))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

interface SheetContext {
  readonly shared: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly countsFrom1904: boolean
}

async function readSheet(
  workbook: Workbook,
  path: string,
  context: SheetContext,
  take: TakeLine<TableCell>,
): Promise<void> {
  const runs = textRuns()
  let line = 0
  let cells: TableCell[] = []
  let at = -1
  let type = ''
  let style = 0
  let value = ''
  let isValue = false
  await workbook.read(path, {
    open(name, attributes) {
      switch (name) {
        case 'row':
          line = /^\d{1,7}$/.test(attributes['r'] ?? '') ? Number(attributes['r']) : line + 1
          cells = []
          at = -1
          break
        case 'c':
          at = attributes['r'] === undefined ? at + 1 : columnOf(attributes['r'])
          if (!(at >= 0)) throw refused('workbook_unreadable')
          type = attributes['t'] ?? 'n'
          style = Number(attributes['s'] ?? 0)
          value = ''
          runs.begin()
          break
        case 'v':
          isValue = true
          break
        default:
          runs.open(name)
      }
    },
    text(piece) {
      if (isValue) value += piece
      else runs.text(piece)
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 'c')
        setCell(cells, at, cellOf({ type, value, text: runs.end, format: context.formats[style] }, context))
      else if (name === 'row') take(line, cells)
      else runs.close(name)
    },
  })
}

/** Cells without content need no place: a sheet may be formatted to its last column. */
function setCell(cells: TableCell[], at: number, cell: TableCell): void {
  if (cell === '') return
  if (at >= MOST_COLUMNS) throw refused('too_many_columns', { most: MOST_COLUMNS })
  while (cells.length < at) cells.push('')
  cells[at] = cell
}

interface WrittenCell {
  readonly type: string
  readonly value: string
  readonly text: () => string
  readonly format: NumberFormat | undefined
}

function cellOf({ type, value, text, format }: WrittenCell, { shared, countsFrom1904 }: SheetContext): TableCell {
  switch (type) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'inlineStr':
      return text()
    case 'str':
      return unescapeCharacters(value)
    case 'b':
      return { shown: isTrue(value) ? 'TRUE' : 'FALSE', is: 'flag', exact: isTrue(value) ? 'true' : 'false' }
    case 'e':
      return { shown: value === '' ? '#VALUE!' : value, is: 'error', exact: '' }
    case 'd':
      return isoCell(value)
    default: {
      const number = value.trim() === '' ? Number.NaN : Number(value)
      return Number.isFinite(number) ? sheetValue({ number, format, countsFrom1904 }) : value.trim()
    }
  }
}

/** A day, a moment or a time of day (ISO 8601) as a clock on the wall shows it: it has no zone. */
/** Characters of a time with its billionths of a second. */
const LONGEST_TIME = 18

function isoCell(value: string): TableCell {
  const written = value.trim()
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?/.exec(written) ?? []
  if (day === '' && time === '') return written
  const clock = time
    .slice(0, LONGEST_TIME)
    .replace(/\.(\d*?)0*$/, (_, places: string) => (places === '' ? '' : `.${places}`))
    .replace(/^(\d\d:\d\d):00$/, '$1')
  const is: KnownValue['is'] = day === '' ? 'time' : time === '' ? 'day' : 'moment'
  const exact = [day, clock].filter((part) => part !== '').join(' ')
  return { shown: exact, is, exact }
}

/** "AB12" → 27. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of place.toUpperCase()) {
    const code = letter.charCodeAt(0) - 64
    if (code < 1 || code > 26) break
    column = column * 26 + code
    if (column > 100_000) break
  }
  return column - 1
}
