// Makes transition inputs of the fields required in the target state.
import type { Expression, Node } from '../../expressions/node.ts'
import { refusalOfWriting } from './link-field-settings.ts'
import type { LinkContext } from '../link-context.ts'
import { findField, findState } from '../link-context.ts'
import type { Effect, TransitionInput } from '../model.ts'
import type { EntityOutline, FieldOutline, WorkflowOutline } from '../outline.ts'

/** Requirement of a state: a transition into it asks for this input, which this effect writes. */
export interface StateRequirement {
  readonly state: string
  readonly input: TransitionInput
  readonly effect: Effect
}

/**
 * Returns the fields that a table of point 4 requires or asks for in the states of a workflow. They are linked and
 * reported once.
 */
export function stateRequirementsOf(
  context: LinkContext,
  entity: EntityOutline,
  workflow: WorkflowOutline,
): readonly StateRequirement[] {
  const found = linked.get(workflow) ?? linkRequirements(context, entity, workflow)
  linked.set(workflow, found)
  return found
}

const linked = new WeakMap<WorkflowOutline, readonly StateRequirement[]>()

function linkRequirements(
  context: LinkContext,
  entity: EntityOutline,
  workflow: WorkflowOutline,
): readonly StateRequirement[] {
  return workflow.declaration.fieldStates.flatMap((cell) => {
    const { says, role, if: condition } = cell
    if (says !== 'required' && says !== 'asked') return []
    const state = findState(context, entity, workflow, cell.state)
    const field = entity.fields.get(findField(context, entity, cell.field) ?? '')
    if (state === undefined || !field || refusalOfWriting(field) !== undefined) return []
    const { name, type, valueType } = field
    const cite = context.cite(4, cell.span)
    // What only some have to say, or only sometimes, is evaluated when it is done.
    const required = says === 'asked' && !role && !condition
    const value = givenOrKept(entity, field)
    const effect: Effect = { kind: 'set', field: name.identifier, value, type: valueType, cite }
    return [{ state, input: { name, type, valueType, required, cite }, effect }]
  })
}

/**
 * Fields that are required in the state to which a transition leads are asked for by it: if they are empty, or always (`asked`).
 * What is given is written before all other effects.
 */
export function effectsOfRequirements(
  requirements: readonly StateRequirement[],
  to: 'stay' | readonly string[],
  asks: readonly TransitionInput[],
): { readonly asks: readonly TransitionInput[]; readonly effects: readonly Effect[] } {
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
