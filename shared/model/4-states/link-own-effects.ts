// Links effects on the record at hand: setting a field, adding and removing members.
import { otherRecord } from '../../diagnostics/4-states.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { EffectDeclaration } from '../../points/4-states/declarations.ts'
import { sliceFragment, spanOf } from '../../text/fragment.ts'
import { environmentOfSets } from './effect-expressions.ts'
import type { EffectPlace } from './effect-expressions.ts'
import { linkLinesAtHand, linkOwnLines, partMeant } from '../7-calls/link-lines.ts'
import { linkFields, refusalOfWriting } from './link-field-settings.ts'
import type { LinkContext } from '../link-context.ts'
import { findField } from '../link-context.ts'
import type { Effect } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import type { Expression } from '../../expressions/node.ts'
import type { Reference } from '../../points/declarations.ts'

type PlainEffect<Kind extends Effect['kind']> = Omit<Extract<Effect, { readonly kind: Kind }>, 'cite' | 'if'>

/** On another record than the one at hand it is an update of that. */
export function linkSet(
  context: LinkContext,
  place: EffectPlace,
  { field: reference, value: written }: EffectDeclaration & { readonly kind: 'set' },
  environment: Environment,
): PlainEffect<'set'> | PlainEffect<'update'> | undefined {
  const owner = findOwner(context, place, reference, environment)
  const lines = owner && partMeant(owner.entity, owner.field, context)
  if (owner && lines !== undefined) {
    const setting = { name: owner.field, value: written }
    return place.point === 7
      ? linkOwnLines(context, owner, setting, lines, environment)
      : linkLinesAtHand(context, owner.entity, setting, environment)
  }
  const [setting] = owner ? linkFields(context, owner.entity, [{ name: owner.field, value: written }], environment) : []
  if (!owner || !setting) return undefined
  const entity = owner.entity.name.identifier
  return owner.record
    ? { kind: 'update', entity, records: owner.record, fields: [setting] }
    : { kind: 'set', ...setting }
}

/** Links an effect that puts one or several records into a relation to many, or takes them out of it. */
export function linkMembers(
  context: LinkContext,
  place: EffectPlace,
  effect: EffectDeclaration & { readonly kind: 'add' | 'remove' },
  environment: Environment,
): PlainEffect<'add' | 'remove'> | undefined {
  const owner = findOwner(context, place, effect.field, environment)
  const field = owner?.entity.fields.get(findField(context, owner.entity, owner.field) ?? '')
  if (!owner || !field) return undefined
  const { valueType } = field
  const closed =
    refusalOfWriting(field) ?? (valueType.kind === 'set' || valueType.kind === 'list' ? undefined : 'it holds only one')
  if (closed !== undefined || !('of' in valueType)) {
    const why = closed ?? 'it holds only one'
    const parameters = { name: field.name.label, entity: owner.entity.name.label, why }
    context.report(say.notAField(spanOf(owner.field), parameters))
    return undefined
  }
  const several = context.readingInSilence(effect.item, environment, valueType)
  const items = several?.expression ?? context.expression(effect.item, environment, valueType.of)
  const of = owner.record ? { of: { entity: owner.entity.name.identifier, record: owner.record } } : {}
  return items && { kind: effect.kind, field: field.name.identifier, items, ...of }
}

interface FieldOwner {
  readonly entity: EntityOutline
  readonly field: Reference
  /** Absent for the record at hand. */
  readonly record?: Expression
}

/**
 * Finds the record that a field belongs to. In a call, `article.title` is a field of the record before its last dot.
 */
function findOwner(
  context: LinkContext,
  place: EffectPlace,
  reference: Reference,
  environment: Environment,
): FieldOwner | undefined {
  const { entity, point } = place
  const dot = reference.value.lastIndexOf('.')
  if (dot > 0) {
    const before = sliceFragment(reference, 0, dot)
    const field = sliceFragment(reference, dot + 1)
    if (entity && before.value === 'this') return { entity, field }
    const record = context.expression(before, environmentOfSets(place, environment))
    if (!record) return undefined
    const { type } = record.tree
    const owner = type.kind === 'record' ? context.outline.entities.get(type.entity) : undefined
    if (!owner) context.report(say.notRecord(spanOf(before), { expected: 'one record' }))
    else if (point === 7) return { entity: owner, field, record }
    else context.report(otherRecord(spanOf(reference), { record: before.value, field: field.value }))
    return undefined
  }
  if (entity) return { entity, field: reference }
  context.report(say.noRecordAtHand(spanOf(reference), { field: reference.value }))
  return undefined
}
