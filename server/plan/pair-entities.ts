// Pairs the entities and fields of two documents, also where the newer one has renamed them (`was`).
import type { Model } from '#shared/model/model.ts'

/** An entity as it is called before and after; an empty name: there is none. */
export interface EntityPair {
  readonly before: string
  readonly after: string
  /** Fields that both have, by the names that they have after. */
  readonly common: ReadonlySet<string>
}

export interface EntityPairs {
  readonly pairs: readonly EntityPair[]
  readonly renames: RenamedParts
}

/** The names of the newer document for those of the former. */
export interface RenamedParts {
  entity(name: string): string
  /** `entity`: its former name. */
  field(entity: string, name: string): string
}

export const NOTHING_RENAMED: RenamedParts = { entity: (name) => name, field: (_entity, name) => name }

export function pairEntities(before: Model, after: Model): EntityPairs {
  const fieldNames = new Map<string, ReadonlyMap<string, string>>()
  const pairs = [...after.entities.values()].map((entity): EntityPair => {
    const { identifier } = entity.name
    const name = before.entities.has(identifier) ? identifier : (entity.was ?? '')
    const former = before.entities.get(name)?.fields
    if (former === undefined) return { before: '', after: identifier, common: new Set() }
    const formerNameOf = (field: string): string | undefined =>
      former.has(field) ? field : entity.fields.get(field)?.was
    const known = [...entity.fields.keys()].flatMap((field) => {
      const formerName = formerNameOf(field)
      return formerName !== undefined && former.has(formerName) ? [[formerName, field] as const] : []
    })
    fieldNames.set(name, new Map(known))
    return { before: name, after: identifier, common: new Set(known.map(([, field]) => field)) }
  })
  const entityNames = new Map(pairs.map((pair) => [pair.before, pair.after]))
  const gone = [...before.entities.keys()].filter((name) => !entityNames.has(name))
  return {
    pairs: [...pairs, ...gone.map((name) => ({ before: name, after: '', common: new Set<string>() }))],
    renames: {
      entity: (name) => entityNames.get(name) ?? name,
      field: (entity, name) => fieldNames.get(entity)?.get(name) ?? name,
    },
  }
}
