// What a transition does: set, create, notify and refuse; other effects are kept as what they are, and do nothing.
import * as say from '../diagnostics/model.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import type { EffectDeclaration, FieldValue, Template } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { linkCode } from './8-codes.ts'
import type { Linking } from './linking.ts'
import { BOOLEAN, findEntity, findField } from './linking.ts'
import type { Effect, Input, Message } from './model.ts'
import type { EntityOutline, FieldOutline } from './outline.ts'

export function linkEffects(
  linking: Linking,
  entity: EntityOutline,
  effects: readonly EffectDeclaration[],
  environment: Environment,
): readonly Effect[] {
  return effects.flatMap((effect) => linkEffect(linking, entity, effect, environment) ?? [])
}

function linkEffect(
  linking: Linking,
  entity: EntityOutline,
  effect: EffectDeclaration,
  environment: Environment,
): Effect | undefined {
  const cite = linking.cite(4, effect.span)
  const condition = effect.if && linking.expression(effect.if, environment, BOOLEAN)
  // A condition that can't be read must not become "always".
  if (effect.if && !condition) return undefined
  const common = { cite, ...(condition ? { if: condition } : {}) }
  switch (effect.kind) {
    case 'set': {
      const field = findField(linking, entity, effect.field)
      const value =
        field === undefined
          ? undefined
          : linkValue(linking, entity, { name: effect.field, value: effect.value }, field, environment)
      return field !== undefined && value ? { ...common, kind: 'set', field, value } : undefined
    }
    case 'create': {
      const created = findEntity(linking, effect.entity)
      if (!created) return undefined
      if (effect.unlessExists) return { ...common, kind: 'not run', what: 'create … unless exists' }
      const fields = effect.fields.flatMap((each) => {
        const field = findField(linking, created, each.name)
        const value = field === undefined ? undefined : linkValue(linking, created, each, field, environment)
        return field !== undefined && value ? [{ field, value }] : []
      })
      return { ...common, kind: 'create', entity: created.name.identifier, fields }
    }
    case 'notify': {
      const who = linking.expression(effect.who, environment)
      if (!who) return undefined
      const { type } = who.tree
      const record = type.kind === 'set' || type.kind === 'list' ? type.of : type
      if (record.kind !== 'record' || record.entity !== 'Person') {
        linking.report(say.notRecord(spanOf(effect.who), { expected: 'a person, or several' }))
        return undefined
      }
      return { ...common, kind: 'notify', who, message: linkTemplate(linking, effect.message, environment) }
    }
    case 'refuse':
      return { ...common, kind: 'refuse', code: linkCode(effect.code) }
    default:
      return { ...common, kind: 'not run', what: effect.kind === 'forEach' ? 'for each' : effect.kind }
  }
}

function linkValue(
  linking: Linking,
  entity: EntityOutline,
  { name, value }: FieldValue,
  field: string,
  environment: Environment,
): Expression | undefined {
  const outline = entity.fields.get(field)
  const closed = outline && whyClosed(outline)
  if (!outline || closed !== undefined) {
    linking.report(
      say.notAField(spanOf(name), { name: field, entity: entity.name.label, why: closed ?? 'there is no such field' }),
    )
    return undefined
  }
  return linking.expression(value, environment, outline.valueType)
}

function whyClosed(field: FieldOutline): string | undefined {
  if (field.standard) return 'it is kept by the system'
  if (field.computed) return 'it is computed'
  if (field.workflow) return 'states change by transitions alone'
  return field.type.kind === 'sequence' ? 'it is given by the system' : undefined
}

export function linkTemplate(linking: Linking, template: Template, environment: Environment): Message {
  return template.map((part) =>
    typeof part === 'string' ? part : (linking.expression(part.expression, environment) ?? '…'),
  )
}

/**
 * Fields that a table of point 4 requires in the state to which a transition leads are asked for by it: if they are empty,
 * or always (`asked`). What is given is written before all other effects.
 */
export function effectsOfRequirements(
  linking: Linking,
  entity: EntityOutline,
  to: 'stay' | readonly string[],
  asks: readonly Input[],
): { readonly asks: readonly Input[]; readonly effects: readonly Effect[] } {
  const found: { asks: Input[]; effects: Effect[] } = { asks: [], effects: [] }
  if (to === 'stay') return found
  for (const { field: reference, state, says, role, if: condition, span } of entity.workflow?.declaration.fieldStates ??
    []) {
    const isDemand = (says === 'required' || says === 'asked') && !role && !condition
    if (!isDemand || !to.some((word) => word === state.value || word === state.value.toLowerCase())) continue
    const identifier = findField(linking, entity, reference)
    const field = identifier === undefined ? undefined : entity.fields.get(identifier)
    if (
      !field ||
      whyClosed(field) !== undefined ||
      [...asks, ...found.asks].some((ask) => ask.name.identifier === identifier)
    )
      continue
    const cite = linking.cite(4, span)
    found.asks.push({
      name: field.name,
      type: field.type,
      valueType: field.valueType,
      required: says === 'asked',
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
