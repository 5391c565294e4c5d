// Rules of point 5 that are bound to a call: what it is given must satisfy them before its first step.
import * as say from '../diagnostics/7-calls.ts'
import { dependsOnUnknown } from '../diagnostics/model.ts'
import type { Environment } from '../expressions/schema.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { RuleDeclaration } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { nearest } from '../text/nearest.ts'
import type { Span } from '../text/span.ts'
import { linkOtherwise } from './5-rules.ts'
import type { CallRule } from './7-calls-types.ts'
import { callShape, titlesOfCalls } from './7-named-calls.ts'
import { entitiesByPath, standardCall } from './7-standard-calls.ts'
import type { Linking } from './linking.ts'

/** A rule on a call that there is not is an error; of a standard one it is said where it belongs. */
export function reportRulesOnNothing(linking: Linking): void {
  const { calls } = linking.declarations
  const titles = titlesOfCalls(linking)
  const known = new Set(titles.map(callShape))
  const entities = entitiesByPath(linking)
  for (const [call, rules] of rulesByCall(linking)) {
    if (known.has(call)) continue
    const does = standardCall(entities, call)
    for (const { written, span } of rules) {
      if (!isShown(calls)) linking.report(dependsOnUnknown(span, { unknown: 'Point 7' }))
      else if (does !== undefined) linking.report(say.ruleOnStandardCall(span, { call: written, does }))
      else linking.report(say.unknownCall(span, { call: written, nearest: nearest(written, titles) }))
    }
  }
}

interface RuleOnCall {
  readonly rule: RuleDeclaration
  readonly written: string
  readonly span: Span
}

/** By method and path, with a colon for each parameter; in the order of the document. */
export function rulesByCall({ declarations: { rules } }: Linking): ReadonlyMap<string, readonly RuleOnCall[]> {
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

/** What it must hold of what the call is given. */
export function linkCallRule(linking: Linking, rule: RuleDeclaration, environment: Environment): CallRule | undefined {
  const { must, on, span } = rule
  if (!isShown(must)) return undefined
  if (must.kind !== 'hold') {
    linking.report(say.ruleOfRecords(span, { kind: must.kind }))
    return undefined
  }
  const condition = linking.expression(must.condition, environment, BOOLEAN)
  const inputs = Object.keys(environment.input ?? {})
  const known = on.flatMap((reference) => {
    const name = reference.value.replace(/^input\./, '')
    if (inputs.includes(name)) return [name]
    linking.report(say.unknownInput(spanOf(reference), { name, nearest: nearest(name, inputs) }))
    return []
  })
  return (
    condition && {
      name: rule.name,
      condition,
      otherwise: linkOtherwise(linking, rule, environment),
      on: known,
      warns: rule.else === 'warn',
      cite: linking.cite(5, span),
    }
  )
}
