// Makes transition inputs of the fields required in the target state.
import type { Expression, Node } from '../../expressions/node.ts'
import { holdsFiles } from '../../fields/coerce-value.ts'
import type { TransitionDeclaration } from '../../points/4-states/declarations.ts'
import { identifierOf } from '../../text/identifier.ts'
import { partMeant } from '../7-calls/link-lines.ts'
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
    if ((says !== 'required' && says !== 'asked') || partMeant(entity, cell.field, context) !== undefined) return []
    const state = findState(context, entity, workflow, cell.state)
    const field = entity.fields.get(findField(context, entity, cell.field) ?? '')
    if (state === undefined || !field || refusalOfWriting(field) !== undefined) return []
    const { name, type, valueType } = field
    const cite = context.cite(4, cell.span)
    // What only some have to say, or only sometimes, is evaluated when it is done.
    const required = says === 'asked' && !role && !condition
    const value = givenOrKept(entity, field)
    const effect: Effect = { kind: 'set', field: name.identifier, value, type: valueType, cite }
    const ifEmpty = says === 'required' && ({ ifEmpty: role || condition ? 'sometimes' : 'always' } as const)
    const input = { name, type, valueType, required, ...fileLimitsOf(field), ...ifEmpty, cite }
    return [{ state, input, effect }]
  })
}

/** The limits that a dialog shows where files are chosen; the field itself holds all of its limits. */
function fileLimitsOf({ type, declaration }: FieldOutline): Pick<TransitionInput, 'limits'> {
  if (!holdsFiles({ type }) || !declaration) return {}
  const { atMost, eachSize, types } = declaration.limits
  const limits = {
    ...(atMost ? { atMost: atMost.count } : {}),
    ...(eachSize ? { eachSize: eachSize.bytes } : {}),
    ...(types ? { types: types.words } : {}),
  }
  return { limits: { ...limits, indexed: false, searchable: false, writeOnce: false, hidden: false } }
}

/**
 * Fields that are required in the state to which a transition leads are asked for by it: if they are empty, or always (`asked`);
 * but not those that its own effects set (`isSet`). What is given is written before all other effects.
 */
export function effectsOfRequirements(
  requirements: readonly StateRequirement[],
  to: 'stay' | readonly string[],
  { asks, isSet }: { readonly asks: readonly TransitionInput[]; isSet(field: string): boolean },
): { readonly asks: readonly TransitionInput[]; readonly effects: readonly Effect[] } {
  const asked = new Set(asks.map((ask) => ask.name.identifier))
  const own = requirements.filter(({ state, input }) => {
    const { identifier } = input.name
    const isNew = to !== 'stay' && to.includes(state) && !asked.has(identifier) && !isSet(identifier)
    if (isNew) asked.add(identifier)
    return isNew
  })
  return { asks: own.map(({ input }) => input), effects: own.map(({ effect }) => effect) }
}

/**
 * Sets the field whatever was there and whatever else holds: what a person gave for it would be lost. An effect that reads the
 * field before needs what was given.
 */
export function setsForSure({ then }: Pick<TransitionDeclaration, 'then'>, field: string): boolean {
  const name = new RegExp(`(?<!input\\.|\\w)${field}(?!\\w)`)
  const at = then.findIndex(
    (effect) => effect.kind === 'set' && !effect.if && identifierOf(effect.field.value, 'field') === field,
  )
  const setting = then[at]
  if (setting?.kind !== 'set' || name.test(setting.value.value)) return false
  return then.slice(0, at).every((effect) => !name.test(JSON.stringify(effect)))
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
