// Caches what is derived from a table for as long as the table stays the same.
import type { EntityTable } from './catalogue.ts'

/** A migration makes new tables of the catalogue, so nothing has to be thrown away. */
export function cachePerTable<T, More extends readonly unknown[] = []>(
  make: (table: EntityTable, ...more: More) => T,
): (table: EntityTable, ...more: More) => T {
  const made = new WeakMap<EntityTable, { readonly value: T }>()
  return (table, ...more) => {
    let kept = made.get(table)
    if (!kept) made.set(table, (kept = { value: make(table, ...more) }))
    return kept.value
  }
}
