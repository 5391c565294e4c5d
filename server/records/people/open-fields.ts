// Lists the relations in which a person is responsible for records: what is reassigned when they leave.
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { RunningDocument } from '../../document/current-document.ts'

export interface OpenField {
  readonly entity: Entity
  readonly field: Field
  /** Finds the records of a person that are in no state that ends them; of an entity without states all. */
  readonly filterFor: (person: string) => string
  /** Whether the field names the person who created a record, rather than the one who is responsible. */
  readonly isAuthor: boolean
}

/**
 * Lists the relations in which a person is responsible for records. Records that a person only wrote stay under their
 * name.
 */
export function openFieldsOf(running: RunningDocument): readonly OpenField[] {
  return running.compiled('open fields', running.model, () => listOpenFields(running.model))
}

function listOpenFields(model: Model): readonly OpenField[] {
  return [...model.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field): OpenField[] => {
      const { type, limits } = field
      if (type.kind !== 'relation' || type.entity !== 'Person') return []
      if (!isWrittenByPeople(field) || limits.writeOnce || limits.hidden) return []
      const isAuthor = field.default?.kind === 'expression' && field.default.expression.tree.kind === 'me'
      if (isAuthor && entity.workflows.size === 0) return []
      return [{ entity, field, isAuthor, filterFor: (person) => writeFilter(entity, field, person) }]
    }),
  )
}

function writeFilter({ workflows }: Entity, { name, type }: Field, person: string): string {
  const id = JSON.stringify(person)
  const points =
    type.kind === 'relation' && type.many
      ? `${name.identifier}.exists(each, each.id == ${id})`
      : `${name.identifier}.id == ${id}`
  const open = [...workflows].flatMap(([field, { ends }]) =>
    ends.length === 0 ? [] : [`not (${field} in ${JSON.stringify(ends)})`],
  )
  return [points, ...open].join(' and ')
}
