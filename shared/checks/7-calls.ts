// Checks that some role may make each call, and that no GET changes data.
import * as say from '../diagnostics/warnings-of-calls.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { readsOf } from '../expressions/reads.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import type { Model, Grantee } from '../model/model.ts'
import type { EffectDeclaration } from '../points/4-states/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { checkClosedByCalls } from './closed-by-calls.ts'
import { checkFieldsOfCalls, expressionsRead, mayFind, namedCallers, sayCallers } from './fields-of-calls.ts'
import { isFieldReadable } from './granted-roles.ts'
import { checkPartlyRead } from './partly-read-sets.ts'
import { canHold, isHeldByNobody } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkCalls: SpecificationCheck = (model, { calls, unknowns }) => {
  if (!isShown(calls)) return []
  // Who may make a call may be what is not shown.
  const open = new Set(unknowns.filter(({ point }) => point === 7).map(({ name }) => name))
  const linked = new Map(model.calls.map((call) => [`${call.method} ${call.path}`, call]))
  const ofEach = calls.calls.flatMap((call) => {
    const title = `${call.method} ${call.path.value}`
    const isMade = call.who.length > 0 || open.has(`${title}: who`) || open.has('who')
    return [
      ...(isMade || !call.steps ? [] : [say.callByNobody(call.span, { call: title })]),
      ...(call.method === 'GET' && (call.steps ?? []).some(changes)
        ? [say.getChanges(call.span, { call: title })]
        : []),
      ...checkWho(model, title, linked.get(title)?.who ?? []),
      ...checkReads(model, title, linked.get(title), spanOf(call.path)),
    ]
  })
  return [...ofEach, ...checkFieldsOfCalls(model), ...checkClosedByCalls(model)]
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
function checkReads(model: Model, title: string, call: DocumentCall | undefined, place: Span): readonly Diagnostic[] {
  if (!model.rolesShown || call === undefined || call.who.length === 0) return []
  const callers = callersOf(model, call.who)
  const looking = expressionsRead(call)
  const asked = namedCallers(call)
  const found = looking.flatMap(({ tree, span }) => {
    const sets = readsOf(tree).others.filter(({ field }) => field === undefined)
    return sets.map(({ entity }) => ({ entity, span }))
  })
  const missed = found.flatMap(({ entity, span }) => {
    const what = model.entities.get(entity)?.plural ?? entity
    if (!callers.some((caller) => isFieldReadable(model, entity, 'id', caller)))
      return [say.callReadsNothing(span, { call: title, what })]
    const blind = asked.filter((caller) => !mayFind(model, entity, 'id', caller))
    return blind.length === 0 ? [] : [say.callFindsNoneFor(span, { what, callers: sayCallers(model, blind) })]
  })
  // Callers who are named and find none have a warning of their own.
  const callersOfSome = (entity: string): readonly string[] =>
    callersByRole(model, call.who).filter((caller) => !asked.includes(caller) || mayFind(model, entity, 'id', caller))
  const partly = looking.flatMap((each) => checkPartlyRead(model, each, callersOfSome))
  return [...missed, ...partly, ...checkPath(model, title, call, asked, place)]
}

/** Reports a record of the path that some of the callers may not read: to them the call answers 404 whatever they send. */
function checkPath(
  model: Model,
  call: string,
  { finds }: DocumentCall,
  asked: readonly string[],
  place: Span,
): readonly Diagnostic[] {
  return finds.flatMap(({ entity }) => {
    const blind = asked.filter((caller) => !mayFind(model, entity, 'id', caller))
    if (blind.length === 0) return []
    const what = model.entities.get(entity)?.name.label ?? entity
    return [say.pathNotReadable(place, { call, what, callers: sayCallers(model, blind) })]
  })
}

/** Lists each role that people are given, where a call is open to everyone. */
function callersByRole(model: Model, who: readonly Grantee[]): readonly string[] {
  const given = [...model.roles.values()].filter(({ onRecords }) => onRecords.length === 0)
  const everyone = given.length > 0 ? given.map(({ name }) => name.identifier) : ['everyone']
  return [
    ...new Set(
      who.flatMap((each) => {
        if (each.kind === 'role') return [each.role]
        return each.kind === 'anyone' ? ['anyone', ...everyone] : everyone
      }),
    ),
  ]
}

/** Those with a role may make a call for anyone, too; a condition may describe people of any role. */
function callersOf(model: Model, who: readonly Grantee[]): readonly string[] {
  const all = ['everyone', ...model.roles.keys()]
  return who.flatMap((each) => {
    if (each.kind === 'role') return [each.role]
    return each.kind === 'anyone' ? ['anyone', ...all] : all
  })
}
