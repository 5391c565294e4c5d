// Reads a tile of a dashboard: a measure, a short table or a link.
import * as say from '../../diagnostics/2-screens.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { findOutside } from '../../text/scan.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNotShown, readWrittenNumber, readQuoted } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'
import { readSortKeys } from '../reading/read-sort-keys.ts'
import type { HeadedRow } from '../reading/read-headed-table.ts'
import type { TileGroup, TileDeclaration } from './declarations.ts'

type Content = TileDeclaration['shows']
type Clauses = { readonly [word: string]: Fragment }

const CLAUSE = /(?<=\s)(?:where|among|by|as|over|better|columns|sort|first)(?=\s)/i
const MEASURES = ['count', 'sum', 'average', 'minimum', 'maximum', 'share'] as const
const HEAD = new RegExp(`^(${[...MEASURES, 'table'].join('|')})\\s+of\\s+(.+)$`, 'dis')
const OF_RECORDS = ['where', 'over', 'columns', 'sort', 'first']
const OF_NUMBERS = ['where', 'by', 'as', 'over', 'better']
/** Words of other notations for measures. */
const ELSEWHERE: { readonly [word: string]: string } = {
  avg: 'average',
  mean: 'average',
  min: 'minimum',
  lowest: 'minimum',
  max: 'maximum',
  highest: 'maximum',
  ratio: 'share',
  percentage: 'share',
  number: 'count',
  total: 'sum',
  list: 'table',
}
const FORMS = ['bars', 'donut', 'line', 'number', 'table'] as const
/** Forms of a tile that shows a number for each group within each group. */
const FORMS_OF_TWO = ['bars', 'line', 'table'] as const
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const

export function readTile(row: HeadedRow, context: PointContext): TileDeclaration | undefined {
  const name = row.cell('tile').value
  const shows = readContent(row.cell('shows'), name, context)
  return shows && { name, shows, span: row.span }
}

function readContent(text: Fragment, name: string, context: PointContext): Content | undefined {
  const span = spanOf(text)
  if (isNotShown(text.value)) {
    context.unknown(name, span)
    return { notShown: true, span }
  }
  const link = matchParts(text, /^(?:link\s+(?:to\s+)?)?(?:\[([^\]]*)\]\(\s*([^)\s]+)\s*\)|(\/\S*|https?:\/\/\S+))$/di)
  const to = link && (link[2] ?? link[3])
  if (to && !/^(?:\/(?!\/)|https?:\/\/|mailto:)/i.test(to.value)) {
    context.report(
      say.badClause(spanOf(to), { clause: 'a link to', expected: 'a route ("/tickets") or an address ("https://…")' }),
    )
    return undefined
  }
  if (link) return { kind: 'link', label: link[1]?.value ?? name, to: to?.value ?? '' }
  const cut = findOutside(text.value, CLAUSE)
  const head = matchParts(trimFragment(sliceFragment(text, 0, cut < 0 ? undefined : cut)), HEAD)
  const subject = head?.[2] && bare(head[2])
  const measure = head?.[1]?.value.toLowerCase()
  if (!subject || measure === undefined) {
    const [word = ''] = text.value.toLowerCase().split(/\s/, 1)
    const meant = Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word] : nearest(word, [...MEASURES, 'table'])
    const better = meant && `${meant}${text.value.slice(word.length)}`
    context.report(say.unknownTile(span, { shows: text.value, nearest: better }))
    return undefined
  }
  const clauses = cut < 0 ? {} : readClauses(sliceFragment(text, cut), context)
  if (!clauses) return undefined
  const allowed = measure === 'table' ? OF_RECORDS : measure === 'share' ? [...OF_NUMBERS, 'among'] : OF_NUMBERS
  for (const [clause, written] of Object.entries(clauses)) {
    if (allowed.includes(clause)) continue
    const of = measure === 'table' ? 'a table of records' : 'a number'
    context.report(say.clauseNotHere(spanOf(written), { clause, of }))
  }
  const where = clauses['where'] && { where: bare(clauses['where']) }
  if (measure === 'table') return readTableTile(subject, clauses, where, context)
  if (measure === 'share' && !where) {
    context.report(say.shareOfWhat(spanOf(subject), { entity: subject.value }))
    return undefined
  }
  const countsRecords = measure === 'count' || measure === 'share'
  const path = matchParts(subject, /^([^.]+)\.(.+)$/ds)
  const entity = countsRecords ? subject : path?.[1]
  const field = countsRecords ? undefined : path?.[2]
  if (!entity || (!countsRecords && !field)) {
    context.report(
      say.badClause(spanOf(subject), {
        clause: `${measure} of`,
        expected: 'an entity and its field, as in "Invoice.total",',
      }),
    )
    return undefined
  }
  const [by, within, more] = clauses['by'] ? splitFragment(clauses['by']).map(readBy) : []
  if (more) context.report(say.badClause(spanOf(more.field), { clause: 'by', expected: 'at most two groupings' }))
  const form = readForm(clauses['as'], context)
  if (clauses['as'] && !by && form !== undefined && form !== 'number' && form !== 'table')
    context.report(say.clauseNotHere(spanOf(clauses['as']), { clause: `as ${form}`, of: 'one number' }))
  if (clauses['as'] && within && form !== undefined && !FORMS_OF_TWO.some((each) => each === form))
    context.report(say.clauseNotHere(spanOf(clauses['as']), { clause: `as ${form}`, of: 'two groupings' }))
  const better = readBetter(clauses, by !== undefined, context)
  return {
    kind: 'measure',
    measure: MEASURES.find((each) => each === measure) ?? 'count',
    entity,
    ...(field ? { field } : {}),
    ...where,
    ...(clauses['among'] ? { among: bare(clauses['among']) } : {}),
    ...(by ? { by } : {}),
    ...(within ? { within } : {}),
    ...(clauses['over'] ? { over: bare(clauses['over']) } : {}),
    ...(better ? { better } : {}),
    ...(form ? { as: form } : {}),
  }
}

