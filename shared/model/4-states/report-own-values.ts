// Warns of effects that work out the new value of other records from the record at hand.
import { ownValueForOthers } from '../../diagnostics/warnings.ts'
import type { Expression } from '../../expressions/node.ts'
import { someNode } from '../../expressions/walk.ts'
import type { EntityOutline } from '../outline.ts'
import type { LinkContext } from '../link-context.ts'
import type { FieldSetting } from '../model.ts'
import type { EffectPlace } from './effect-expressions.ts'

/**
 * Warns of `update jobs { marks: marks + 10 }`, which gives all of them the marks of the record at hand, and ten more. What is
 * only handed on (`{ marks: marks }`) is meant so.
 */
export function reportOwnValues(
  context: LinkContext,
  place: EffectPlace,
  { entity, records }: { readonly entity: EntityOutline; readonly records: Expression },
  fields: readonly FieldSetting[],
): void {
  const { kind } = records.tree.type
  if (place.entity !== entity || (kind !== 'set' && kind !== 'list')) return
  for (const { field, value } of fields) {
    const isMadeOfOwn =
      value.tree.kind !== 'field' &&
      someNode(value.tree, (node) => node.kind === 'field' && node.record.kind === 'this' && node.field === field)
    if (!isMadeOfOwn) continue
    const { label } = entity.fields.get(field)?.name ?? { label: field }
    context.report(ownValueForOthers(value.span, { field: label, entity: entity.name.label, name: field }))
  }
}
