// Finds the relations of an entity to itself, which `ancestors` and `descendants` follow.
import type { FieldType } from '../../fields/field-type.ts'

interface RelationField {
  readonly type: FieldType
  readonly standard: boolean
  readonly computed?: unknown
}

/** In the order of the document; neither standard fields nor computed ones. */
export function selfRelationsOf(
  entity: string,
  fields: ReadonlyMap<string, RelationField> | undefined,
): readonly string[] {
  return [...(fields ?? [])].flatMap(([name, { type, standard, computed }]) => {
    const isComputed = computed !== undefined && computed !== false
    return type.kind === 'relation' && type.entity === entity && !standard && !isComputed ? [name] : []
  })
}
