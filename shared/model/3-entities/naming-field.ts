// Finds the field that names a record where its entity says nothing: the first text.
import type { Expression, Node } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import { fieldType } from '../../fields/registry.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'

export function firstTextField(entity: EntityOutline): string {
  const own = [...entity.fields.values()].filter((field) => !field.standard)
  const namingOf = (field: FieldOutline) => fieldType(field.type.kind).naming
  const found = own.find((field) => namingOf(field) === 'name') ?? own.find((field) => namingOf(field) !== undefined)
  return found?.name.identifier ?? 'id'
}

export function fieldExpression(entity: EntityOutline, field: string): Expression {
  const { identifier, span } = entity.name
  const outline = entity.fields.get(field)
  const type: Type = outline?.valueType ?? { kind: 'text' }
  const record: Node = { kind: 'this', type: { kind: 'record', entity: identifier }, span }
  return { tree: { kind: 'field', record, entity: identifier, field, type, span }, text: field, span }
}
