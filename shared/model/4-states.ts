// Point 4, linked: states, transitions with who may do them and when, what they ask and what then happens.
import * as say from '../diagnostics/model.ts'
import type { Environment } from '../expressions/schema.ts'
import type { Type } from '../expressions/type.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { InputDeclaration, TransitionDeclaration } from '../points/4-states-declarations.ts'
import type { Reference } from '../points/declarations.ts'
import { fieldType } from '../fields/registry.ts'
import { linkType } from './3-entities-outline.ts'
import { linkAfter } from './4-after.ts'
import { linkBindings } from './4-bindings.ts'
import { linkEffects } from './4-effects.ts'
import { effectsOfRequirements, requirementsOf, type Requirement } from './4-requirements.ts'
import { linkTimers } from './4-timers.ts'
import { linkWho } from './6-who.ts'
import { linkCode } from './8-codes.ts'
import type { Linking } from './linking.ts'
import { findEntity, findState } from './linking.ts'
import type { Entity, Input, Transition, TransitionRow, Workflow } from './model.ts'
import type { EntityOutline, WorkflowOutline } from './outline.ts'

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

/** What point 4 says of an entity, but for its events. */
export type EntityStates = Pick<Entity, 'workflows' | 'transitions' | 'bindings' | 'timers'>

export function linkStates(linking: Linking, entity: EntityOutline): EntityStates {
  return {
    workflows: new Map(entity.workflows.map((workflow) => [workflow.field, linkWorkflow(linking, entity, workflow)])),
    transitions: new Map(entity.workflows.flatMap((workflow) => [...linkTransitions(linking, entity, workflow)])),
    bindings: linkBindings(linking, entity),
    timers: linkTimers(linking, entity, (timer, environment) =>
      linkEffects(linking, { entity, point: 4 }, timer.then, environment),
    ),
  }
}

function linkWorkflow(linking: Linking, entity: EntityOutline, workflow: WorkflowOutline): Workflow {
  const { field, states, declaration } = workflow
  return {
    field,
    starts: linkStart(linking, entity, workflow),
    ends: declaration.ends.flatMap((end) => findState(linking, entity, workflow, end) ?? []),
    states: states.map(({ word, label, meaning }) => ({ word, label, meaning })),
    cite: linking.cite(4, declaration.span),
  }
}

function linkTransitions(
  linking: Linking,
  entity: EntityOutline,
  workflow: WorkflowOutline,
): ReadonlyMap<string, Transition> {
  const transitions = new Map<string, Transition>()
  const requirements = requirementsOf(linking, entity, workflow)
  for (const row of workflow.declaration.transitions) {
    const { identifier } = row.name
    if (STANDARD_CALLS.includes(identifier)) {
      linking.report(say.reservedTransition(row.name.span, { name: row.name.label }))
      continue
    }
    const linked = linkRow(linking, entity, workflow, requirements, row)
    const known = transitions.get(identifier)
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

/** What `starts` says, else the default of point 3; of a single state nothing needs to be said. */
function linkStart(linking: Linking, entity: EntityOutline, workflow: WorkflowOutline): string {
  const { starts, field } = workflow.declaration
  const first = workflow.states[0]?.word ?? ''
  if (starts) return findState(linking, entity, workflow, starts) ?? first
  const given = entity.fields.get(workflow.field)?.declaration?.default
  if (given?.kind === 'literal') return findState(linking, entity, workflow, given.text) ?? first
  if (workflow.states.length > 1) linking.report(say.noStart(field.span, { field: field.label, first }))
  return first
}

function linkRow(
  linking: Linking,
  entity: EntityOutline,
  workflow: WorkflowOutline,
  requirements: readonly Requirement[],
  row: TransitionDeclaration,
): TransitionRow {
  const asks = [...linkInputs(linking, entity, row.asks)]
  const environment: Environment = { record: entity.name.identifier, old: true, input: inputTypes(asks) }
  const stateOf = (state: Reference) => findState(linking, entity, workflow, state) ?? []
  const from = typeof row.from === 'string' ? row.from : row.from.flatMap(stateOf)
  const to = typeof row.to === 'string' ? row.to : row.to.flatMap(stateOf)
  // Who is asked where it is to lead gives that under this name.
  const choice = to !== 'stay' && to.length > 1 ? asks.find((ask) => ask.name.identifier === 'to') : undefined
  if (choice) linking.report(say.doubledName(choice.name.span, { what: 'inputs given here', name: 'to' }))
  const when = row.when && linking.expression(row.when, { ...environment, old: false }, BOOLEAN)
  const after = row.after && linkAfter(linking, entity, row.after, row.name)
  const otherwise = row.otherwise && linkCode(row.otherwise)
  const then = linkEffects(linking, { entity, point: 4 }, row.then, environment)
  const required = effectsOfRequirements(requirements, to, asks)
  return {
    from,
    to,
    // A condition that can't be run must not become "always": nobody may, until it can.
    who:
      row.when && !when ? [] : row.who.flatMap((who) => linkWho(linking, who, entity, { ...environment, old: false })),
    ...(when ? { when } : {}),
    asks: [...asks, ...required.asks],
    then: [...required.effects, ...then],
    ...(after && !(row.when && !when) ? { after } : {}),
    ...(otherwise === undefined ? {} : { otherwise }),
    cite: linking.cite(4, row.span),
  }
}

function linkInputs(linking: Linking, entity: EntityOutline, asks: readonly InputDeclaration[]): readonly Input[] {
  return asks.flatMap(({ name, type: declared, required, span }) => {
    const type = linkType(declared, entity, (reference) => findEntity(linking, reference)?.name.identifier)
    if (!type) return []
    return [{ name, type, valueType: fieldType(type.kind).valueType(type), required, cite: linking.cite(4, span) }]
  })
}

function inputTypes(asks: readonly Input[]): { readonly [name: string]: Type } {
  return Object.fromEntries(asks.map((ask) => [ask.name.identifier, ask.valueType]))
}

function mergeInputs(known: readonly Input[], more: readonly Input[]): readonly Input[] {
  return [...known, ...more.filter((input) => !known.some((each) => each.name.identifier === input.name.identifier))]
}
