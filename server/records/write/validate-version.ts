// Turns If-Match and If-None-Match into 412 where the record has another version than the caller accepts.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import { namedVersions, refusalOfVersion } from '#shared/decisions/version-condition.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { sayLastChange } from '../read/say-last-change.ts'
import type { CommandContext } from './command-context.ts'
import { refused } from '../../policy/refused.ts'

/** The caller changes a version that they accept, or nothing. */
export async function validateVersion(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  expected: VersionCondition | undefined,
): Promise<void> {
  const current = Number(record['_version'])
  const refusal = refusalOfVersion(current, expected)
  if (refusal === undefined) return
  if (refusal !== 'changed_meanwhile') throw refused(refusal)
  const more = { ...namedVersions(current, expected), record: { entity: entity.name.identifier, id: record.id } }
  const remedy = await sayLastChange(context, entity, record)
  const about = { entity: entity.name.identifier, ...(remedy === undefined ? {} : { remedy }) }
  throw refused('changed_meanwhile', {}, { ...about, ...more })
}
