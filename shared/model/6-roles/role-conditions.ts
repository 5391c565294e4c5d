// Makes conditions on a record of the roles by relation.
import * as say from '../../diagnostics/linking.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { bare } from '../../text/written-values.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findField } from '../link-context.ts'
import type { EntityOutline, RoleRelation } from '../outline.ts'
import { substituteThis } from '../substitute-this.ts'

/**
 * Every way in which one becomes this role for a record of the entity, by only the role's own rows.
 * An undefined one stands there and can't be run: what asks for it is unknown.
 */
export type RoleConditions = (role: string, entity: string) => readonly (Expression | undefined)[]

/** Each is read once, when it is first asked for. */
export function makeRoleConditions(getLinking: () => LinkContext): RoleConditions {
  const known = new Map<string, readonly (Expression | undefined)[] | 'reading'>()
  return (role, entity) => {
    const context = getLinking()
    const key = `${role} ${entity}`
    const found = known.get(key)
    const outline = context.outline.roles.get(role)
    if (found === 'reading') {
      if (outline) context.report(say.circularValue(outline.name.span, { name: `the role ${outline.name.label}` }))
      return [undefined]
    }
    if (found) return found
    known.set(key, 'reading')
    const of = context.outline.entities.get(entity)
    const conditions = of ? (outline?.relations ?? []).flatMap((relation) => readRelation(context, relation, of)) : []
    known.set(key, conditions)
    return conditions
  }
}

function readRelation(
  context: LinkContext,
  { places, who }: RoleRelation,
  entity: EntityOutline,
): readonly (Expression | undefined)[] {
  const [first] = places
  const base = first && findEntity(context, first.entity)
  const place = places.find((each) => findEntity(context, each.entity) === entity)
  if (!base || !place) return []
  const condition = context.expression(bare(who), { record: base.name.identifier }, BOOLEAN)
  if (!condition || !place.path) return [condition]
  const record = walk(context, entity, place.path)
  if (!record) return [undefined]
  if (record.type.kind === 'record' && record.type.entity === base.name.identifier)
    return [{ ...condition, tree: substituteThis(condition.tree, record) }]
  context.report(say.notRecord(spanOf(place.path), { expected: `a path to a record of ${base.name.label}` }))
  return [undefined]
}

/** The record at the end of a path of relations. */
function walk(context: LinkContext, entity: EntityOutline, path: Fragment): Node | undefined {
  const span = spanOf(path)
  let at: EntityOutline | undefined = entity
  let record: Node = { kind: 'this', type: { kind: 'record', entity: entity.name.identifier }, span }
  let from = 0
  for (const step of path.value.split('.')) {
    const field: string | undefined =
      at && findField(context, at, trimFragment(sliceFragment(path, from, from + step.length)))
    from += step.length + 1
    const outline = field === undefined ? undefined : at?.fields.get(field)
    if (!at || field === undefined || !outline) return undefined
    if (outline.valueType.kind !== 'record') {
      context.report(say.notRecord(span, { expected: `a path of relations to one record; "${step.trim()}" is none` }))
      return undefined
    }
    record = { kind: 'field', record, entity: at.name.identifier, field, type: outline.valueType, span }
    at = context.outline.entities.get(outline.valueType.entity)
  }
  return record
}
