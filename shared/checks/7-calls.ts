// Checks that some role may make each call, and that no GET changes data.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { readsOf } from '../expressions/reads.ts'
import { expressionsOfTemplate } from '../model/7-calls/template-expressions.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import type { Model, Grantee } from '../model/model.ts'
import type { EffectDeclaration } from '../points/4-states/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { isFieldReadable } from './granted-roles.ts'
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
      ...checkReads(model, title, linked.get(title)),
    ]
  })
}

/** Does it do more than look? */
function changes(effect: EffectDeclaration): boolean {
  if (effect.kind === 'forEach') return effect.effects.some(changes)
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

/** Answers, and the names that steps give, read with the caller's eyes: what none of them may read is never found. */
function checkReads(model: Model, title: string, call: DocumentCall | undefined): readonly Diagnostic[] {
  if (!model.rolesShown || call === undefined || call.who.length === 0) return []
  const callers = callersOf(model, call.who)
  const named = call.steps.flatMap((step) => (step.kind === 'let' ? [step.value] : []))
  const answered = call.answer?.body ? expressionsOfTemplate(call.answer.body) : []
  return [...named, ...answered].flatMap(({ tree, span }) => {
    const sets = readsOf(tree).others.filter(({ field }) => field === undefined)
    return sets.flatMap(({ entity }) =>
      callers.some((caller) => isFieldReadable(model, entity, 'id', caller))
        ? []
        : [say.callReadsNothing(span, { call: title, what: model.entities.get(entity)?.plural ?? entity })],
    )
  })
}

/** Those with a role may make a call for anyone, too; a condition may describe people of any role. */
function callersOf(model: Model, who: readonly Grantee[]): readonly string[] {
  const all = ['everyone', ...model.roles.keys()]
  return who.flatMap((each) => {
    if (each.kind === 'role') return [each.role]
    return each.kind === 'anyone' ? ['anyone', ...all] : all
  })
}
