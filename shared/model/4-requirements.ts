// Fields that a table of point 4 requires in a state: the transitions that lead there ask for them.
import type { Expression, Node } from '../expressions/node.ts'
import { whyClosed } from './4-field-settings.ts'
import type { Linking } from './linking.ts'
import { findField, findState } from './linking.ts'
import type { Effect, Input } from './model.ts'
import type { EntityOutline, FieldOutline, WorkflowOutline } from './outline.ts'

/**
 * Fields that a table of point 4 requires in the state to which a transition leads are asked for by it: if they are empty,
 * or always (`asked`). What is given is written before all other effects.
 */
export function effectsOfRequirements(
  linking: Linking,
  entity: EntityOutline,
  workflow: WorkflowOutline,
  to: 'stay' | readonly string[],
  asks: readonly Input[],
): { readonly asks: readonly Input[]; readonly effects: readonly Effect[] } {
  const found: { asks: Input[]; effects: Effect[] } = { asks: [], effects: [] }
  if (to === 'stay') return found
  const asked = new Set(asks.map((ask) => ask.name.identifier))
  for (const { field: reference, state, says, role, if: condition, span } of workflow.declaration.fieldStates) {
    const isDemand = says === 'required' || says === 'asked'
    if (!isDemand || !to.includes(findState(linking, entity, workflow, state) ?? '')) continue
    const identifier = findField(linking, entity, reference)
    const field = identifier === undefined ? undefined : entity.fields.get(identifier)
    if (!field || whyClosed(field) !== undefined || asked.has(field.name.identifier)) continue
    asked.add(field.name.identifier)
    const cite = linking.cite(4, span)
    found.asks.push({
      name: field.name,
      type: field.type,
      valueType: field.valueType,
      // What only some have to say, or only sometimes, is judged when it is done.
      required: says === 'asked' && !role && !condition,
      cite,
    })
    found.effects.push({ kind: 'set', field: field.name.identifier, value: givenOrKept(entity, field), cite })
  }
  return found
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
