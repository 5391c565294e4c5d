// Histories of random records: what was changed in them before, in fields that may be closed now or were then.
import { isDeepStrictEqual } from 'node:util'
import type { HistoryEntry } from '../../../server/storage/history-entry.ts'
import type { Pick } from './random-condition.ts'
import { oneOf } from './random-condition.ts'
import { makeId, MOMENT, randomValue } from './random-world.ts'
import type { Row } from '../entities.ts'
import type { World } from '../world.ts'
import { ownFields } from '../entities.ts'

/**
 * Makes the entries of random histories, in the order in which they happened. The newest entry leads to the record as
 * it is.
 */
export function randomHistory(pick: Pick, { entities, rows }: World): readonly HistoryEntry[] {
  const people = rows['Person'] ?? []
  return [...entities.values()].flatMap((entity, place) =>
    (rows[entity.name] ?? []).flatMap((row, index) => {
      const entries: HistoryEntry[] = []
      let state = row
      for (let number = pick(3); number > 0; number--) {
        const fields = ownFields(entity).filter(
          ({ kind, name }) => kind !== 'standard' && name !== 'roles' && name !== 'active' && pick(2) === 0,
        )
        const isCreation = number === 1
        const before = Object.fromEntries(
          fields.map((field) => [field.name, isCreation ? null : randomValue(pick, field, rows, index)]),
        )
        const id = makeId(0x10000 + place * 0x1000 + index * 4 + number)
        entries.unshift({
          id,
          changeSet: id,
          version: number,
          entity: entity.name,
          record: row.id,
          at: MOMENT,
          by: pick(4) === 0 ? null : oneOf(pick, people).id,
          event: isCreation ? 'created' : 'changed',
          changes: Object.fromEntries(fields.map(({ name }) => [name, [before[name], state[name] ?? null]])),
          revision: 'before',
        })
        state = { ...state, ...before }
      }
      return entries
    }),
  )
}

/** The record as it was after each of its entries and before it, worked out naively: from the newest back. */
export function historyOf(
  history: readonly HistoryEntry[],
  row: Row,
): readonly { readonly entry: HistoryEntry; readonly after: Row; readonly before: Row | undefined }[] {
  let state = row
  return history
    .filter(({ record }) => record === row.id)
    .toReversed()
    .map((entry, index, all) => {
      for (const [field, [, written]] of Object.entries(entry.changes))
        if (!isDeepStrictEqual(written, state[field] ?? null))
          throw new Error(`no history can be so: ${entry.id} wrote another ${field} than the record held afterwards`)
      const stamp = (of: HistoryEntry | undefined): object =>
        of === undefined ? {} : { updated_by: of.by, updated_at: of.at, _version: of.version }
      const after = { ...state, ...stamp(entry) }
      const values = Object.entries(entry.changes).map(([field, [value]]) => [field, value])
      state = { ...after, ...(Object.fromEntries(values) as object), ...stamp(all[index + 1]) }
      return { entry, after, before: entry.event === 'created' ? undefined : state }
    })
}
