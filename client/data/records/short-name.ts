// Names a record briefly, for a message about it: "Ticket HD-00351", else its kind and its title.
import { titleOf } from '#shared/decisions/record-title.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { RecordData } from './record-data.ts'

/** Names a record by its number, if it has one; the rest of its title stands on its page. */
export function shortName(model: Model, entity: Entity, record: RecordData): string {
  const number = [...entity.fields.values()]
    .filter(({ type }) => isSequence(type))
    .map(({ name }) => record[name.identifier])
    .find((value) => typeof value === 'string' && value !== '')
  return `${entity.name.label} ${typeof number === 'string' ? number : titleOf(model, entity.name.identifier, record)}`
}
