// Reads the inputs of a transition: `reason: long text required`, ``… required when `…` ``, `… default 3`.
import * as say from '../../diagnostics/4-states.ts'
import type { Fix } from '../../diagnostics/diagnostic.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { findOutside } from '../../text/scan.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNone } from '../../text/written-values.ts'
import { readDefault } from '../3-entities/read-field.ts'
import { readFieldLimits } from '../3-entities/read-field-limits.ts'
import { readFieldType } from '../3-entities/read-field-type.ts'
import type { InputDeclaration } from './declarations.ts'
import { keepFirst, type PointContext, readName } from '../reading/point-context.ts'

/** A new input starts at `name:`; whatever follows a comma without one goes on with the type before it. */
export function readInputs(text: Fragment, context: PointContext): InputDeclaration[] {
  if (isNone(text.value)) return []
  const inputs: Fragment[] = []
  for (const part of splitFragment(text)) {
    const before = inputs.at(-1)
    if (!before || /^[\p{L}_`][\p{L}\p{N}_ `()-]*:(?:\s|$)/u.test(part.value)) inputs.push(part)
    else
      inputs[inputs.length - 1] = trimFragment(
        sliceFragment(text, indexIn(text, before), indexIn(text, part) + part.value.length),
      )
  }
  return keepFirst(
    inputs.flatMap((input) => readInput(input, context) ?? []),
    'inputs',
    context,
  )
}

/** Matches what may stand behind a type, in any order; a choice may have words like these of limits among its own. */
const CLAUSE =
  /,?\s+(?:default|required|optional|min|max|at\s+most|pattern|choose\s+from|types(?=\s+\.?[a-z0-9]))(?=[\s,]|$)|,?\s+-?\d[\w.,]*(?:\s+[a-z]+)?\.\.|,?\s+\d[\d.,]*\s*[kmg]b\b/i
const CLAUSE_OF_CHOICE = /,?\s+(?:default|required|optional)(?=[\s,]|$)/i
const WHETHER_REQUIRED = /^(required|optional)(?:\s+when\s+(`[^`]+`))?$/dis
const LACKS_REQUIRED = /^(.+?)\s+(when\s+`[^`]+`)$/dis
const IS_DEFAULT = /^default\s+(.+)$/dis

function readInput(text: Fragment, context: PointContext): InputDeclaration | undefined {
  const parts = matchParts(text, /^([^:]+):\s+(.+)$/dis)
  const name = parts?.[1] && readName(parts[1], 'field', 'asks', context)
  if (!parts?.[2]) {
    context.report(say.badInput(spanOf(text), { input: text.value }))
    return undefined
  }
  if (!name) return undefined
  const { type: written, word, condition, initial, limits, isWhole } = readClauses(parts[2])
  const [, type = written, when] = (word ? undefined : matchParts(written, LACKS_REQUIRED)) ?? []
  if (when) {
    const fix: Fix = {
      title: 'Write "required when"',
      certain: true,
      edits: [{ span: { start: when.start, end: when.start }, text: 'required ' }],
    }
    context.report(say.whenOfInput(spanOf(when), { input: name.label, when: when.value }, { fixes: [fix] }))
  }
  if (!isWhole) context.report(say.badInput(spanOf(text), { input: text.value }))
  if (/^choose\s/i.test(limits?.value ?? '')) context.report(say.limitInCell(spanOf(text), { input: name.label }))
  const isRequired = word?.value.toLowerCase() === 'required'
  return {
    name,
    type: readFieldType(bare(type), name.label, context),
    ...(word ? { required: isRequired && condition ? { condition: bare(condition) } : isRequired } : {}),
    ...(initial ? { default: readDefault(initial) } : {}),
    ...(limits && !/^choose\s/i.test(limits.value)
      ? { limits: { ...readFieldLimits(limits, context), span: spanOf(limits) } }
      : {}),
    span: spanOf(text),
  }
}

interface Clauses {
  readonly type: Fragment
  readonly word?: Fragment | undefined
  readonly condition?: Fragment | undefined
  readonly initial?: Fragment | undefined
  /** All that is said of limits, with commas between. */
  readonly limits?: Fragment | undefined
  /** False where something is said twice, in two places, or can't be read. */
  readonly isWhole: boolean
}

/** Reads `text required, max 20, default "none"`: quotes and code are stepped over, so that no word in them begins a clause. */
function readClauses(text: Fragment): Clauses {
  const starts = clausesIn(text.value)
  const slice = (from: number, to = text.value.length): Fragment => trimFragment(sliceFragment(text, from, to))
  const found: { word?: Fragment; condition?: Fragment | undefined; initial?: Fragment } = {}
  let limits: { readonly from: number; to: number } | undefined
  let isWhole = true
  for (const [at, { before, from }] of starts.entries()) {
    const to = starts[at + 1]?.before ?? text.value.length
    const clause = slice(from, to)
    const [, word, condition] = matchParts(clause, WHETHER_REQUIRED) ?? []
    const initial = matchParts(clause, IS_DEFAULT)?.[1]
    if (word && found.word === undefined) Object.assign(found, { word, condition })
    else if (initial && found.initial === undefined) found.initial = initial
    else if (/^(?:default|required|optional)(?=\s|$)/i.test(clause.value)) isWhole = false
    else if (limits === undefined) limits = { from, to }
    else if (limits.to === before) limits.to = to
    else isWhole = false
  }
  return {
    type: slice(0, starts[0]?.before),
    ...found,
    ...(limits ? { limits: slice(limits.from, limits.to) } : {}),
    isWhole,
  }
}

/** Finds where clauses begin: with the comma or blanks before it, and without. */
function clausesIn(text: string): readonly { readonly before: number; readonly from: number }[] {
  const pattern = /^(?:one|several)\s+of\s/i.test(text) ? CLAUSE_OF_CHOICE : CLAUSE
  const found: { readonly before: number; readonly from: number }[] = []
  for (let before = findOutside(text, pattern); before >= 0;) {
    const from = before + (/^[,\s]*/.exec(text.slice(before))?.[0].length ?? 0)
    found.push({ before, from })
    before = findOutside(text, pattern, from)
  }
  return found
}

function indexIn(whole: Fragment, part: Fragment): number {
  let index = Math.max(0, part.start - whole.start - whole.gaps.length)
  while (spanOf(whole, index, index + 1).start < part.start) index++
  return index
}
