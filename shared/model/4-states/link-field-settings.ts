// Links the fields that an effect sets, each with its value.
import { fieldType } from '../../fields/registry.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { FieldValueDeclaration } from '../../points/4-states/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import type { LinkContext } from '../link-context.ts'
import { findField } from '../link-context.ts'
import type { FieldSetting } from '../model.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'

export function linkFields(
  context: LinkContext,
  entity: EntityOutline,
  settings: readonly FieldValueDeclaration[],
  environment: Environment,
): readonly FieldSetting[] {
  return settings.flatMap(({ name, value: written }) => {
    const field = findField(context, entity, name)
    if (field === undefined) return []
    const outline = entity.fields.get(field)
    const closed = outline && refusalOfWriting(outline)
    if (!outline || closed !== undefined) {
      const why = closed ?? 'there is no such field'
      context.report(say.notAField(spanOf(name), { name: field, entity: entity.name.label, why }))
      return []
    }
    const type = outline.valueType
    const value = context.expression(written, environment, type)
    return value ? [{ field, value, type }] : []
  })
}

/** Why no effect may write a field; undefined where it may. */
export function refusalOfWriting(field: FieldOutline): string | undefined {
  if (field.standard) return 'it is kept by the system'
  if (field.computed) return 'it is computed'
  if (field.workflow) return 'states change only by transitions'
  return fieldType(field.type.kind).givenBySystem ? 'it is given by the system' : undefined
}
