// Works out naively what a reader is shown of a record's history.
import type { HistoryEntry } from '../../../server/storage/history-entry.ts'
import type { Row } from '../entities.ts'
import type { Oracle } from '../oracle.ts'
import { historyOf } from '../random/random-history.ts'
import type { World } from '../world.ts'

/** Shows the entries of a history: what may be read and seen in it now, and might have been read before and after each. */
export function historyItems(
  world: World,
  oracle: Oracle,
  history: readonly HistoryEntry[],
  entity: string,
  row: Row,
): readonly object[] {
  const now = Object.keys(oracle.read(entity, row) ?? {}).filter((field) =>
    oracle.may('see history', entity, row, field),
  )
  return historyOf(history, row).flatMap(({ entry, after, before }) => {
    const { id, changeSet, version, at, event, by, changes } = entry
    const seen = oracle.read(entity, after)
    if (seen === undefined) return []
    const prior = before === undefined ? seen : (oracle.read(entity, before) ?? {})
    const isTold = (field: string): boolean => now.includes(field) && field in seen && field in prior
    const who = world.rows['Person']?.find((person) => person.id === by)
    const name = who && oracle.read('Person', who)?.['name']
    const person = by === null ? null : { id: by, ...(typeof name === 'string' ? { name } : {}) }
    return [
      {
        id,
        ...(changeSet === null ? {} : { changeSet }),
        version,
        at,
        event,
        ...(isTold('updated_by') ? { by: person } : {}),
        changes: Object.fromEntries(Object.entries(changes).filter(([field]) => isTold(field))),
      },
    ]
  })
}
