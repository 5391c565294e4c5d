// Reads the inputs of a transition: `reason: long text required`, ``… required when `…` ``, `… default 3`.
import * as say from '../../diagnostics/4-states.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
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

const WHETHER_REQUIRED = String.raw`(?:,?\s+(required|optional)(?:\s+when\s+(\`[^\`]+\`))?)?$`
const TYPE = new RegExp(`^(.+?)${WHETHER_REQUIRED}`, 'is')
const TYPE_AND_DEFAULT = new RegExp(String.raw`^(.+?),?\s+default\s+(.+?)${WHETHER_REQUIRED}`, 'is')
/** A type, and behind it what a field has in its column of limits. */
const LIMITED =
  /^((?!(?:one|several)\s+of\s)[^"`“]+?),?\s+((?:min|max|at most|pattern|choose from)\s.*|-?\d[\d.,]*\.\..*)$/is
const LIMITS = new RegExp(String.raw`^(.+?)(?:,?\s+default\s+(.+?))?${WHETHER_REQUIRED}`, 'is')

function readInput(text: Fragment, context: PointContext): InputDeclaration | undefined {
  const parts = matchParts(text, /^([^:]+):\s+(.+)$/is)
  const name = parts?.[1] && readName(parts[1], 'field', 'asks', context)
  if (!parts?.[2]) {
    context.report(say.badInput(spanOf(text), { input: text.value }))
    return undefined
  }
  if (!name) return undefined
  const [, unlimited, limited] = matchParts(parts[2], LIMITED) ?? []
  const [, limits, givenBehind, ...last] = (limited && matchParts(limited, LIMITS)) ?? []
  if (/^choose\s/i.test(limited?.value ?? '')) context.report(say.limitInCell(spanOf(text), { input: name.label }))
  const [, before, givenBefore, ...behind] = matchParts(unlimited ?? parts[2], TYPE_AND_DEFAULT) ?? []
  const rest = before ?? unlimited ?? parts[2]
  const [, type = rest, ...ahead] = matchParts(rest, TYPE) ?? []
  const [word, condition] = [last, behind, ahead].find(([said]) => said) ?? []
  const initial = givenBehind ?? givenBefore
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

function indexIn(whole: Fragment, part: Fragment): number {
  let index = Math.max(0, part.start - whole.start - whole.gaps.length)
  while (spanOf(whole, index, index + 1).start < part.start) index++
  return index
}
