// Roles that follow from a relation to a record (`of` and `who` of point 6), as conditions on that record.
import * as say from '../diagnostics/model.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { Fragment } from '../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../text/fragment.ts'
import { bare } from '../text/values.ts'
import type { Linking } from './linking.ts'
import { findEntity, findField } from './linking.ts'
import type { EntityOutline, RoleRelation } from './outline.ts'
import { substituteThis } from './substitute-this.ts'

/**
 * Every way in which one becomes this role for a record of the entity, by the role's own rows alone.
 * An undefined one stands there and can't be run: what asks for it is unknown.
 */
export type RoleConditions = (role: string, entity: string) => readonly (Expression | undefined)[]

/** Each is read once, when it is first asked for. */
export function makeRoleConditions(getLinking: () => Linking): RoleConditions {
  const known = new Map<string, readonly (Expression | undefined)[] | 'reading'>()
  return (role, entity) => {
    const linking = getLinking()
    const key = `${role} ${entity}`
    const found = known.get(key)
    const outline = linking.outline.roles.get(role)
    if (found === 'reading') {
      if (outline) linking.report(say.circularValue(outline.name.span, { name: `the role ${outline.name.label}` }))
      return [undefined]
    }
    if (found) return found
    known.set(key, 'reading')
    const of = linking.outline.entities.get(entity)
    const conditions = of ? (outline?.relations ?? []).flatMap((relation) => readRelation(linking, relation, of)) : []
    known.set(key, conditions)
    return conditions
  }
}

function readRelation(
  linking: Linking,
  { places, who }: RoleRelation,
  entity: EntityOutline,
): readonly (Expression | undefined)[] {
  const [first] = places
  const base = first && findEntity(linking, first.entity)
  const place = places.find((each) => findEntity(linking, each.entity) === entity)
  if (!base || !place) return []
  const condition = linking.expression(bare(who), { record: base.name.identifier }, BOOLEAN)
  if (!condition || !place.path) return [condition]
  const record = walk(linking, entity, place.path)
  if (!record) return [undefined]
  if (record.type.kind === 'record' && record.type.entity === base.name.identifier)
    return [{ ...condition, tree: substituteThis(condition.tree, record) }]
  linking.report(say.notRecord(spanOf(place.path), { expected: `a path to a record of ${base.name.label}` }))
  return [undefined]
}

/** The record at the end of a path of relations. */
function walk(linking: Linking, entity: EntityOutline, path: Fragment): Node | undefined {
  const span = spanOf(path)
  let at: EntityOutline | undefined = entity
  let record: Node = { kind: 'this', type: { kind: 'record', entity: entity.name.identifier }, span }
  let from = 0
  for (const step of path.value.split('.')) {
    const field: string | undefined =
      at && findField(linking, at, trimFragment(sliceFragment(path, from, from + step.length)))
    from += step.length + 1
    const outline = field === undefined ? undefined : at?.fields.get(field)
    if (!at || field === undefined || !outline) return undefined
    if (outline.valueType.kind !== 'record') {
      linking.report(say.notRecord(span, { expected: `a path of relations to one record; "${step.trim()}" is none` }))
      return undefined
    }
    record = { kind: 'field', record, entity: at.name.identifier, field, type: outline.valueType, span }
    at = linking.outline.entities.get(outline.valueType.entity)
  }
  return record
}
