// Checks that every state can be entered and left, and that every transition can be done.
import { nobodyGives } from '../diagnostics/4-states.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { findName } from '../model/link-context.ts'
import { namesOfStates } from '../model/4-states/outline.ts'
import type { Entity, Model, TransitionRow, Workflow } from '../model/model.ts'
import type { Unknown } from '../points/declarations.ts'
import type { EffectDeclaration, StatesPoint, WorkflowDeclaration } from '../points/4-states/declarations.ts'
import type { Reference } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { identifierOf, readIdentifierName } from '../text/identifier.ts'
import { nearest } from '../text/nearest-word.ts'
import type { Span } from '../text/span.ts'
import type { SpecificationCheck } from './run-checks.ts'
import type { GranteeDeclaration } from '../points/6-roles/declarations.ts'

export const checkStates: SpecificationCheck = (model, { entities, states, calls, unknowns }) => {
  if (!isShown(states)) return []
  const done = transitionsDone(states, isShown(calls) ? calls.calls.flatMap(({ steps = [] }) => steps) : [])
  const names = [...model.entities.values()].map((entity) => entity.name)
  const ofWorkflows = states.workflows.flatMap((declaration) => {
    const entity = model.entities.get(findName(declaration.entity, names, 'entity') ?? '')
    const workflow = entity?.workflows.get(declaration.field.identifier)
    // A workflow without transitions is a list of states, and no mistake.
    if (!entity || !workflow || declaration.transitions.length === 0) return []
    const listed = isShown(entities)
      ? entities.entities.find(({ name }) => name.identifier === entity.name.identifier)?.fields
      : undefined
    const isListed = listed?.some(({ name }) => name.identifier === declaration.field.identifier) ?? false
    return [
      ...checkReach(entity, workflow, declaration, isListed),
      ...checkWho(entity, declaration, done, unknowns),
      ...checkGiven(entity, declaration),
    ]
  })
  return [...ofWorkflows, ...checkRestored(model, states)]
}

/** Notes what a deletion does to other records where somebody may restore the record, and nothing happens then. */
function checkRestored(model: Model, { events }: StatesPoint): readonly Diagnostic[] {
  const names = [...model.entities.values()].map((entity) => entity.name)
  return events.flatMap(({ event, entity: declared, then, span }) => {
    const entity = event === 'deleted' && model.entities.get(findName(declared, names, 'entity') ?? '')
    if (!entity || !then.some(writesOthers) || !mayComeBack(model, entity)) return []
    if (entity.events.some((each) => each.event === 'restored')) return []
    return [say.restoredSaysNothing(span, { entity: entity.name.label })]
  })
}

/** Does it change or delete others? What it creates tells of the deletion, and stays true. */
function writesOthers(effect: EffectDeclaration): boolean {
  if (effect.kind === 'forEach') return effect.effects.some(writesOthers)
  if (effect.kind === 'try') return writesOthers(effect.effect) || writesOthers(effect.otherwise)
  return effect.kind === 'update' || effect.kind === 'do' || effect.kind === 'delete'
}

/** May somebody restore such a record, or one with which it was deleted? */
function mayComeBack(model: Model, entity: Entity, asked: ReadonlySet<Entity> = new Set()): boolean {
  const { grants, deleted, fields } = entity
  if (asked.has(entity)) return false
  const isGranted = grants.some(({ may, except }) => !except && may.includes('restore'))
  if (isGranted && deleted.kind !== 'for good') return true
  return [...fields.values()].some(({ type }) => {
    const taker = type.kind === 'relation' && type.whenDeleted === 'delete' && model.entities.get(type.entity)
    return taker !== false && taker !== undefined && mayComeBack(model, taker, new Set([...asked, entity]))
  })
}

/** `isListed`: point 3 has the words of the field. */
function checkReach(
  entity: Entity,
  workflow: Workflow,
  declaration: WorkflowDeclaration,
  isListed: boolean,
): readonly Diagnostic[] {
  const field = `${entity.name.label}.${workflow.field}`
  const own = [...entity.transitions.values()].filter((transition) => transition.field === workflow.field)
  const rows = own.flatMap((transition) => transition.rows)
  const reached = reachedStates(workflow.starts, rows)
  const isFrom = ({ from }: TransitionRow, word: string): boolean =>
    from === 'any' || (from !== 'new record' && from.includes(word))
  // A row from "new record" leads out of the first state, in which the record is for as long as it is made.
  const isPassed = (word: string): boolean =>
    word === workflow.starts && rows.some(({ from, to }) => from === 'new record' && to !== 'stay')
  const isMadeThere = entity.grants.some(({ may, except }) => !except && may.includes('create'))
  const isLeft = (word: string): boolean =>
    (isPassed(word) && !isMadeThere) || rows.some((row) => row.to !== 'stay' && isFrom(row, word))
  const mentions = isListed || declaration.states.length > 0 ? undefined : mentionsOf(declaration)
  return workflow.states.flatMap(({ word, label }) => {
    const [mention, ...others] = mentions?.get(word) ?? []
    // What is named once may be a slip of the pen; that nothing leads to it or out of it follows from that.
    if (mention && others.length === 0 && !isPassed(word)) {
      const known = workflow.states.map((state) => state.label).filter((each) => each !== label)
      const by = word === workflow.starts ? 'starts' : workflow.ends.includes(word) ? 'ends' : 'transitions'
      return [say.stateNamedOnce(mention.span, { state: label, field, nearest: nearest(label, known), by })]
    }
    const span = mention?.span ?? spanOfState(declaration, word)
    if (!reached.has(word)) return [say.stateNotReached(span, { state: label, field })]
    return isLeft(word) || workflow.ends.includes(word) ? [] : [say.stateNotLeft(span, { state: label, field })]
  })
}

