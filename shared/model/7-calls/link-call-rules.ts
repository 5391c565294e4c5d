// Links the rules of point 5 that check the input of a call.
import * as say from '../../diagnostics/7-calls.ts'
import { dependsOnUnknown } from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import type { Span } from '../../text/span.ts'
import { linkOtherwise } from '../5-rules/link.ts'
import { warningNames } from '../5-rules/warning-names.ts'
import type { CallRule } from './types.ts'
import { callShape, titlesOfCalls } from './find-call.ts'
import { outlineEntitiesByPath, standardCall } from './standard-calls.ts'
import type { LinkContext } from '../link-context.ts'
import type { RuleDeclaration } from '../../points/5-rules/declarations.ts'

/** A rule on a call that there is not is an error; of a standard one it is said where it belongs. */
export function reportRulesOnNothing(context: LinkContext): void {
  const { calls } = context.declarations
  const titles = titlesOfCalls(context)
  const known = new Set(titles.map(callShape))
  const entities = outlineEntitiesByPath(context)
  for (const [call, rules] of rulesByCall(context)) {
    if (known.has(call)) continue
    const does = standardCall(entities, call)
    for (const { written, span } of rules) {
      if (!isShown(calls)) context.report(dependsOnUnknown(span, { unknown: 'Point 7' }))
      else if (does !== undefined) context.report(say.ruleOnStandardCall(span, { call: written, does }))
      else context.report(say.unknownCall(span, { call: written, nearest: nearest(written, titles) }))
    }
  }
}

interface RuleOnCall {
  readonly rule: RuleDeclaration
  readonly written: string
  readonly span: Span
}

/** Groups the rules on calls by method and path, with a colon for each parameter, in the order of the document. */
export function rulesByCall({ declarations: { rules } }: LinkContext): ReadonlyMap<string, readonly RuleOnCall[]> {
  const found = new Map<string, RuleOnCall[]>()
  for (const rule of isShown(rules) ? rules.rules : []) {
    if (rule.target.kind !== 'call') continue
    const { call } = rule.target
    const shape = callShape(call.value)
    const others = found.get(shape) ?? []
    others.push({ rule, written: call.value, span: spanOf(call) })
    found.set(shape, others)
  }
  return found
}

/** Links a rule that the input of a call must satisfy. */
export function linkCallRule(
  context: LinkContext,
  rule: RuleDeclaration,
  environment: Environment,
): CallRule | undefined {
  const { must, on, span } = rule
  if (!isShown(must)) return undefined
  if (must.kind !== 'hold') {
    context.report(say.ruleOfRecords(span, { kind: must.kind }))
    return undefined
  }
  const condition = context.expression(must.condition, environment, BOOLEAN)
  const inputs = Object.keys(environment.input ?? {})
  const warning = warningNames(context.declarations).get(rule)
  const known = on.flatMap((reference) => {
    const name = reference.value.replace(/^input\./, '')
    if (inputs.includes(name)) return [name]
    context.report(say.unknownInput(spanOf(reference), { name, nearest: nearest(name, inputs) }))
    return []
  })
  return (
    condition && {
      name: rule.name,
      condition,
      otherwise: linkOtherwise(context, rule, environment),
      on: known,
      warns: rule.else === 'warn',
      ...(warning === undefined ? {} : { warning }),
      cite: context.cite(5, span),
    }
  )
}
