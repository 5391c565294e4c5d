// Finds the relations of an entity to itself, which `ancestors` and `descendants` follow.
import type { FieldType } from '../../fields/field-type.ts'

interface RelationField {
  readonly type: FieldType
  readonly standard: boolean
  readonly computed?: unknown
}

/** Lists the relations of an entity to itself, in the order of the document, without standard and computed fields. */
export function selfRelationsOf(
  entity: string,
  fields: ReadonlyMap<string, RelationField> | undefined,
): readonly string[] {
  return [...(fields ?? [])].flatMap(([name, { type, standard, computed }]) => {
    const isComputed = computed !== undefined && computed !== false
    return type.kind === 'relation' && type.entity === entity && !standard && !isComputed ? [name] : []
  })
}
