// Rules of point 5 that are bound to a call: what it is given must satisfy them before its first step.
import * as say from '../diagnostics/7-calls.ts'
import { dependsOnUnknown } from '../diagnostics/model.ts'
import type { Environment } from '../expressions/schema.ts'
import type { CallDeclaration } from '../points/7-calls-declarations.ts'
import type { RuleDeclaration } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { matchParts } from '../text/match.ts'
import { nearest } from '../text/nearest.ts'
import { linkOtherwise } from './5-rules.ts'
import type { CallRule } from './7-calls-types.ts'
import { callShape, titlesOfCalls } from './7-named-calls.ts'
import { standardCall } from './7-standard-calls.ts'
import type { Linking } from './linking.ts'
import { BOOLEAN } from './linking.ts'

/** In the order of the document. */
export function linkCallRules(
  linking: Linking,
  { method, path }: CallDeclaration,
  environment: Environment,
): readonly CallRule[] {
  return rulesOnCalls(linking).flatMap(({ rule, call }) => {
    if (call !== callShape(`${method} ${path.value}`)) return []
    return linkRule(linking, rule, environment) ?? []
  })
}

/** A rule on a call that there is not is an error; of a standard one it is said where it belongs. */
export function reportRulesOnNothing(linking: Linking): void {
  const { calls } = linking.declarations
  const titles = titlesOfCalls(linking)
  for (const { rule, call, written } of rulesOnCalls(linking)) {
    if (titles.some((title) => callShape(title) === call) || rule.target.kind !== 'call') continue
    const span = spanOf(rule.target.call)
    if (!isShown(calls)) {
      linking.report(dependsOnUnknown(span, { unknown: 'Point 7' }))
      continue
    }
    const [method = '', path = ''] = call.split(' ')
    const does = standardCall(linking, method, path)
    if (does === undefined) linking.report(say.unknownCall(span, { call: written, nearest: nearest(written, titles) }))
    else linking.report(say.ruleOnStandardCall(span, { call: written, does }))
  }
}

interface RuleOnCall {
  readonly rule: RuleDeclaration
  readonly written: string
  /** Method and path, with a colon for each parameter. */
  readonly call: string
}

function rulesOnCalls({ declarations: { rules } }: Linking): readonly RuleOnCall[] {
  return (isShown(rules) ? rules.rules : []).flatMap((rule) => {
    const parts = rule.target.kind === 'call' ? matchParts(rule.target.call, /^(\S+)\s+(\S+)$/) : undefined
    if (!parts?.[1] || !parts[2]) return []
    const written = `${parts[1].value.toUpperCase()} ${parts[2].value}`
    return [{ rule, written, call: callShape(written) }]
  })
}

function linkRule(linking: Linking, rule: RuleDeclaration, environment: Environment): CallRule | undefined {
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
      otherwise: linkOtherwise(linking, rule),
      on: known,
      warns: rule.else === 'warn',
      cite: linking.cite(5, span),
    }
  )
}
