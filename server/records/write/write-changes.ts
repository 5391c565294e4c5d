// Writes changes to a stored record, with its computed fields, version and standard fields.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { attachFiles } from '../files/attach-files.ts'
import type { CommandContext } from './command-context.ts'
import { computeKept, isComputedFrom, withComputed } from './computed-fields.ts'
import type { RequestedWrite } from './require-requested.ts'
import { storeRow } from './store-row.ts'

/** Writes the changes with what follows from them (computed fields, who and when, the version), and gives the record as it now is. */
export async function writeChanges(
  context: CommandContext,
  entity: Entity,
  before: RecordValue,
  sent: { readonly [field: string]: unknown },
  requested: RequestedWrite | 'document' = 'document',
): Promise<RecordValue> {
  const name = entity.name.identifier
  const changes = await attachFiles(context, entity, before.id, sent, before)
  const standard = { _version: Number(before['_version']) + 1, ...lastChange(context) }
  const changed = { ...before, ...changes, ...standard }
  const given = differing(before, { ...changes, ...standard })
  const computed = isComputedFrom(context, entity, Object.keys(given)) ? computeKept(context, entity, changed) : {}
  const written = { ...given, ...differing(before, { ...computed, _version: standard._version }) }
  const record = { ...changed, ...computed }
  const row = { record, old: before, changed: Object.keys(written) }
  await storeRow(context, entity, row, requested, () => context.transaction.update(name, before.id, written))
  return withComputed(context, entity, record)
}

/** A column that stays as it is costs its indexes and what it refers to once more: mostly the person of the last change. */
function differing(
  before: RecordValue,
  values: { readonly _version: number; readonly [field: string]: unknown },
): { readonly [field: string]: unknown } {
  const differ: { [field: string]: unknown } = {}
  for (const [field, value] of Object.entries(values)) if (value !== before[field]) differ[field] = value
  // It is raised at every change, whatever it was here.
  differ['_version'] = values._version
  return differ
}

/** When this command changes a record, and the person who acts. */
export function lastChange({ actorContext: { now, actor } }: CommandContext): {
  readonly updated_at: string
  readonly updated_by: string | null
} {
  return { updated_at: now, updated_by: actor.person?.id ?? null }
}
