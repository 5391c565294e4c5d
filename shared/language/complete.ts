// Offers what may stand at an offset of a document.
import type { PointNumber } from '../document/document.ts'
import { identifierOf } from '../text/identifier.ts'
import type { Span } from '../text/span.ts'
import { wordsOfCell } from './cell-words.ts'
import { offersOfQuestions } from './complete-question.ts'
import { offersOfSteps } from './complete-step.ts'
import type { ExpressionName } from './expression-names.ts'
import { namesAfter } from './expression-names.ts'
import type { DocumentOutline } from './outline.ts'
import type { Place } from './place.ts'
import { placeAt } from './place.ts'
import { SETTINGS, TABLES } from './tables-of-points.ts'

export interface Completion {
  readonly label: string
  readonly kind: ExpressionName['kind'] | 'word' | 'table' | 'setting'
  readonly detail: string
  /** Text that replaces `span`. */
  readonly text: string
  readonly span: Span
}

const MOST = 300

/** Lists at most 300 completions, those that begin with the written text first. `today`: a date. */
export function complete(outline: DocumentOutline, offset: number, today: string): readonly Completion[] {
  const place = placeAt(outline.document, offset)
  if (place === undefined) return []
  const written = place.word.slice(0, offset - place.span.start)
  return offers(outline, place, offset, today)
    .filter(({ label }) => written === '' || label.toLowerCase().includes(written.toLowerCase()))
    .toSorted((one, other) => Number(startsWith(other.label, written)) - Number(startsWith(one.label, written)))
    .slice(0, MOST)
}

/** The record that conditions of the place speak of. */
export function entityAt({ outline }: DocumentOutline, { row, heading, point }: Place): string | undefined {
  const names = [row.get('entity'), row.get('of'), heading?.split('.')[0], /\bof (\w[\w ]*)$/.exec(heading ?? '')?.[1]]
  for (const name of names) {
    const identifier = identifierOf((name ?? '').replaceAll(/[`*]/g, '').split(/[.,;]/)[0] ?? '', 'entity')
    if (identifier !== '' && outline.entities.has(identifier)) return identifier
  }
  return point === 2 ? /\b(?:of|for) (\w+)/.exec(row.get('shows') ?? '')?.[1] : undefined
}

function offers(outline: DocumentOutline, place: Place, offset: number, today: string): readonly Completion[] {
  if (place.aside === 'questions') return offersOfQuestions(outline, place, offset, today)
  if (place.aside === 'example') return offersOfSteps(outline, place, offset, today)
  const entity = entityAt(outline, place)
  if (place.code !== undefined)
    return namesAfter(outline, { entity }, place.code).map(({ name, kind, detail }) => ({
      label: name,
      kind,
      detail,
      text: name,
      span: place.span,
    }))
  if (place.kind === 'header') return columnsOf(place)
  if (place.kind === 'cell') return cellOffers(outline, place, entity, offset)
  if (place.kind === 'setting' && place.key === undefined)
    return (SETTINGS[place.point] ?? []).map((label) => ({
      label,
      kind: 'setting',
      detail: 'setting',
      text: `${label}: `,
      span: startOfWords(place, offset),
    }))
  return place.kind === 'text' && place.before.trim() === '' ? tablesOf(place.point, offset) : []
}

/** The offer takes the place of all words of the last part: `long te` becomes `long text`. */
function cellOffers(
  outline: DocumentOutline,
  place: Place,
  entity: string | undefined,
  offset: number,
): readonly Completion[] {
  const span = startOfWords(place, offset)
  return wordsOfCell(outline, place, entity).map(({ word, detail }) => ({
    label: word,
    kind: 'word',
    detail,
    text: word,
    span,
  }))
}

function startOfWords(place: Place, offset: number): Span {
  const words = /[^,;]*$/.exec(place.before)?.[0].trimStart() ?? ''
  return { start: offset - words.length, end: Math.max(offset, place.span.end) }
}

function columnsOf(place: Place): readonly Completion[] {
  const fitting = (TABLES[place.point] ?? []).filter((table) => table.some((column) => place.columns.includes(column)))
  const tables = fitting.length > 0 ? fitting : (TABLES[place.point] ?? [])
  return [...new Set(tables.flat())]
    .filter((column) => !place.columns.includes(column))
    .map((label) => ({ label, kind: 'word', detail: 'column', text: label, span: place.span }))
}

function tablesOf(point: PointNumber, offset: number): readonly Completion[] {
  return (TABLES[point] ?? []).map((columns) => ({
    label: `| ${columns.join(' | ')} |`,
    kind: 'table',
    detail: `table of ${columns[0] ?? ''}s`,
    text: `| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|\n|${columns.map(() => ' ').join('|')}|`,
    span: { start: offset, end: offset },
  }))
}

function startsWith(label: string, written: string): boolean {
  return label.toLowerCase().startsWith(written.toLowerCase())
}
