// Names a related record in an export so that an import finds it again.
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { nameOfRecord } from '#shared/decisions/record-title.ts'
import type { ReadableOf } from '#shared/decisions/title-paths.ts'
import { isId } from '#shared/fields/relation.ts'
import type { Model } from '#shared/model/model.ts'

/** Longer ones name nothing. */
export const LONGEST_NAME = 300

/** Names a record by its title as pages show it, or by its id where no title could be read back. */
export function nameToRead(model: Model, readableOf: ReadableOf, entityName: string, record: ExpandedRecord): string {
  const entity = model.entities.get(entityName)
  const title = entity && nameOfRecord(model, entity, record, readableOf(entityName))?.trim()
  return title === undefined || title === '' || title.length > LONGEST_NAME || isId(title) ? record.id : title
}
