// Links point 4: states and transitions with grantees, conditions, inputs and effects.
import { otherwiseNeverSaid, rowNeverApplies } from '../../diagnostics/4-states.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { Type } from '../../expressions/type.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import type { TransitionDeclaration } from '../../points/4-states/declarations.ts'
import type { Reference } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { linkTrigger } from './link-trigger.ts'
import { linkFieldBindings } from './link-field-bindings.ts'
import { linkEffects } from './link-effects.ts'
import { effectsOfRequirements, setsForSure, stateRequirementsOf, type StateRequirement } from './state-requirements.ts'
import { linkTimers } from './link-timers.ts'
import { linkGrantees, linkMeant } from '../6-roles/link-grantee.ts'
import { linkCode } from '../8-errors/link-code.ts'
import type { LinkContext } from '../link-context.ts'
import { findEqualRow } from './find-equal-row.ts'
import { linkInputs, targetTypes } from './link-inputs.ts'
import { findState } from '../link-context.ts'
import type { Entity, Grantee, TransitionInput, Transition, TransitionRow, Workflow } from '../model.ts'
import type { EntityOutline, WorkflowOutline } from '../outline.ts'

/** Paths under a record that are the standard calls' own. */
const STANDARD_CALLS = [
  'history',
  'restore',
  'summary',
  'export',
  'import',
  'list',
  'read',
  'create',
  'update',
  'delete',
]

/** The part of an entity that point 4 defines, except for its events. */
export type EntityStates = Pick<Entity, 'workflows' | 'transitions' | 'bindings' | 'timers'>

export function linkStates(context: LinkContext, entity: EntityOutline): EntityStates {
  return {
    workflows: new Map(entity.workflows.map((workflow) => [workflow.field, linkWorkflow(context, entity, workflow)])),
    transitions: new Map(entity.workflows.flatMap((workflow) => [...linkTransitions(context, entity, workflow)])),
    bindings: linkFieldBindings(context, entity),
    timers: linkTimers(context, entity, (timer, environment) =>
      linkEffects(context, { entity, point: 4 }, timer.then, environment),
    ),
  }
}

function linkWorkflow(context: LinkContext, entity: EntityOutline, workflow: WorkflowOutline): Workflow {
  const { field, states, declaration } = workflow
  return {
    field,
    starts: linkStart(context, entity, workflow),
    ends: declaration.ends.flatMap((end) => findState(context, entity, workflow, end) ?? []),
    states: states.map(({ word, label, meaning }) => ({ word, label, meaning })),
    cite: context.cite(4, declaration.span),
  }
}

function linkTransitions(
  context: LinkContext,
  entity: EntityOutline,
  workflow: WorkflowOutline,
): ReadonlyMap<string, Transition> {
  const transitions = new Map<string, Transition>()
  const requirements = stateRequirementsOf(context, entity, workflow)
  for (const row of workflow.declaration.transitions) {
    const { identifier } = row.name
    if (STANDARD_CALLS.includes(identifier)) {
      context.report(say.reservedTransition(row.name.span, { name: row.name.label, reserved: STANDARD_CALLS }))
      continue
    }
    const linked = linkRow(context, entity, workflow, requirements, row)
    const known = transitions.get(identifier)
    const equal = known && (linked.when || !row.when) ? findEqualRow(known.rows, linked) : undefined
    if (equal) context.report(rowNeverApplies(row.name.span, { transition: row.name.label, line: equal.cite.line }))
    const kept = entity.doneBy.get(identifier)
    if (known)
      transitions.set(identifier, {
        ...known,
        asks: mergeInputs(known.asks, linked.asks),
        rows: [...known.rows, linked],
      })
    else
      transitions.set(identifier, {
        name: row.name,
        path: identifier.replaceAll('_', '-'),
        field: workflow.field,
        asks: linked.asks,
        rows: [linked],
        ...(kept === undefined ? {} : { doneBy: kept }),
      })
  }
  return transitions
}

