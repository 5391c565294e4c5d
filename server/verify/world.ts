// Holds records in memory, by entity: what a check expects is worked out on them.
import type { RecordValue } from '#shared/expressions/value.ts'

export interface GivenRecord {
  readonly entity: string
  readonly record: RecordValue
}

export interface World {
  all(entity: string): readonly RecordValue[]
  find(entity: string, id: string): RecordValue | undefined
}

export class Records implements World {
  readonly #byEntity = new Map<string, Map<string, RecordValue>>()

  put({ entity, record }: GivenRecord): void {
    const records = this.#byEntity.get(entity) ?? new Map<string, RecordValue>()
    this.#byEntity.set(entity, records.set(record.id, record))
  }

  all(entity: string): readonly RecordValue[] {
    return [...(this.#byEntity.get(entity)?.values() ?? [])]
  }

  find(entity: string, id: string): RecordValue | undefined {
    return this.#byEntity.get(entity)?.get(id)
  }
}

/** The world with some records more, or in place of those with their ids. */
export function worldWith(world: World, given: readonly GivenRecord[]): World {
  return {
    all(entity) {
      const own = given.flatMap((each) => (each.entity === entity ? [each.record] : []))
      const taken = new Set(own.map(({ id }) => id))
      return [...world.all(entity).filter(({ id }) => !taken.has(id)), ...own]
    },
    find: (entity, id) =>
      given.find((each) => each.entity === entity && each.record.id === id)?.record ?? world.find(entity, id),
  }
}
