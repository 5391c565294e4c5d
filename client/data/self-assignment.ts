// Finds the relation by which a person takes a record on: an assignee, an owner.
import { useQueryClient } from '@tanstack/react-query'
import type { Entity, Field } from '#shared/model/model.ts'
import { sendRequest } from './api.ts'
import { useKnownSession } from './session.ts'
import { usePermissions } from './records/permissions.ts'
import type { RecordData } from './records/record-data.ts'
import { relatedId } from './records/record-data.ts'
import { refreshRecords } from './records/record-mutations.ts'

/** What documents call the person who works on something; a step notes who decided on it or approved it. */
const TAKEN_ON =
  /^(assignee|assigned_(to|agent|person)|owner|responsible|in_charge|handler|handled_by|editor|caretaker)$|^(bearbeiter(in)?|zuständige?r?|verantwortliche?r?)$/

/**
 * To one person; one that may stay empty: who reported a thing is not who takes it on. The first in the document's order.
 * Undefined for what is in no state: a team is led, and nobody takes it on.
 */
export function selfField(entity: Entity, updatable: ReadonlySet<string>): Field | undefined {
  if (entity.workflows.size === 0) return undefined
  return [...entity.fields.values()].find(
    ({ type, standard, required, name }) =>
      type.kind === 'relation' &&
      type.entity === 'Person' &&
      !type.many &&
      !standard &&
      required !== true &&
      TAKEN_ON.test(name.identifier) &&
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
