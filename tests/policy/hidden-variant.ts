// Another world that looks the same to one person: whatever that person may not read is changed, and nothing else.
import { isDeepStrictEqual } from 'node:util'
import type { HistoryEntry } from '../../server/storage/history-entry.ts'
import { createOracle } from './oracle.ts'
import type { Oracle } from './oracle.ts'
import type { Pick } from './random/random-condition.ts'
import { oneOf, WORDS } from './random/random-condition.ts'
import { randomValue } from './random/random-world.ts'
import { historyItems } from './surfaces/history-items.ts'
import type { FieldSpec, Row } from './entities.ts'
import type { World } from './world.ts'
import { entityOf } from './entities.ts'

const TRIES = 80

export interface Variant {
  readonly world: World
  readonly history: readonly HistoryEntry[]
  /** How many values differ. */
  readonly changed: number
}

/** A world and how it came about. */
interface Past {
  readonly world: World
  readonly history: readonly HistoryEntry[]
}

export function hiddenVariant(pick: Pick, world: World, history: readonly HistoryEntry[], me: Row | null): Variant {
  const before = createOracle(world, me)
  const look = [appearance(world, before), toldOf({ world, history }, me)]
  let variant: Past = { world, history }
  let changed = 0
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const tried = changeHidden(pick, variant, before, me)
    // What a condition makes of a hidden value may be seen: such a value is not hidden for our purpose.
    if (tried === undefined) continue
    const seen = [appearance(tried.world, createOracle(tried.world, meIn(tried.world, me))), toldOf(tried, me)]
    if (!isDeepStrictEqual(seen, look)) continue
    variant = tried
    changed++
  }
  return { world: variant.world, history: hideHistory(pick, variant, me), changed }
}

/** The person's own record may differ too, where it is closed to that person. */
function meIn({ rows }: World, me: Row | null): Row | null {
  return rows['Person']?.find(({ id }) => id === me?.id) ?? null
}

/** All that the person may know: what may be read, and what may be done to it. */
function appearance(world: World, oracle: Oracle): unknown {
  const names = [...world.entities.keys()]
  return names.map((entity) => ({
    rows: oracle.visible(entity),
    trash: (world.trash[entity] ?? []).map((row) => oracle.read(entity, row)),
    may: [...(world.rows[entity] ?? []), ...(world.trash[entity] ?? [])].map((row) =>
      oracle.read(entity, row) === undefined
        ? undefined
        : ['delete', 'see history', 'restore', 'update', 'export'].map((verb) =>
            [undefined, ...entityOf(world.entities, entity).fields.map(({ name }) => name)].map((field) =>
              oracle.may(verb, entity, row, field),
            ),
          ),
    ),
  }))
}

function changeHidden(pick: Pick, { world, history }: Past, oracle: Oracle, me: Row | null): Past | undefined {
  const entity = oneOf(pick, [...world.entities.values()])
  const place = pick(6) === 0 ? 'trash' : 'rows'
  const rows = world[place][entity.name] ?? []
  if (rows.length === 0) return undefined
  const row = oneOf(pick, rows)
  const field = oneOf(pick, entity.fields.filter(isChangeable))
  // Everybody learns of themselves by their session.
  if (row.id === me?.id && field.name === 'name') return undefined
  const seen = oracle.read(entity.name, row)
  if (seen !== undefined && field.name in seen) return undefined
  const value = otherValue(pick, field, world, row)
  if (isDeepStrictEqual(value, row[field.name] ?? null)) return undefined
  const changed = rows.map((each) => (each.id === row.id ? { ...each, [field.name]: value } : each))
  return {
    world: { ...world, [place]: { ...world[place], [entity.name]: changed } },
    history: withWritten(history, history.length, row.id, field.name, value),
  }
}

/**
 * Writes `value` also into the last entry before `end` that wrote to the field. A record never holds another value
 * than the one last written to it: of a history that says so, it is open which of the two values held between its
 * entries.
 */
function withWritten(
  history: readonly HistoryEntry[],
  end: number,
  record: string,
  field: string,
  value: unknown,
): readonly HistoryEntry[] {
  const index = history.slice(0, end).findLastIndex((each) => each.record === record && field in each.changes)
  const entry = history[index]
  if (entry === undefined) return history
  const before = entry.changes[field]?.[0]
  return history.with(index, { ...entry, changes: { ...entry.changes, [field]: [before, value] } })
}

function isChangeable({ name, kind }: FieldSpec): boolean {
  return name === 'created_at' || name === 'updated_at' || (kind !== 'standard' && name !== 'active')
}

function otherValue(pick: Pick, field: FieldSpec, { rows }: World, row: Row): unknown {
  if (field.kind === 'standard') return `2026-0${1 + pick(9)}-01T09:00:00.000Z`
  if (field.name === 'name') return `${oneOf(pick, WORDS)} other`
  const value = randomValue(pick, field, earlier(rows, row), 0)
  return field.unique === true && value !== null ? `other ${row.id}` : value
}

/** Relations lead to records that were made before. */
function earlier(rows: World['rows'], { id }: Row): World['rows'] {
  return Object.fromEntries(Object.entries(rows).map(([entity, all]) => [entity, all.filter((row) => row.id < id)]))
}

/** Values that were never shown to the person are others, where nothing that is shown follows from them. */
function hideHistory(pick: Pick, { world, history }: Past, me: Row | null): readonly HistoryEntry[] {
  const known = toldOf({ world, history }, me)
  let variant = history
  for (const [index, { event }] of history.entries()) {
    const entry = variant[index]
    if (entry === undefined || event === 'created') continue
    for (const field of Object.keys(entry.changes)) {
      const { changes } = variant[index] ?? entry
      const spec = entityOf(world.entities, entry.entity).fields.find(({ name }) => name === field)
      const other = spec && randomValue(pick, spec, world.rows, 0)
      const changed = { ...entry, changes: { ...changes, [field]: [other, changes[field]?.[1]] as const } }
      const tried = withWritten(variant.with(index, changed), index, entry.record, field, other)
      if (isDeepStrictEqual(toldOf({ world, history: tried }, me), known)) variant = tried
    }
  }
  return variant
}

/** The histories that the person may see, as they are shown. */
function toldOf({ world, history }: Past, me: Row | null): unknown {
  const oracle = createOracle(world, meIn(world, me))
  return [...world.entities.keys()].map((entity) =>
    (world.rows[entity] ?? [])
      .filter((row) => oracle.read(entity, row) !== undefined && oracle.may('see history', entity, row))
      .map((row) => historyItems(world, oracle, history, entity, row)),
  )
}
