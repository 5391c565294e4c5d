// Reads the picture of entities: their fields, and their relations with how many records each side has.
import type { Entity, Field, FieldType, Model } from '../model/model.ts'
import type { EntityDeclaration } from '../points/3-entities/declarations.ts'
import type { Cardinality, EntityPicture, FieldPicture, RelationPicture } from './pictures.ts'

export function readEntityPictures(model: Model, declared: readonly EntityDeclaration[]): readonly EntityPicture[] {
  return [...model.entities.values()].map((entity) => ({
    name: entity.name.identifier,
    label: entity.name.label,
    line: entity.cite.line,
    fields: writtenFields(entity, declared).map((field): FieldPicture => {
      return {
        name: field.name.identifier,
        label: field.name.label,
        type: `${field.computed ? 'computed ' : ''}${nameType(model, field.type)}`,
        line: field.cite.line,
      }
    }),
  }))
}

/** Fields that the system adds stand in no line of the document. */
function writtenFields(entity: Entity, declared: readonly EntityDeclaration[]): readonly Field[] {
  const written = declared
    .filter(({ name }) => name.identifier === entity.name.identifier)
    .flatMap(({ fields }) => fields.map(({ name }) => name.identifier))
  return [...entity.fields.values()].filter(({ name }) => written.includes(name.identifier))
}

function nameType(model: Model, type: FieldType): string {
  if (type.kind !== 'relation') return type.kind
  const entity = model.entities.get(type.entity)?.name.label ?? type.entity
  return type.many ? `several ${entity}` : entity
}

export function readRelations(model: Model, declared: readonly EntityDeclaration[]): readonly RelationPicture[] {
  return [...model.entities.values()].flatMap((entity) =>
    writtenFields(entity, declared).flatMap((field): readonly RelationPicture[] => {
      const { type } = field
      if (type.kind !== 'relation') return []
      const name = entity.name.identifier
      return [
        {
          key: `${name}.${field.name.identifier}`,
          from: name,
          to: type.entity,
          field: field.name.label,
          reverse: type.reverse,
          has: countOf(field, type.many),
          isHadBy: reverseCountOf(model, field, type),
          isPart: type.part === true,
          isComputed: field.computed !== undefined,
          line: field.cite.line,
        },
      ]
    }),
  )
}

function countOf({ required, limits }: Field, isMany: boolean): Cardinality {
  const least = required === true ? 1 : 0
  if (!isMany) return { least, most: 1 }
  const { atLeast = least, atMost } = limits
  return { least: atLeast, ...(atMost === undefined ? {} : { most: atMost }) }
}

/** Lines say at their relation how many of them a head has; what is unique belongs to one. */
function reverseCountOf(model: Model, { limits }: Field, type: FieldType & { readonly kind: 'relation' }): Cardinality {
  const part = type.part ? model.entities.get(type.entity)?.parts.get(type.reverse) : undefined
  const most = limits.unique?.per.length === 0 ? 1 : part?.atMost?.count
  return { least: part?.atLeast?.count ?? 0, ...(most === undefined ? {} : { most }) }
}
