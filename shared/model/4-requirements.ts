// Fields that a table of point 4 requires in a state: the transitions that lead there ask for them.
import type { Expression, Node } from '../expressions/node.ts'
import { whyClosed } from './4-field-settings.ts'
import type { Linking } from './linking.ts'
import { findField, findState } from './linking.ts'
import type { Effect, Input } from './model.ts'
import type { EntityOutline, FieldOutline, WorkflowOutline } from './outline.ts'

/** What comes into the state is asked for this input, which is written by this effect. */
export interface Requirement {
  readonly state: string
  readonly input: Input
  readonly effect: Effect
}

/** What a table of point 4 requires, or asks for, in the states of a workflow; linked, and told of, once. */
export function requirementsOf(
  linking: Linking,
  entity: EntityOutline,
  workflow: WorkflowOutline,
): readonly Requirement[] {
  const found = linked.get(workflow) ?? linkRequirements(linking, entity, workflow)
  linked.set(workflow, found)
  return found
}

const linked = new WeakMap<WorkflowOutline, readonly Requirement[]>()

function linkRequirements(linking: Linking, entity: EntityOutline, workflow: WorkflowOutline): readonly Requirement[] {
  return workflow.declaration.fieldStates.flatMap((cell) => {
    const { says, role, if: condition } = cell
    if (says !== 'required' && says !== 'asked') return []
    const state = findState(linking, entity, workflow, cell.state)
    const field = entity.fields.get(findField(linking, entity, cell.field) ?? '')
    if (state === undefined || !field || whyClosed(field) !== undefined) return []
    const { name, type, valueType } = field
    const cite = linking.cite(4, cell.span)
    // What only some have to say, or only sometimes, is judged when it is done.
    const required = says === 'asked' && !role && !condition
    const effect: Effect = { kind: 'set', field: name.identifier, value: givenOrKept(entity, field), cite }
    return [{ state, input: { name, type, valueType, required, cite }, effect }]
  })
}

/**
 * Fields that are required in the state to which a transition leads are asked for by it: if they are empty, or always (`asked`).
 * What is given is written before all other effects.
 */
export function effectsOfRequirements(
  requirements: readonly Requirement[],
  to: 'stay' | readonly string[],
  asks: readonly Input[],
): { readonly asks: readonly Input[]; readonly effects: readonly Effect[] } {
  const asked = new Set(asks.map((ask) => ask.name.identifier))
  const own = requirements.filter(({ state, input }) => {
    const isNew = to !== 'stay' && to.includes(state) && !asked.has(input.name.identifier)
    if (isNew) asked.add(input.name.identifier)
    return isNew
  })
  return { asks: own.map(({ input }) => input), effects: own.map(({ effect }) => effect) }
}

/** `coalesce(input.resolution, resolution)` */
function givenOrKept(entity: EntityOutline, field: FieldOutline): Expression {
  const { span } = field
  const name = field.name.identifier
  const type = field.valueType
  const record: Node = { kind: 'this', type: { kind: 'record', entity: entity.name.identifier }, span }
  const kept: Node = { kind: 'field', record, entity: entity.name.identifier, field: name, type, span }
  const given: Node = { kind: 'input', name, type, span }
  return {
    tree: { kind: 'call', name: 'coalesce', arguments: [given, kept], type, span },
    text: `coalesce(input.${name}, ${name})`,
    span,
  }
}
