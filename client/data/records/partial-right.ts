// Finds fields that the person may read of some records only: a sum of one is not that of all records.
import { readsOf } from '#shared/expressions/reads.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { sessionPolicy } from '../session-policy.ts'

/** Is the field withheld from the person in some records that they may read? */
export function isReadInPart(model: Model, session: SessionBody, entity: string, field: string): boolean {
  const { fields } = sessionPolicy(model, session).entity(entity).read
  return fields.some((each) => each.field === field && each.when !== true)
}

/** Does a step of the path, such as `requester.team`, depend on the record? */
export function isPathReadInPart(model: Model, session: SessionBody, entity: Entity, path: string): boolean {
  const [first = '', ...rest] = path.split('.')
  if (isReadInPart(model, session, entity.name.identifier, first)) return true
  const type = entity.fields.get(first)?.type
  const next = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
  return next !== undefined && rest.length > 0 && isPathReadInPart(model, session, next, rest.join('.'))
}

/** Does a condition on records of the entity ask what depends on the record? */
export function asksInPart(model: Model, session: SessionBody, entity: string, condition: Node): boolean {
  const { own, others } = readsOf(condition)
  return (
    own.some((field) => isReadInPart(model, session, entity, field)) ||
    others.some((each) => each.field !== undefined && isReadInPart(model, session, each.entity, each.field))
  )
}
