// Point 7: may anybody make each call, and does one that reads leave all as it is?
import * as say from '../diagnostics/checks.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Model, Who } from '../model/model.ts'
import type { EffectDeclaration } from '../points/4-states-declarations.ts'
import { isShown } from '../points/declarations.ts'
import { canHold, isOfNobody } from './conditions.ts'
import type { Check } from './run-checks.ts'

export const checkCalls: Check = (model, { calls, unknowns }) => {
  if (!isShown(calls)) return []
  // Who may make a call may be what is not shown.
  const open = new Set(unknowns.filter(({ point }) => point === 7).map(({ name }) => name))
  const linked = new Map(model.calls.map((call) => [`${call.method} ${call.path}`, call]))
  return calls.calls.flatMap((call) => {
    const title = `${call.method} ${call.path.value}`
    const isMade = call.who.length > 0 || open.has(`${title}: who`) || open.has('who')
    return [
      ...(isMade || !call.steps ? [] : [say.callByNobody(call.span, { call: title })]),
      ...(call.method === 'GET' && (call.steps ?? []).some(changes)
        ? [say.getChanges(call.span, { call: title })]
        : []),
      ...checkWho(model, title, linked.get(title)?.who ?? []),
    ]
  })
}

/** Does it do more than look? */
function changes(effect: EffectDeclaration): boolean {
  if (effect.kind === 'forEach') return changes(effect.effect)
  if (effect.kind === 'try') return changes(effect.effect) || changes(effect.otherwise)
  return effect.kind !== 'let' && effect.kind !== 'refuse'
}

function checkWho(model: Model, call: string, who: readonly Who[]): readonly Diagnostic[] {
  return who.flatMap((each) => {
    if (each.kind !== 'condition' || canHold([each.condition], new Map(), model) || isOfNobody(each, model)) return []
    return [say.callNeverHolds(each.condition.span, { call })]
  })
}
