// Reads the questions of a point: `### Unknowns` with a bullet for each.
import type { Item, Part, PointNumber, Setting } from '../document/document.ts'
import * as sayPoints from '../diagnostics/all-points.ts'
import * as say from '../diagnostics/unknowns.ts'
import { isDate } from '../fields/date.ts'
import { readDay } from '../fields/reading/read-day.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { matchParts } from '../text/match-parts.ts'
import { nearest } from '../text/nearest-word.ts'
import type { Span } from '../text/span.ts'
import { isNotShown } from '../text/written-values.ts'
import type { PointContext } from './reading/point-context.ts'
import { reportInnerHeadings } from './reading/read-section.ts'

/** Entries below a question, in the order in which they are written. */
export const QUESTION_KEYS = ['owner', 'asked', 'answer', 'answered'] as const

type QuestionKey = (typeof QUESTION_KEYS)[number]

/** A question that the document asks below one of its points. It is settled if it has an answer. */
export interface QuestionDeclaration extends QuestionEntries {
  readonly point: PointNumber
  readonly text: string
  readonly span: Span
}

/** `asked` and `answered` are dates: `2026-11-29`. */
type QuestionEntries = { readonly [Key in QuestionKey]?: string }

interface KeyAndValue {
  readonly key: Fragment
  readonly value: Fragment
}

export function isUnknownsHeading({ heading }: Part): boolean {
  return /^unknowns$/i.test(heading.text.value)
}

/** Gives those that can be read; says what is wrong with the others. */
export function readQuestions(
  parts: readonly Part[],
  point: PointNumber,
  context: PointContext,
): readonly QuestionDeclaration[] {
  return parts.flatMap(({ blocks, parts: inner }) => {
    reportInnerHeadings(inner, EXPECTED, context)
    return blocks.flatMap((block) => {
      if (block.kind === 'bullets')
        return block.entries.flatMap((each, at) => readQuestion(each, { point, isFirst: at === 0 }, context))
      if (block.kind !== 'prose') {
        const what = { steps: 'An ordered list', table: 'A table', code: 'A fenced block' }[block.kind]
        context.report(sayPoints.misplaced(block.span, { what, expected: EXPECTED }))
      }
      return []
    })
  })
}

const EXPECTED = 'a bullet for each question'

function readQuestion(
  bullet: Setting | Item,
  { point, isFirst }: { readonly point: PointNumber; readonly isFirst: boolean },
  context: PointContext,
): readonly QuestionDeclaration[] {
  const { items, span } = bullet
  if (bullet.kind === 'setting' && keyOf(bullet.key) !== undefined) {
    const indent = { title: 'Indent it', edits: [{ span: { start: span.start, end: span.start }, text: '  ' }] }
    const fixes = isFirst ? [] : [indent]
    context.report(say.entryWithoutQuestion(spanOf(bullet.key), { key: bullet.key.value }, { fixes }))
    return []
  }
  // "Which is it: this or that?" reads as a setting.
  const written = bullet.kind === 'setting' ? `${bullet.key.value}: ${bullet.value.value}` : bullet.text.value
  const text = onOneLine(written)
  if (text === '') {
    context.report(say.emptyQuestion(span, {}))
    return []
  }
  return [{ point, text, ...readEntries(items, context), span }]
}

function readEntries(items: readonly (Setting | Item)[], context: PointContext): QuestionEntries {
  const entries: { [Key in QuestionKey]?: string } = {}
  const seen = new Map<QuestionKey, Fragment>()
  for (const item of items) {
    const keyed = keyedOf(item)
    const key = keyed && keyOf(keyed.key)
    if (keyed === undefined || key === undefined) {
      const name = keyed?.key ?? (item.kind === 'item' ? item.text : item.key)
      const meant = nearest(name.value, QUESTION_KEYS)
      context.report(
        say.unknownEntryOfQuestion(name.value === '' ? item.span : spanOf(name), {
          entry: onOneLine(name.value),
          nearest: meant,
          known: QUESTION_KEYS,
        }),
      )
      continue
    }
    if (seen.has(key)) context.report(say.doubledEntryOfQuestion(spanOf(keyed.key), { key }))
    seen.set(key, keyed.key)
    for (const inner of item.items)
      context.report(sayPoints.misplaced(inner.span, { what: 'A list below an entry', expected: `${key}: …` }))
    const value = onOneLine(keyed.value.value)
    if (value === '' || isNotShown(value)) continue
    if ((key === 'asked' || key === 'answered') && !isDate(value))
      context.report(say.badDateOfQuestion(spanOf(keyed.value), { key, value, meant: dayMeantBy(value) }))
    else entries[key] = value
  }
  const answered = seen.get('answered')
  if (answered && entries.answered !== undefined && entries.answer === undefined)
    context.report(say.answeredWithoutAnswer(spanOf(answered), {}))
  return entries
}

/** Below a bullet that reads as a setting itself, entries are not divided yet. */
function keyedOf(item: Setting | Item): KeyAndValue | undefined {
  if (item.kind === 'setting') return item
  const [, key, value] = matchParts(item.text, /^([^:]+):(?:\s+(.*))?$/ds) ?? []
  return key && { key, value: value ?? { ...key, value: '' } }
}

function keyOf({ value }: Fragment): QuestionKey | undefined {
  const word = value.toLowerCase()
  return QUESTION_KEYS.find((key) => key === word)
}

/** Undefined where day and month could be taken for each other. */
function dayMeantBy(value: string): string | undefined {
  const isPlain = /^\d{4}\D/.test(value) || (/\p{L}{3}/u.test(value) && /\d{4}/.test(value))
  return isPlain ? readDay(value, { locale: 'en', today: value.slice(0, 4), dateOrder: 'year first' }) : undefined
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
