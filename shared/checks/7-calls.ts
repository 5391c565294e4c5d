// Point 7: may anybody make each call, and does one that reads leave all as it is?
import * as say from '../diagnostics/checks.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Model } from '../model/model.ts'
import type { EffectDeclaration } from '../points/4-states-declarations.ts'
import type { CallDeclaration } from '../points/7-calls-declarations.ts'
import { isShown } from '../points/declarations.ts'
import { canHold } from './conditions.ts'
import type { Check } from './run-checks.ts'

export const checkCalls: Check = (model, { calls, unknowns }) => {
  if (!isShown(calls)) return []
  // Who may make a call, and with it the whole, may be what is not shown.
  const isOpen = ({ span }: CallDeclaration): boolean =>
    unknowns.some((unknown) => unknown.point === 7 && unknown.span.start >= span.start && unknown.span.end <= span.end)
  return calls.calls.flatMap((call) => {
    const title = `${call.method} ${call.path.value}`
    const isMade = call.who.length > 0 || isOpen(call) || unknowns.some(({ name }) => name === `${title}: who`)
    return [
      ...(isMade || !call.steps ? [] : [say.callByNobody(call.span, { call: title })]),
      ...(call.method === 'GET' && (call.steps ?? []).some(changes)
        ? [say.getChanges(call.span, { call: title })]
        : []),
      ...checkWho(model, call),
    ]
  })
}

/** Does it do more than look? */
function changes(effect: EffectDeclaration): boolean {
  if (effect.kind === 'forEach') return changes(effect.effect)
  if (effect.kind === 'try') return changes(effect.effect) || changes(effect.otherwise)
  return effect.kind !== 'let' && effect.kind !== 'refuse'
}

function checkWho(model: Model, { method, path }: CallDeclaration): readonly Diagnostic[] {
  const linked = model.calls.find((call) => call.method === method && call.path === path.value)
  return (linked?.who ?? []).flatMap((who) => {
    if (who.kind !== 'condition' || canHold([who.condition], new Map(), model)) return []
    return [say.callNeverHolds(who.condition.span, { call: `${method} ${path.value}` })]
  })
}
