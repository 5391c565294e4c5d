// Links the fields that an effect sets, each with its value.
import { fieldType } from '../../fields/registry.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Expression } from '../../expressions/node.ts'
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
  return settings.flatMap((each) => {
    const field = findField(context, entity, each.name)
    const value = field === undefined ? undefined : linkValue(context, entity, each, field, environment)
    return field !== undefined && value ? [{ field, value }] : []
  })
}

export function linkValue(
  context: LinkContext,
  entity: EntityOutline,
  { name, value }: FieldValueDeclaration,
  field: string,
  environment: Environment,
): Expression | undefined {
  const outline = entity.fields.get(field)
  const closed = outline && refusalOfWriting(outline)
  if (!outline || closed !== undefined) {
    context.report(
      say.notAField(spanOf(name), { name: field, entity: entity.name.label, why: closed ?? 'there is no such field' }),
    )
    return undefined
  }
  return context.expression(value, environment, outline.valueType)
}

/** Why no effect may write a field; undefined where it may. */
export function refusalOfWriting(field: FieldOutline): string | undefined {
  if (field.standard) return 'it is kept by the system'
  if (field.computed) return 'it is computed'
  if (field.workflow) return 'states change only by transitions'
  return fieldType(field.type.kind).givenBySystem ? 'it is given by the system' : undefined
}
