// Turns If-Match into 412 where the record has another version than the caller saw.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { sayLastChange } from '../read/say-last-change.ts'
import type { CommandContext } from './command-context.ts'
import { refused } from '../../policy/refused.ts'

/** The caller changes the version that they read, or nothing. `expected`: undefined where they named none. */
export async function validateVersion(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  expected: number | undefined,
): Promise<void> {
  const current = Number(record['_version'])
  if (expected === undefined || expected === current) return
  const more = { versions: { given: expected, current }, record: { entity: entity.name.identifier, id: record.id } }
  const remedy = await sayLastChange(context, entity, record)
  const about = { entity: entity.name.identifier, ...(remedy === undefined ? {} : { remedy }) }
  throw refused('changed_meanwhile', {}, { ...about, ...more })
}
