// Finds the relation by which a person takes a record on: an assignee, an owner.
import { useQueryClient } from '@tanstack/react-query'
import type { Expression, Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { memoByModel } from '#shared/model/memo-by-model.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { sendRequest } from './api.ts'
import { useKnownSession } from './session.ts'
import { useModel } from './spec.ts'
import { usePermissions } from './records/permissions.ts'
import type { RecordData } from './records/record-data.ts'
import { relatedId } from './records/record-data.ts'
import { refreshRecords } from './submission/refresh-records.ts'

/**
 * The first in the document's order that a view, a screen or a grant to update compares with `me`, to one person, and that may
 * stay empty: who reported a thing is not who takes it on. Undefined for what is in no state: nobody takes on a team.
 */
export function selfField(model: Model, entity: Entity, updatable: ReadonlySet<string>): Field | undefined {
  if (entity.workflows.size === 0) return undefined
  const own = ownFieldsOf(model).get(entity.name.identifier)
  return [...entity.fields.values()].find(
    ({ type, standard, required, name }) =>
      type.kind === 'relation' &&
      type.entity === 'Person' &&
      !type.many &&
      !standard &&
      required !== true &&
      own?.has(name.identifier) === true &&
      updatable.has(name.identifier),
  )
}

/**
 * Finds the fields that the document compares with the person, by entity: `assignee` where it says `assignee == me`.
 */
const ownFieldsOf = memoByModel((model: Model): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  const read = (entity: string, condition: Expression | undefined) => {
    if (condition === undefined) return
    found.set(entity, new Set([...(found.get(entity) ?? []), ...fieldsOfMe(condition.tree)]))
  }
  for (const { shows, where, views = [] } of isShown(model.screens) ? model.screens.screens : []) {
    if (!('entity' in shows)) continue
    read(shows.entity, where)
    for (const view of views) read(shows.entity, view.where)
  }
  for (const { name, grants } of model.entities.values())
    for (const { may, where } of grants) if (may.includes('update')) read(name.identifier, where)
  return found
})

function fieldsOfMe(node: Node): readonly string[] {
  const inside = childrenOf(node).flatMap(fieldsOfMe)
  if (node.kind !== 'binary' || node.operator !== '==') return inside
  const sides = [node.left, node.right]
  if (!sides.some(({ kind }) => kind === 'me')) return inside
  return sides.flatMap((side) => (side.kind === 'field' && side.record.kind === 'this' ? [side.field] : []))
}

export interface SelfAssignment {
  readonly field: Field
  isMine(record: RecordData): boolean
  /** The server decides, and refuses as it would refuse the same change by hand. */
  assign(record: RecordData): Promise<void>
}

/** Undefined: there is no such relation, or nobody is signed in. */
export function useSelfAssignment(entity: Entity): SelfAssignment | undefined {
  const client = useQueryClient()
  const me = useKnownSession().person?.id
  const field = selfField(useModel(), entity, usePermissions(entity).updatable)
  if (me === undefined || field === undefined) return undefined
  const name = field.name.identifier
  return {
    field,
    isMine: (record) => relatedId(record[name]) === me,
    async assign({ id }) {
      await sendRequest(`/api/${entity.path}/${encodeURIComponent(id)}`, { method: 'PATCH', body: { [name]: me } })
      await refreshRecords(client)
    },
  }
}