/**
 * Finds the initial state: the one that `starts` names, or else the default of point 3. A workflow with a single
 * state does not have to name it.
 */
function linkStart(context: LinkContext, entity: EntityOutline, workflow: WorkflowOutline): string {
  const { starts, field } = workflow.declaration
  const first = workflow.states[0]?.word ?? ''
  if (starts) return findState(context, entity, workflow, starts) ?? first
  const given = entity.fields.get(workflow.field)?.declaration?.default
  if (given?.kind === 'literal') return findState(context, entity, workflow, given.text) ?? first
  if (workflow.states.length > 1) context.report(say.noStart(field.span, { field: field.label, first }))
  return first
}

function linkRow(
  context: LinkContext,
  entity: EntityOutline,
  workflow: WorkflowOutline,
  requirements: readonly StateRequirement[],
  row: TransitionDeclaration,
): TransitionRow {
  const stateOf = (state: Reference) => findState(context, entity, workflow, state) ?? []
  const from = typeof row.from === 'string' ? row.from : row.from.flatMap(stateOf)
  const to = typeof row.to === 'string' ? row.to : row.to.flatMap(stateOf)
  const target = targetTypes(to)
  const asks = [...linkInputs(context, entity, row.asks, target)]
  const environment: Environment = {
    record: entity.name.identifier,
    old: true,
    input: { ...target, ...inputTypes(asks) },
  }
  // Who is asked where it is to lead gives that under this name.
  const choice = to !== 'stay' && to.length > 1 ? asks.find((ask) => ask.name.identifier === 'to') : undefined
  if (choice) context.report(say.doubledName(choice.name.span, { what: 'inputs given here', name: 'to' }))
  const when = row.when && context.expression(row.when, { ...environment, old: false }, BOOLEAN)
  const after = row.after && linkTrigger(context, entity, row.after)
  const otherwise = row.otherwise && linkCode(row.otherwise)
  const meant = otherwise === undefined || row.when ? [] : linkThoseMeant(context, entity, row, environment)
  const then = linkEffects(context, { entity, point: 4 }, row.then, environment)
  const required = effectsOfRequirements(requirements, to, { asks, isSet: (field) => setsForSure(row, field) })
  return {
    from,
    to,
    // A condition that can't be run must not become "always": nobody may, until it can.
    who:
      row.when && !when
        ? []
        : row.who.flatMap((who) => linkGrantees(context, who, entity, { ...environment, old: false })),
    ...(when ? { when } : {}),
    asks: [...asks, ...required.asks],
    then: [...required.effects, ...then],
    ...(after && !(row.when && !when) ? { after } : {}),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(meant.length === 0 ? {} : { meant }),
    cite: context.cite(4, row.span),
  }
}

/** Links those who get the code of a row without `when`; where its `who` has no condition either, nobody does. */
function linkThoseMeant(
  context: LinkContext,
  entity: EntityOutline,
  { who, otherwise }: TransitionDeclaration,
  environment: Environment,
): readonly Grantee[] {
  const hasCondition = who.some(({ kind }) => kind !== 'role' && kind !== 'word')
  if (!hasCondition) {
    if (otherwise) context.report(otherwiseNeverSaid(spanOf(otherwise), { code: linkCode(otherwise) }))
    return []
  }
  const inner: LinkContext = { ...context, report: () => undefined }
  return who.flatMap((each) => linkMeant(inner, each, entity, { ...environment, old: false }))
}

function inputTypes(asks: readonly TransitionInput[]): { readonly [name: string]: Type } {
  return Object.fromEntries(asks.map((ask) => [ask.name.identifier, ask.valueType]))
}

function mergeInputs(known: readonly TransitionInput[], more: readonly TransitionInput[]): readonly TransitionInput[] {
  return [...known, ...more.filter((input) => !known.some((each) => each.name.identifier === input.name.identifier))]
}
