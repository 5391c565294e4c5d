// Gives changed lines their unique values at once, so that two of them may exchange theirs in one call.
import { coerceValue } from '#shared/fields/coerce-value.ts'
import { isUniqueByItself } from '#shared/fields/registry.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { RelationMissing, UniqueConflict } from '../../storage/storage-error.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { SentLine } from './separate-lines.ts'

/**
 * The lines that have their new unique values now, as they were before. All else of them is written after that, line by line: what
 * refuses one of them undoes this too. Where a value is taken by another record nothing is given, and its line is refused then.
 */
export async function exchangeUniqueValues(
  { running, transaction }: CommandContext,
  entity: Entity,
  lines: readonly SentLine[],
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, RecordValue>> {
  const before = new Map<string, RecordValue>()
  const names = running.compiled('unique fields', entity, () => uniqueFieldsOf(entity))
  if (names.length === 0 || lines.length < 2) return before
  const name = entity.name.identifier
  const changes: { readonly id: string; readonly values: { readonly [field: string]: unknown } }[] = []
  for (const { id, values } of lines) {
    if (id === undefined || !known.has(id) || !names.some((each) => Object.hasOwn(values, each))) continue
    const record = await transaction.record(name, id)
    const changed = record && changedUnique(entity, names, record, values)
    if (record === undefined || changed === undefined || Object.keys(changed).length === 0) continue
    before.set(id, record)
    changes.push({ id, values: changed })
  }
  if (changes.length === 0) return before
  try {
    await transaction.savepoint(() => transaction.exchange(name, changes))
    return before
  } catch (error) {
    if (error instanceof UniqueConflict || error instanceof RelationMissing) return new Map()
    throw error
  }
}

/** Lists the fields that are unique by themselves, within others or together, as far as they are given. */
export function uniqueFieldsOf({ fields, uniqueTogether }: Entity): readonly string[] {
  const single = [...fields].flatMap(([name, { limits, type }]) =>
    limits.unique ? [name, ...limits.unique.per] : isUniqueByItself(type) ? [name] : [],
  )
  return [...new Set([...single, ...uniqueTogether.flatMap((each) => each.fields)])].filter(
    (name) => fields.get(name)?.standard === false && fields.get(name)?.computed === undefined,
  )
}

/** Undefined where one of them is no value for its field: that is refused with the line. */
function changedUnique(
  entity: Entity,
  names: readonly string[],
  record: RecordValue,
  values: { readonly [field: string]: unknown },
): { readonly [field: string]: unknown } | undefined {
  const changed: { [field: string]: unknown } = {}
  for (const name of names) {
    const field = entity.fields.get(name)
    if (!field || !Object.hasOwn(values, name)) continue
    const read = coerceValue(values[name], field)
    if ('problem' in read || (field.required === true && read.value === null)) return undefined
    if (JSON.stringify(read.value) !== JSON.stringify(record[name] ?? null)) changed[name] = read.value
  }
  return changed
}