function readTableTile(
  entity: Fragment,
  clauses: Clauses,
  where: { where: Fragment } | undefined,
  context: PointContext,
): Content {
  const sort = clauses['sort'] && readSortKeys(clauses['sort'])
  const first = clauses['first'] && readWrittenNumber(clauses['first'].value)
  if (clauses['first'] && !(first !== undefined && Number.isInteger(first) && first > 0 && first <= 100)) {
    context.report(
      say.badClause(spanOf(clauses['first']), { clause: 'first', expected: 'a whole number from 1 to 100' }),
    )
  }
  const over = clauses['over'] ? { over: bare(clauses['over']) } : {}
  const columns = clauses['columns'] && splitFragment(clauses['columns']).map(bare)
  return {
    kind: 'table',
    entity,
    ...(columns ? { columns } : {}),
    ...over,
    ...where,
    ...(sort ? { sort } : {}),
    ...(first ? { first } : {}),
  }
}

/** The clauses by their first words, in any order; undefined where one stands twice. */
function readClauses(text: Fragment, context: PointContext): Clauses | undefined {
  const clauses: { [word: string]: Fragment } = {}
  for (let at = 0; at < text.value.length;) {
    const word = /^[a-z]+/i.exec(text.value.slice(at))?.[0] ?? ''
    const next = findOutside(text.value, CLAUSE, at + word.length)
    const end = next < 0 ? text.value.length : next
    const key = word.toLowerCase()
    if (clauses[key]) {
      context.report(
        say.badClause(spanOf(text, at, at + word.length), { clause: word, expected: `no second "${word}"` }),
      )
      return undefined
    }
    clauses[key] = trimFragment(sliceFragment(text, at + word.length, end))
    at = end
  }
  return clauses
}

function readBy(text: Fragment): TileGroup<Fragment> {
  const parts = matchParts(text, /^(day|week|month|quarter|year)\s+of\s+(.+)$/dis)
  const unit = UNITS.find((one) => one === parts?.[1]?.value.toLowerCase())
  const field = parts?.[2] ?? text
  return { field: bare(field), ...(unit ? { unit } : {}) }
}

/** One number is compared with that of the period before. */
function readBetter(clauses: Clauses, isGrouped: boolean, context: PointContext): 'less' | 'more' | undefined {
  const written = clauses['better']
  if (!written) return undefined
  const word = (['less', 'more'] as const).find((each) => each === written.value.toLowerCase())
  if (!word) context.report(say.badClause(spanOf(written), { clause: 'better', expected: '"less" or "more"' }))
  else if (isGrouped || !clauses['over'])
    context.report(say.clauseNotHere(spanOf(written), { clause: 'better', of: 'what is not compared' }))
  return word
}

function readForm(text: Fragment | undefined, context: PointContext): (typeof FORMS)[number] | undefined {
  if (!text) return undefined
  const word = (readQuoted(text) ?? text).value.toLowerCase()
  const form = FORMS.find((one) => one === word)
  if (!form) {
    const meant = nearest(word, FORMS)
    context.report(
      say.badClause(spanOf(text), {
        clause: 'as',
        expected: meant ? `${FORMS.join(', ')} (is ${meant} meant?)` : FORMS.join(', '),
      }),
    )
  }
  return form
}
