// Entities of random applications as plain data, and what leads from one to the other.

export interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

export interface FieldSpec {
  readonly name: string
  readonly kind: 'text' | 'integer' | 'yes/no' | 'choice' | 'one' | 'many' | 'standard'
  /** Name of the entity that a relation leads to. */
  readonly target?: string
  /** Decides what becomes of the record when the other one is deleted. If absent, the other one can't be deleted. */
  readonly whenDeleted?: 'cleared when deleted' | 'deleted with it'
  readonly searchable?: true
  readonly unique?: true
  readonly hidden?: true
  /** Its former name. */
  readonly was?: string
  /** Bindings of a choice that holds states: the fields that a state closes. */
  readonly binds?: readonly BindingSpec[]
}

export interface BindingSpec {
  readonly field: string
  readonly state: string
  readonly says: 'hidden' | 'read only'
}

export interface EntitySpec {
  readonly name: string
  readonly path: string
  /** Its former name. */
  readonly was?: string
  readonly fields: readonly FieldSpec[]
}

export type Entities = ReadonlyMap<string, EntitySpec>

export const LEVELS = ['low', 'normal', 'high']

export const STANDARD: readonly FieldSpec[] = [
  { name: 'id', kind: 'standard' },
  { name: 'created_at', kind: 'standard' },
  { name: 'created_by', kind: 'one', target: 'Person' },
  { name: 'updated_at', kind: 'standard' },
  { name: 'updated_by', kind: 'one', target: 'Person' },
  { name: '_version', kind: 'standard' },
]

/** Fields that every Person has. A document may add to them. */
export const BUILT_IN: readonly FieldSpec[] = [
  { name: 'name', kind: 'text', searchable: true },
  { name: 'email', kind: 'standard' },
  { name: 'picture', kind: 'standard' },
  { name: 'roles', kind: 'standard' },
  { name: 'active', kind: 'yes/no' },
]

/** Own fields, without those that every record has. */
export function ownFields(entity: EntitySpec): readonly FieldSpec[] {
  return entity.fields.filter((field) => !STANDARD.includes(field))
}

export function entityOf(entities: Entities, name: string): EntitySpec {
  const found = entities.get(name)
  if (found === undefined) throw new Error(`there is no entity "${name}"`)
  return found
}

export function fieldOf(entities: Entities, entity: string, name: string): FieldSpec {
  const found = entityOf(entities, entity).fields.find((field) => field.name === name)
  if (found === undefined) throw new Error(`there is no ${entity}.${name}`)
  return found
}

/** `Beta.link` is `beta_by_link` seen from the other side. */
export function reverseName(entity: string, field: string): string {
  return `${entity.toLowerCase()}_by_${field}`
}

export function reversesOf(
  entities: Entities,
  target: string,
): readonly { readonly name: string; readonly entity: string; readonly field: string }[] {
  return [...entities.values()].flatMap((entity) =>
    ownFields(entity)
      .filter((field) => field.target === target)
      .map((field) => ({ name: reverseName(entity.name, field.name), entity: entity.name, field: field.name })),
  )
}

export function reverseOf(
  entities: Entities,
  target: string,
  name: string,
): { readonly entity: string; readonly field: string } {
  const found = reversesOf(entities, target).find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no ${target}.${name}`)
  return found
}
