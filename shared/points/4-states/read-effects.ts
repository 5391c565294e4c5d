// Reads the effects of a transition, an event or a call.
import * as say from '../../diagnostics/4-states.ts'
import * as sayCalls from '../../diagnostics/7-calls.ts'
import type { Item } from '../../document/document.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { findOutside } from '../../text/scan.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { bare, isNone, isNotShown, nameAsIdentifier, readCode } from '../../text/written-values.ts'
import { EFFECT_READERS } from './effect-readers.ts'
import type { EffectDeclaration } from './declarations.ts'
import type { PointContext } from '../reading/point-context.ts'

const MOST_NESTED = 8

/** Effects with semicolons between them; backticks around one or all of them are optional. */
export function readEffects(
  text: Fragment,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): EffectDeclaration[] {
  if (isNone(text.value)) return []
  return splitFragment(text, ';').flatMap((part) => {
    const code = readCode(part)
    return code
      ? readEffects(code, transitionNames, context)
      : (readEffect(part, { transitionNames, depth: 0 }, context) ?? [])
  })
}

/** Effects as an ordered list. */
export function readEffectSteps(
  items: readonly Item[],
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): EffectDeclaration[] {
  return items.flatMap((item) => {
    if (!isNotShown(item.text.value)) return readEffects(item.text, transitionNames, context)
    context.unknown('An effect', item.span)
    return []
  })
}

interface EffectContext {
  /** Names of the transitions of the whole point, in lower case. */
  readonly transitionNames: ReadonlySet<string>
  readonly depth: number
}

function readEffect(written: Fragment, around: EffectContext, context: PointContext): EffectDeclaration | undefined {
  const text = bare(written)
  const span = spanOf(text)
  if (around.depth > MOST_NESTED) {
    context.report(say.nestedTooDeep(span, {}))
    return undefined
  }
  const inner = (part: Fragment): EffectDeclaration | undefined =>
    readEffect(part, { ...around, depth: around.depth + 1 }, context)
  const forEach = matchParts(text, /^for\s+each\s+(.*)$/dis)
  if (forEach?.[1]) return readForEach(forEach[1], span, inner, context)
  const attempt = matchParts(text, /^try\s+(.*)$/dis)
  if (attempt?.[1]) return readTry(attempt[1], span, inner, context)
  const { effect, condition } = splitCondition(text)
  const found = readPlain(effect, around.transitionNames, context)
  return found && { ...found, ...(condition ? { if: condition } : {}), span }
}