function reachedStates(starts: string, rows: readonly TransitionRow[]): ReadonlySet<string> {
  const reached = new Set([starts])
  // A set grows while it is walked: each state found is walked from, too.
  for (const state of reached) {
    for (const { from, to } of rows) {
      if (to !== 'stay' && (from === 'any' || from === 'new record' || from.includes(state)))
        to.forEach((word) => reached.add(word))
    }
  }
  return reached
}

function checkWho(
  { transitions }: Entity,
  declaration: WorkflowDeclaration,
  done: ReadonlySet<string>,
  unknowns: readonly Unknown[],
): readonly Diagnostic[] {
  const written = Map.groupBy(declaration.transitions, ({ name }) => name.identifier)
  return [...written].flatMap(([identifier, [first, ...others]]) => {
    const transition = transitions.get(identifier)
    if (!first || !transition || done.has(identifier)) return []
    // Where the document says who, and yet nobody may, the row needs something that is not shown.
    const isOpen = [first, ...others].some((row) => row.after || row.who.some(isSomebody) || isUnknown(row, unknowns))
    if (isOpen || transition.rows.some((row) => row.who.length > 0 || row.after)) return []
    return [say.transitionByNobody(first.name.span, { transition: transition.name.label })]
  })
}

/** Checks what happens by itself: nobody is there to give what the state that it leads to requires. */
function checkGiven({ fields }: Entity, { transitions, fieldStates }: WorkflowDeclaration): readonly Diagnostic[] {
  const required = fieldStates.filter(({ says, role }) => says === 'required' && !role)
  const same = (one: Reference, other: Reference): boolean =>
    identifierOf(one.value, 'word') === identifierOf(other.value, 'word')
  return transitions.flatMap(({ name, to, who, when, then, after }) => {
    if (!after || who.some(isSomebody) || typeof to === 'string') return []
    const open = required.filter(
      ({ field, state }) =>
        to.some((each) => same(each, state)) &&
        fields.get(identifierOf(field.value, 'field'))?.required !== true &&
        !then.some((effect) => effect.kind === 'set' && same(effect.field, field)) &&
        when?.value.includes(identifierOf(field.value, 'field')) !== true,
    )
    return open.map(({ field, state }) =>
      nobodyGives(name.span, { transition: name.label, state: state.value, field: field.value }),
    )
  })
}

function isSomebody(who: GranteeDeclaration): boolean {
  return who.kind !== 'word' || who.word !== 'nobody'
}

/** Something in the row is not shown: nothing can be said of it. */
function isUnknown({ span }: { readonly span: Span }, unknowns: readonly Unknown[]): boolean {
  return unknowns.some((unknown) => unknown.span.start >= span.start && unknown.span.end <= span.end)
}

/** Lists the transitions that others, events, schedules or steps of calls do: "do close on parent". */
function transitionsDone(states: StatesPoint, steps: readonly EffectDeclaration[]): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (effect: EffectDeclaration): void => {
    if (effect.kind === 'do') names.add(identifierOf(effect.transition.value, 'field'))
    if (effect.kind === 'forEach') effect.effects.forEach(visit)
    if (effect.kind === 'try') [effect.effect, effect.otherwise].forEach(visit)
  }
  for (const { transitions, timers } of states.workflows)
    for (const { then } of [...transitions, ...timers]) then.forEach(visit)
  for (const { then } of [...states.events, ...states.schedules]) then.forEach(visit)
  steps.forEach(visit)
  return names
}

function mentionsOf(declaration: WorkflowDeclaration) {
  const names = namesOfStates(declaration).map((reference) => readIdentifierName(reference, 'word'))
  return Map.groupBy(
    names.flatMap((name) => ('problem' in name ? [] : [name])),
    ({ identifier }) => identifier,
  )
}

function spanOfState(declaration: WorkflowDeclaration, word: string): Span {
  return declaration.states.find((each) => each.state.identifier === word)?.state.span ?? declaration.field.span
}
