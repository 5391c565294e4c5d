// Stores the row that a person writes: that a value is taken is said only to those who may write the record.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { UniqueConflict } from '../../storage/storage-error.ts'
import type { CommandContext } from './command-context.ts'
import type { RequestedWrite } from './require-requested.ts'
import { requireRequested } from './require-requested.ts'
import { readsFurther, withComputed } from './computed-fields.ts'
import { translateWriteErrors } from './write-error.ts'

interface WrittenRow {
  readonly record: RecordValue
  readonly old: RecordValue | null
  readonly changed: readonly string[]
}

/** `store` inserts or updates the record's row. */
export async function storeRow(
  context: CommandContext,
  entity: Entity,
  { record, old, changed }: WrittenRow,
  requested: RequestedWrite | 'document',
  store: () => Promise<unknown>,
): Promise<void> {
  const { transaction, storage, running } = context
  const name = entity.name.identifier
  const isAsked =
    requested !== 'document' &&
    requested.policy.nodes.length > 0 &&
    changed.some((field) =>
      running.compiled('fields that may be taken', entity, () => uniqueFieldsOf(entity)).has(field),
    )
  if (!isAsked) return void (await translateWriteErrors(context, name, store))
  // What conditions read from the database they read of a row that is there.
  const readsRow = requested.policy.conditions.plan(storage) !== undefined || readsFurther(context, entity)
  await translateWriteErrors(context, name, async () => {
    try {
      await (readsRow ? transaction.savepoint(store) : store())
    } catch (error) {
      if (!(error instanceof UniqueConflict)) throw error
      if (!readsRow || (await storeBeside(context, store, error))) {
        const snapshot = { record: readsRow ? await withComputed(context, entity, record) : record, old }
        await requireRequested(context, requested, snapshot)
      }
      throw error
    }
  })
}

/**
 * Stores the row all the same, with those set aside that have its values: the error that follows undoes it. False: who
 * has them can't be seen from here, since they were written at this moment.
 */
async function storeBeside(
  context: CommandContext,
  store: () => Promise<unknown>,
  { entity, holder }: UniqueConflict,
): Promise<boolean> {
  const { transaction } = context
  if (holder === undefined) return false
  await transaction.setAside(entity, holder)
  try {
    await transaction.savepoint(store)
    return true
  } catch (error) {
    if (!(error instanceof UniqueConflict)) throw error
    return storeBeside(context, store, error)
  }
}

/** Lists the fields that are unique by themselves or together; numbers and slugs that the system gives are free. */
function uniqueFieldsOf({ fields, uniqueTogether }: Entity): ReadonlySet<string> {
  const single = [...fields].flatMap(([name, { limits }]) => (limits.unique ? [name, ...limits.unique.per] : []))
  return new Set([...single, ...uniqueTogether.flatMap((each) => each.fields)])
}
