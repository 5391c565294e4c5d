// Reads what was copied from a spreadsheet: its cells, and the value of each for its field.
import { splitList } from '#shared/fields/list-text.ts'
import { isId, unknownTitle } from '#shared/fields/relation.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { unguardFormula } from '#shared/text/guard-formula.ts'
import type { Field } from '#shared/model/model.ts'
import type { KnownRecords } from './known-records.ts'
import { readTyped } from '../../../fields/edit/use-typed-value.ts'
import { fieldView } from '../../../fields/registry.ts'

/** Rows of cells; undefined: it is one text, or lines of a field that holds lines. */
export function readRange(text: string, into: Field): readonly (readonly string[])[] | undefined {
  const rows = splitCells(text)
  const isOneColumn = rows.every((cells) => cells.length === 1)
  if (isOneColumn && (rows.length < 2 || fieldView(into.type.kind).long === true)) return undefined
  return rows
}

/** A cell that holds a tab, a line break or a quotation mark stands in quotation marks. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y

function splitCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const [, quoted, plain = '', end] = CELL.exec(text) ?? []
    // What is quoted in part only stands as it is.
    if (end === undefined) return text.split(/\r\n|\r|\n/).map((line) => line.split('\t'))
    rows.at(-1)?.push(unguardFormula(quoted?.replaceAll('""', '"') ?? plain))
    // Spreadsheets end the last line, too.
    if (end !== '\t' && CELL.lastIndex < text.length) rows.push([])
    else if (end === '\t' && CELL.lastIndex === text.length) rows.at(-1)?.push('')
  }
  return rows
}

interface Reader {
  readonly reading: Reading
  readonly known: KnownRecords
}

function inOneLine(text: string): string {
  return text
    .trim()
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ')
}

/** Reads a pasted text as if a person had typed it. A text that cannot be read stays as it is. */
export function readPasted(field: Field, text: string, { reading, known }: Reader): unknown {
  const { type } = field
  // As an input does: it holds one line.
  const one = fieldView(type.kind).long === true ? text : inOneLine(text)
  if (one.trim() === '') return isMany(field) ? [] : null
  if (type.kind === 'relation') return readRelated(field, one, known)
  return readTyped(one, field, reading)
}

function readRelated(field: Field, text: string, known: KnownRecords): unknown {
  const { type } = field
  if (type.kind !== 'relation') return text
  const ids = (type.many ? splitList(text) : [text]).map((each) => {
    const [id, other] = isId(each) ? [each] : known(type.entity, each)
    return other === undefined ? id : undefined
  })
  if (ids.includes(undefined)) return new UnreadText(text, unknownTitle(text, type))
  return type.many ? ids : ids[0]
}