function readPlain(text: Fragment, transitionNames: ReadonlySet<string>, context: PointContext) {
  const set = matchParts(text, /^`?([A-Za-z_][\w.]*)`?\s*=(?!=)\s*(.*)$/ds)
  if (set?.[1]) {
    const next = findOutside(set[2]?.value ?? '', NEXT_EFFECT)
    if (next >= 0 && set[2]) {
      context.report(
        say.badEffect(spanOf(set[2], next), { word: ',', expected: '";" between effects: "a = 1; b = 2"' }),
      )
      return undefined
    }
    if (set[2]?.value) return { kind: 'set', field: set[1], value: bare(set[2]) } as const
    context.report(say.badEffect(spanOf(text), { word: '=', expected: '"field = value"' }))
    return undefined
  }
  const parts = matchParts(text, /^([a-z]+)\s+(.*)$/dis)
  const word = parts?.[1]?.value.toLowerCase() ?? ''
  const reader = Object.hasOwn(EFFECT_READERS, word) ? EFFECT_READERS[word] : undefined
  if (context.point !== 7 && IN_CALLS.includes(word)) {
    context.report(say.onlyInCalls(spanOf(text), { word }))
    return undefined
  }
  // The answer of a call is a step, and no part of one.
  if (word === 'answer') {
    context.report(sayCalls.conditionalAnswer(spanOf(text), {}))
    return undefined
  }
  if (!reader || !parts?.[2]) {
    const call = matchParts(text, /^notify\s*\(\s*([^"“„]+?)\s*,\s*(["“„].*["”“])\s*\)$/dis)
    if (call?.[1] && call[2]) {
      const write = `notify ${call[1].value} ${call[2].value}`
      context.report(say.badEffect(spanOf(text), { word: 'notify', expected: write, write }))
      return undefined
    }
    const first = text.value.split(/\s/)[0] ?? ''
    const words = [...Object.keys(EFFECT_READERS), 'for', 'try', ...IN_CALLS]
    const known = words.filter((each) => context.point === 7 || !IN_CALLS.includes(each))
    const parameters = { effect: text.value, first, nearest: nearest(first, known) }
    context.report(say.unknownEffect(spanOf(text, 0, first.length), parameters))
    return undefined
  }
  const found = reader.read(parts[2], transitionNames, context)
  const meant = found ? undefined : reader.meant?.(parts[2].value)
  if (!found) context.report(say.badEffect(spanOf(text), { word, expected: reader.example, ...meant }))
  return found === 'not shown' ? undefined : found
}

/** `, open = true`: two effects with a comma or a break of the line between them. */
const NEXT_EFFECT = /(?:,|<br\s*\/?>)\s*[a-z_][\w.]*\s*=(?!=)/i

/** Effects that a call of point 7 can have and a transition cannot. */
const IN_CALLS: readonly string[] = ['sign', 'change', 'answer']

/** The last `if` outside quotes and brackets is the effect's own. */
function splitCondition(text: Fragment): { effect: Fragment; condition?: Fragment } {
  let at = -1
  for (let next = findOutside(text.value, IF); next >= 0; next = findOutside(text.value, IF, next + 1)) at = next
  if (at <= 0) return { effect: text }
  const condition = trimFragment(sliceFragment(text, at + 3))
  const effect = trimFragment(sliceFragment(text, 0, at))
  return condition.value === '' ? { effect: text } : { effect: bare(effect), condition: bare(condition) }
}

const IF = /(?<=\s|`|\}|"|”)if(?=\s|`)/i

function readForEach(
  text: Fragment,
  span: EffectDeclaration['span'],
  inner: (part: Fragment) => EffectDeclaration | undefined,
  context: PointContext,
): EffectDeclaration | undefined {
  const body = splitAt(text, /:(?=\s)/)
  const head = body && matchParts(body.before, /^`?([A-Za-z_]\w*)`?\s+in\s+(.+)$/dis)
  if (!body || !head?.[1] || !head[2]) {
    context.report(
      say.badEffect(span, {
        word: 'for each',
        expected: '"for each line in lines: EFFECT" or "for each line in lines: (EFFECT; EFFECT)"',
      }),
    )
    return undefined
  }
  const block = matchParts(body.after, /^\((.*)\)$/ds)?.[1]
  const parts = block ? splitFragment(block, ';') : [body.after]
  const effects = parts.flatMap((part) => inner(part) ?? [])
  // Half of what is done for each was meant by nobody.
  if (effects.length < parts.length || parts.length === 0) return undefined
  return { kind: 'forEach', variable: head[1].value, set: nameAsIdentifier(bare(head[2])), effects, span }
}

function readTry(
  text: Fragment,
  span: EffectDeclaration['span'],
  inner: (part: Fragment) => EffectDeclaration | undefined,
  context: PointContext,
): EffectDeclaration | undefined {
  const parts = splitAt(text, /(?<=[\s`}])otherwise(?=[\s`])/i)
  if (!parts || parts.before.value === '' || parts.after.value === '') {
    context.report(say.badEffect(span, { word: 'try', expected: '"try EFFECT otherwise EFFECT"' }))
    return undefined
  }
  const effect = inner(parts.before)
  const otherwise = inner(parts.after)
  return effect && otherwise && { kind: 'try', effect, otherwise, span }
}
