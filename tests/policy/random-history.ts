// Histories of random records: what was changed in them before, in fields that may be closed now.
import type { HistoryEntry } from '../../server/storage/storage.ts'
import type { Pick } from './random-condition.ts'
import { oneOf } from './random-condition.ts'
import { makeId, MOMENT } from './random-world.ts'
import type { World } from './world.ts'
import { ownFields } from './entities.ts'

/** In the order in which it happened. */
export function randomHistory(pick: Pick, { entities, rows }: World): readonly HistoryEntry[] {
  const people = rows['Person'] ?? []
  return [...entities.values()].flatMap((entity, place) =>
    (rows[entity.name] ?? []).flatMap((row, index) =>
      Array.from({ length: pick(3) }, (_, number): HistoryEntry => {
        const fields = ownFields(entity).filter(({ kind }) => kind !== 'standard' && pick(2) === 0)
        return {
          id: makeId(0x10000 + place * 0x1000 + index * 4 + number),
          entity: entity.name,
          record: row.id,
          at: MOMENT,
          by: pick(4) === 0 ? null : oneOf(pick, people).id,
          event: number === 0 ? 'created' : 'changed',
          changes: Object.fromEntries(fields.map(({ name }) => [name, [null, `secret of ${name}`]])),
          revision: 'before',
        }
      }),
    ),
  )
}
