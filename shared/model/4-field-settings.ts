// The fields that an effect sets, each with its value: `{ ticket: this, body: input.reason }`.
import * as say from '../diagnostics/model.ts'
import type { Expression } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import type { FieldValue } from '../points/4-states-declarations.ts'
import { spanOf } from '../text/fragment.ts'
import type { Linking } from './linking.ts'
import { findField } from './linking.ts'
import type { FieldSetting } from './model.ts'
import type { EntityOutline, FieldOutline } from './outline.ts'

export function linkFields(
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

export function linkValue(
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
