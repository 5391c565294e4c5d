// Reads the condition of a rule: an expression, `no overlap of …`, `at most … per …` …
import * as say from '../../diagnostics/5-rules.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { bare, isNotShown, readCode } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'
import type { RuleDeclaration } from './declarations.ts'

type MustDeclaration = RuleDeclaration['must']

export function readMust(text: Fragment, rule: string, context: PointContext): MustDeclaration | undefined {
  if (isNotShown(text.value)) {
    context.unknown(rule, spanOf(text))
    return { notShown: true, span: spanOf(text) }
  }
  const whole = readCode(text)
  const plain = whole ?? text
  const words = FORM.exec(plain.value)?.[0].toLowerCase().replaceAll(/\s+/g, ' ')
  if (words === undefined) return { kind: 'hold', condition: plain }
  const parts = splitAt(plain, /(?<=\s)where(?=\s|`)/i)
  const where = parts && { where: bare(parts.after) }
  const rest = parts?.before ?? plain
  const must =
    words === 'no overlap'
      ? readOverlap(rest, where)
      : words === 'at most'
        ? readAtMost(rest, where)
        : words === 'no circle' && !where
          ? readCircle(rest)
          : undefined
  if (!must) context.report(say.badMust(spanOf(text), { form: text.value, expected: exampleOf(words) }))
  return must
}

/** Two words with which no expression begins: where a name would follow a name. */
const FORM = /^(?:no|at)\s+(?!(?:in|and|or|not)\b)[a-z]+\b/i

const EXAMPLES: { readonly [form: string]: string } = {
  'no overlap': '"no overlap of starts_at..ends_at per room where `…`"',
  'at most': '"at most limits.x per requester where `…`"',
  'no circle': '"no circle along parent"',
}

function exampleOf(words: string): string {
  const form = Object.hasOwn(EXAMPLES, words) ? words : nearest(words, Object.keys(EXAMPLES))
  return EXAMPLES[form ?? ''] ?? Object.values(EXAMPLES).join(', ')
}

function readOverlap(text: Fragment, where: { where: Fragment } | undefined): MustDeclaration | undefined {
  const said = matchParts(text, /^no\s+overlap\s+of\s+(\S.*)$/dis)?.[1]
  if (!said) return undefined
  const { before, after } = splitAt(said, /\s+per\s+/i) ?? { before: said, after: undefined }
  const ends = matchParts(bare(before), /^([^`]+?)(?:\.\.|…|\s+to\s+)([^`]+)$/dis)
  if (!ends?.[1] || !ends[2]) return undefined
  return { kind: 'no overlap', from: ends[1], to: ends[2], per: readPer(after), ...where }
}

function readAtMost(text: Fragment, where: { where: Fragment } | undefined): MustDeclaration | undefined {
  const parts = matchParts(text, /^at\s+most\s+(.+?)(?:\s+per\s+(.+))?$/dis)
  return parts?.[1] && { kind: 'at most', count: bare(parts[1]), per: readPer(parts[2]), ...where }
}

function readCircle(text: Fragment): MustDeclaration | undefined {
  const along = matchParts(text, /^no\s+circle\s+along\s+`?([^`]+?)`?$/dis)?.[1]
  return along && { kind: 'no circle', along }
}

/** Names with commas or `and` between them. */
function readPer(text: Fragment | undefined): Fragment[] {
  if (!text) return []
  return splitFragment(text).flatMap((part) => {
    const both = splitAt(part, /\s+and\s+/i)
    return both ? [bare(both.before), ...readPer(both.after)] : [bare(part)]
  })
}
