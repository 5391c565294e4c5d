// Says whether anything can be done with a related record in its row.
import type { Entity, Field } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { offeredTransitions } from '../offered-transitions.ts'

/** `field`: the relation that points to the record on the page, which is not changed here. */
export function offersTools(related: Entity, field: Field, item: RecordData, actor: Actor): boolean {
  if (item._may === undefined) return false
  const { update, delete: remove } = item._may
  return (
    remove.allowed === true ||
    Object.entries(update).some(([name, may]) => may === true && name !== field.name.identifier) ||
    offeredTransitions(related, item, actor).some(({ decision }) => decision.allowed !== false)
  )
}
