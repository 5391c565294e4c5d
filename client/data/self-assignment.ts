// Finds the relation by which a person takes a record on: an assignee, an owner.
import { useQueryClient } from '@tanstack/react-query'
import type { Entity, Field } from '#shared/model/model.ts'
import { sendRequest } from './api.ts'
import { useKnownSession } from './session.ts'
import { usePermissions } from './records/permissions.ts'
import type { RecordData } from './records/record-data.ts'
import { relatedId } from './records/record-data.ts'
import { refreshRecords } from './records/record-mutations.ts'

/** To one person; one that may stay empty: who reported a thing is not who takes it on. The first in the document's order. */
export function selfField(entity: Entity, updatable: ReadonlySet<string>): Field | undefined {
  return [...entity.fields.values()].find(
    ({ type, standard, required, name }) =>
      type.kind === 'relation' &&
      type.entity === 'Person' &&
      !type.many &&
      !standard &&
      required !== true &&
      updatable.has(name.identifier),
  )
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
  const field = selfField(entity, usePermissions(entity).updatable)
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
