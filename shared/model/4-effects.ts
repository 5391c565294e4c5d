// What a transition or an event does: effects with their records, fields, conditions and names resolved.
import * as say from '../diagnostics/model.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import type { Type } from '../expressions/type.ts'
import { fieldType } from '../fields/registry.ts'
import type { EffectDeclaration, FieldValue, Template } from '../points/4-states-declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { linkType } from './3-entities-outline.ts'
import { existsAlready } from './4-exists.ts'
import { linkCode } from './8-codes.ts'
import type { Linking } from './linking.ts'
import { BOOLEAN, findEntity, findField, findName, suggest } from './linking.ts'
import type { Effect, FieldSetting, Message, Name } from './model.ts'
import type { EntityOutline, FieldOutline } from './outline.ts'

/** In their order: what one names by `let`, those after it know. An effect that can't be read has been reported, and is left out. */
export function linkEffects(
  linking: Linking,
  entity: EntityOutline,
  effects: readonly EffectDeclaration[],
  environment: Environment,
): readonly Effect[] {
  const linked: Effect[] = []
  let known = environment
  for (const declaration of effects) {
    const effect = linkEffect(linking, entity, declaration, known)
    if (effect) linked.push(effect)
    if (effect?.kind === 'let') known = withName(known, effect.name, effect.value.tree.type)
  }
  return linked
}

/** The same with a name more that stands bare; it must not hide an input, which is found in the same place. */
function withName(environment: Environment, name: string, type: Type): Environment {
  return { ...environment, bare: { ...environment.bare, [name]: type } }
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
      const fields = linkFields(linking, created, effect.fields, environment)
      const exists = effect.unlessExists ? existsAlready(created, fields) : undefined
      return { ...common, kind: 'create', entity: created.name.identifier, fields, ...(exists ? { exists } : {}) }
    }
    case 'update': {
      const found = linkRecords(linking, effect.set, environment)
      if (!found) return undefined
      const fields = linkFields(linking, found.entity, effect.fields, environment)
      return { ...common, kind: 'update', entity: found.entity.name.identifier, records: found.records, fields }
    }
    case 'delete': {
      const found = linkRecords(linking, effect.set, environment)
      return found && { ...common, kind: 'delete', entity: found.entity.name.identifier, records: found.records }
    }
    case 'do': {
      const done = linkDo(linking, effect, environment)
      return done && { ...common, ...done }
    }
    case 'add':
    case 'remove': {
      const changed = linkMembers(linking, entity, effect, environment)
      return changed && { ...common, ...changed }
    }
    case 'forEach': {
      const items = linking.expression(effect.set, environment)
      if (!items) return undefined
      const { type } = items.tree
      if (type.kind !== 'set' && type.kind !== 'list') {
        linking.report(say.notRecord(spanOf(effect.set), { expected: 'several, to go through' }))
        return undefined
      }
      if (isTaken(linking, environment, effect.variable, effect.span)) return undefined
      const inner = linkEffect(linking, entity, effect.effect, withName(environment, effect.variable, type.of))
      return inner && { ...common, kind: 'for each', variable: effect.variable, items, effect: inner }
    }
    case 'try': {
      const first = linkEffect(linking, entity, effect.effect, environment)
      const otherwise = linkEffect(linking, entity, effect.otherwise, environment)
      return first && otherwise && { ...common, kind: 'try', effect: first, otherwise }
    }
    case 'let': {
      const value = linking.expression(effect.value, environment)
      if (!value || isTaken(linking, environment, effect.name, effect.span)) return undefined
      return { ...common, kind: 'let', name: effect.name, value }
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
    case 'send':
    case 'restart':
      return { ...common, kind: 'not run', what: effect.kind }
  }
}

/** Inputs, and what `let` and `for each` name, lie in one place: none may have another's name. */
function isTaken(linking: Linking, { input = {}, bare = {} }: Environment, name: string, span: Span): boolean {
  const taken = Object.hasOwn(input, name) || Object.hasOwn(bare, name)
  if (taken) linking.report(say.doubledName(span, { what: 'names given here', name }))
  return taken
}

/** One record, or several of one entity; in the entity's default order where they have none. */
function linkRecords(
  linking: Linking,
  source: Fragment,
  environment: Environment,
): { readonly entity: EntityOutline; readonly records: Expression } | undefined {
  const records = linking.expression(source, environment)
  if (!records) return undefined
  const { type } = records.tree
  const record = type.kind === 'set' || type.kind === 'list' ? type.of : type
  const entity = record.kind === 'record' ? linking.outline.entities.get(record.entity) : undefined
  if (entity) return { entity, records: { ...records, tree: inDefaultOrder(linking, entity, records.tree) } }
  linking.report(say.notRecord(spanOf(source), { expected: 'a record, or several' }))
  return undefined
}

