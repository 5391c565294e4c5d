// Checks that some role may make each call, and that no GET changes data.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Model, Grantee } from '../model/model.ts'
import type { EffectDeclaration } from '../points/4-states/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { canHold, isHeldByNobody } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkCalls: SpecificationCheck = (model, { calls, unknowns }) => {
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

function checkWho(model: Model, call: string, who: readonly Grantee[]): readonly Diagnostic[] {
  return who.flatMap((each) => {
    if (each.kind !== 'condition' || canHold([each.condition], new Map(), model) || isHeldByNobody(each, model))
      return []
    return [say.callNeverHolds(each.condition.span, { call })]
  })
}
