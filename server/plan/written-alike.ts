// Compares parts of two documents by what they say, wherever they stand and however it is called.
import type { RenamedParts } from './pair-entities.ts'
import { NOTHING_RENAMED } from './pair-entities.ts'

/** Text that is the same for parts that say the same. `renames`: for parts of the former document. */
export function writtenAlike(part: unknown, renames: RenamedParts = NOTHING_RENAMED): string {
  return JSON.stringify(part, (key, value: unknown) => {
    if (PLACES.has(key)) return undefined
    if (value instanceof Map || value instanceof Set) return [...value]
    return isOfEntity(value) ? renamed(value, renames) : value
  })
}

const PLACES: ReadonlySet<string> = new Set(['span', 'cite', 'cites', 'text'])

interface OfEntity {
  readonly entity: string
  readonly field?: unknown
}

/** Nodes and types name their entity so, and its fields beside it. */
function isOfEntity(value: unknown): value is OfEntity {
  return typeof value === 'object' && value !== null && 'entity' in value && typeof value.entity === 'string'
}

function renamed(value: OfEntity, renames: RenamedParts): OfEntity {
  const { entity, field } = value
  return {
    ...value,
    entity: renames.entity(entity),
    ...(typeof field === 'string' ? { field: renames.field(entity, field) } : {}),
  }
}
