// Evaluates fields, records and relations.
import type { Node } from '../node.ts'
import type { RecordSource } from '../scope.ts'
import type { RecordValue } from '../value.ts'

/** Reads a field of a record; undefined where it is hidden, also if it is named like what every object has. */
export function ownValue(field: string): (record: RecordValue) => unknown {
  return field in Object.prototype
    ? (record) => (Object.hasOwn(record, field) ? record[field] : undefined)
    : (record) => record[field]
}

/** Gives each record that a relation leads to once, also where it goes round; undefined where one is not at hand. */
export function reachedFrom(
  start: RecordValue,
  { entity, field, direction }: Node & { readonly kind: 'line' },
  records: RecordSource,
): readonly string[] | undefined {
  const next =
    direction === 'ancestors'
      ? (each: RecordValue) => targetsOf(each[field])
      : (each: RecordValue) => pointingTo(records.all(entity), field, each.id)
  const reached = new Set<string>()
  const waiting = [start]
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    const ids = next(each)
    if (!ids) return undefined
    for (const id of ids) {
      if (reached.has(id)) continue
      const found = records.record(entity, id)
      if (!found) return undefined
      reached.add(id)
      waiting.push(found)
    }
  }
  return [...reached]
}

/** The records whose relation leads to that id. */
export function pointingTo(all: readonly RecordValue[], field: string, id: string): readonly string[] | undefined {
  const ids: string[] = []
  for (const each of all) {
    const targets = targetsOf(each[field])
    if (!targets) return undefined
    if (targets.includes(id)) ids.push(each.id)
  }
  return ids
}

/** The ids in a relation, to one or to many; undefined where it is hidden. */
function targetsOf(json: unknown): readonly string[] | undefined {
  if (json === undefined) return undefined
  return typeof json === 'string' ? [json] : Array.isArray(json) ? (json as readonly string[]) : []
}
