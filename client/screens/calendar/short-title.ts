// Shortens the title of a record for the narrow days of a month and a week: its number says least there.
import { isSequence } from '#shared/fields/sequence.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'

/** "HD-00012 No paper" → "No paper"; a title that is nothing but its number stays. */
export function shortTitle(entity: Entity, record: RecordData, title: string): string {
  const numbers = [...entity.fields.values()]
    .filter(({ type }) => isSequence(type))
    .map(({ name }) => record[name.identifier])
  const number = numbers.find((each) => each !== null && each !== undefined && title.startsWith(`${String(each)} `))
  return number === undefined ? title : title.slice(String(number).length).trim()
}