function inDefaultOrder(linking: Linking, entity: EntityOutline, records: Node): Node {
  const isOrdered =
    records.type.kind !== 'set' ||
    records.kind === 'input' ||
    (records.kind === 'call' && (records.name === 'first' || records.name === 'page')) ||
    (records.kind === 'each' && (records.operation === 'sort' || records.operation === 'sort_down'))
  if (isOrdered) return records
  const { identifier } = entity.name
  const { span, type } = records
  const variable = 'each_one'
  // The last key first: sorting keeps the order of equals.
  return (entity.declaration?.order ?? []).toReversed().reduce((set: Node, { field: reference, descending }) => {
    const field = entity.fields.get(findField(linking, entity, reference) ?? '')
    if (!field) return set
    const record: Node = { kind: 'variable', name: variable, type: { kind: 'record', entity: identifier }, span }
    const key: Node = {
      kind: 'field',
      record,
      entity: identifier,
      field: field.name.identifier,
      type: field.valueType,
      span,
    }
    const operation = descending ? 'sort_down' : 'sort'
    return { kind: 'each', operation, set, variable, body: linking.meanings.resolve(key), type, span }
  }, records)
}

type Done = Omit<Extract<Effect, { readonly kind: 'do' }>, 'cite' | 'if'>

function linkDo(
  linking: Linking,
  effect: EffectDeclaration & { readonly kind: 'do' },
  environment: Environment,
): Done | undefined {
  const found = linkRecords(linking, effect.on, environment)
  if (!found) return undefined
  const rows = found.entity.workflow?.declaration.transitions ?? []
  const names = rows.map((row) => row.name)
  const transition = findName(effect.transition, names, 'field')
  if (transition === undefined) {
    const name = effect.transition.value
    const entity = found.entity.name.label
    linking.report(
      say.unknownOfEntity(spanOf(effect.transition), { what: 'transition', name, entity, ...suggest(name, names) }),
    )
    return undefined
  }
  const inputs = inputsOf(linking, found.entity, transition)
  const input = effect.input.flatMap(({ name, value }) => {
    const known = [...inputs.values()].map((each) => each.name)
    const asked = inputs.get(findName(name, known, 'field') ?? '')
    if (!asked) {
      const what = { what: 'input', name: name.value, entity: effect.transition.value }
      linking.report(say.unknownOfEntity(spanOf(name), { ...what, ...suggest(name.value, known) }))
      return []
    }
    const linked = linking.expression(value, environment, asked.type)
    return linked ? [{ name: asked.name.identifier, value: linked }] : []
  })
  return { kind: 'do', entity: found.entity.name.identifier, transition, records: found.records, input }
}

/** What a transition can be given: what its rows ask, fields that it asks for as they are required then, and where it is to lead. */
function inputsOf(
  linking: Linking,
  entity: EntityOutline,
  transition: string,
): ReadonlyMap<string, { readonly name: Name; readonly type: Type }> {
  const inputs = new Map<string, { readonly name: Name; readonly type: Type }>()
  const { transitions = [], fieldStates = [], span = entity.span } = entity.workflow?.declaration ?? {}
  inputs.set('to', { name: { label: 'to', identifier: 'to', span }, type: { kind: 'text' } })
  for (const { field: reference, says } of fieldStates) {
    const field = says === 'required' || says === 'asked' ? findField(linking, entity, reference) : undefined
    const found = entity.fields.get(field ?? '')
    if (found) inputs.set(found.name.identifier, { name: found.name, type: found.valueType })
  }
  for (const { name, asks } of transitions) {
    if (name.identifier !== transition) continue
    for (const ask of asks) {
      const type = linkType(ask.type, entity, (reference) => findEntity(linking, reference)?.name.identifier)
      if (type) inputs.set(ask.name.identifier, { name: ask.name, type: fieldType(type.kind).valueType(type) })
    }
  }
  return inputs
}

function linkMembers(
  linking: Linking,
  entity: EntityOutline,
  effect: EffectDeclaration & { readonly kind: 'add' | 'remove' },
  environment: Environment,
): { readonly kind: 'add' | 'remove'; readonly field: string; readonly items: Expression } | undefined {
  const field = entity.fields.get(findField(linking, entity, effect.field) ?? '')
  if (!field) return undefined
  const { valueType } = field
  const closed =
    whyClosed(field) ?? (valueType.kind === 'set' || valueType.kind === 'list' ? undefined : 'it holds one alone')
  if (closed !== undefined || !('of' in valueType)) {
    const why = closed ?? 'it holds one alone'
    linking.report(say.notAField(spanOf(effect.field), { name: field.name.label, entity: entity.name.label, why }))
    return undefined
  }
  const several = linking.expressionInSilence(effect.item, environment, valueType)
  const items = several ?? linking.expression(effect.item, environment, valueType.of)
  return items && { kind: effect.kind, field: field.name.identifier, items }
}

function linkFields(
  linking: Linking,
  entity: EntityOutline,
  settings: readonly FieldValue[],
  environment: Environment,
): readonly FieldSetting[] {
  return settings.flatMap((each) => {
    const field = findField(linking, entity, each.name)
    const value = field === undefined ? undefined : linkValue(linking, entity, each, field, environment)
    return field !== undefined && value ? [{ field, value }] : []
  })
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

/** Why no effect may write a field; undefined where it may. */
export function whyClosed(field: FieldOutline): string | undefined {
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
