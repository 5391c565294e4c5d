// Reads the limits of a field: `unique per team, max 120`, `1..5`, `at most 5, 10 MB each`.
import * as say from '../../diagnostics/3-entities.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { bare, isNone, readWrittenNumber, readQuoted, readSize } from '../../text/written-values.ts'
import type { FieldLimits } from './declarations.ts'
import { meantLimit } from './limits-elsewhere.ts'
import type { PointContext } from '../reading/point-context.ts'
import { plainWord } from '../reading/read-headed-table.ts'

type Limits = { -readonly [key in keyof FieldLimits]: FieldLimits[key] }
const WORDS = ['unique', 'indexed', 'searchable', 'write once', 'hidden'] as const
const FLAGS: { readonly [word: string]: 'indexed' | 'searchable' | 'writeOnce' | 'hidden' } = {
  indexed: 'indexed',
  searchable: 'searchable',
  'write once': 'writeOnce',
  hidden: 'hidden',
}

export function readFieldLimits(text: Fragment, context: PointContext): FieldLimits {
  const limits: Limits = { indexed: false, searchable: false, writeOnce: false, hidden: false }
  if (isNone(text.value)) return limits
  let types: { words: string[]; end: number } | undefined
  for (const part of splitFragment(bare(text))) {
    const span = spanOf(part)
    const started = matchParts(part, /^types?\s+(.+)$/dis)
    if (started?.[1]) {
      if (limits.types) context.report(say.doubledLimit(span, { limit: 'types' }))
      types = { words: [typeWord(started[1])], end: span.end }
      limits.types = { words: types.words, span }
    } else if (!readLimit(part, limits, context)) {
      // After `types pdf` the words go on: `types pdf, png`.
      if (types && limits.types && /^\.?[a-z0-9+/*-]+$/i.test(part.value)) {
        types.words.push(typeWord(part))
        limits.types = { words: types.words, span: { start: limits.types.span.start, end: span.end } }
      } else {
        const other = meantLimit(part.value)
        const meant = nearest(part.value, [
          ...WORDS,
          'unique per',
          'max',
          'min',
          'pattern',
          'at least',
          'at most',
          'types',
        ])
        context.report(say.unknownLimit(span, { limit: part.value, nearest: other ? undefined : meant, meant: other }))
      }
    }
  }
  return limits
}

/** False where the words are no limit. */
function readLimit(part: Fragment, limits: Limits, context: PointContext): boolean {
  const span = spanOf(part)
  const twice = (key: keyof Limits, word: string): void => {
    if (limits[key]) context.report(say.doubledLimit(span, { limit: word }))
  }
  const word = plainWord(part.value)
  const flag = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined
  if (flag) {
    twice(flag, part.value)
    limits[flag] = true
    return true
  }
  const unique = matchParts(part, /^unique(?:\s+per\s+(.+))?$/dis)
  if (unique) {
    twice('unique', 'unique')
    limits.unique = { per: unique[1] ? splitAnd(unique[1]) : [], span }
    return true
  }
  const range =
    matchParts(part, /^(\S+?(?:\s*%)?)\s*(?:\.\.|…)\s*(\S+(?:\s*%)?)$/ds) ??
    matchParts(part, /^(\d[^.…]*[a-z])\s*(?:\.\.|…)\s*(\d[^.…]*[a-z])$/dis) ??
    // Expressions of several words, calls among them: `lent_on..later(lent_on, 1, "year")`.
    matchParts(part, /^(?!(?:pattern|min|max|types?|unique|at)\b)(\S.*?)\s*(?:\.\.|…)\s*(\S.*)$/dis)
  if (range?.[1] && range[2]) {
    twice('min', 'min')
    twice('max', 'max')
    limits.min = { value: bare(range[1]), span }
    limits.max = { value: bare(range[2]), span }
    return true
  }
  const bound = matchParts(part, /^(min|max)(?:imum)?\s+(.+)$/dis)
  if (bound?.[2] && !meantLimit(part.value)) {
    const key = bound[1]?.value.toLowerCase() === 'min' ? 'min' : 'max'
    twice(key, key)
    limits[key] = { value: bare(bound[2]), span }
    return true
  }
  const pattern = matchParts(part, /^pattern\s+(.+)$/dis)
  if (pattern?.[1]) {
    twice('pattern', 'pattern')
    limits.pattern = { source: readQuoted(pattern[1]) ?? bare(pattern[1]), span }
    return true
  }
  const count = readWrittenNumber(matchParts(part, /^at\s+most\s+(\S+)$/dis)?.[1]?.value ?? '')
  if (count !== undefined && Number.isInteger(count) && count > 0) {
    twice('atMost', 'at most')
    limits.atMost = { count, span }
    return true
  }
  const least = readWrittenNumber(matchParts(part, /^at\s+least\s+(\S+)$/dis)?.[1]?.value ?? '')
  if (least !== undefined && Number.isInteger(least) && least > 0) {
    twice('atLeast', 'at least')
    limits.atLeast = { count: least, span }
    return true
  }
  const each = matchParts(part, /^(.+?)\s+each$/dis)?.[1]
  const bytes = readSize((each ?? part).value)
  if (bytes !== undefined) {
    twice('eachSize', 'each')
    limits.eachSize = { bytes, isOfEach: each !== undefined, span }
    return true
  }
  return false
}

function typeWord(text: Fragment): string {
  return text.value.replace(/^\./, '').toLowerCase()
}

/** `team and year`: commas divide limits, so `and` divides here. */
function splitAnd(text: Fragment): Fragment[] {
  const parts = splitAt(text, /\s+and\s+/i)
  return parts ? [bare(parts.before), ...splitAnd(parts.after)] : [bare(text)]
}
