// What a database holds, as far as two states are compared: its columns and indexes, and how many rows each table has.
import type { Client } from 'pg'

export interface StoredState {
  minus(other: StoredState): StoredState
  plus(other: StoredState): StoredState
  readonly counts: ReadonlyMap<string, number>
  toString(): string
}

/** Numbers of undone commands are left out, and entries of the audit get theirs later. */
const OTHERWISE = { sequence: undefined, audit_head: undefined, audit_waiting: 'audit' } as const

/** Each column and index counts as one. */
export async function readState(database: Client): Promise<StoredState> {
  const counts = new Map<string, number>()
  const add = (name: string, count: number): void => void counts.set(name, (counts.get(name) ?? 0) + count)
  const { rows: columns } = await database.query<{ table: string; column: string; type: string }>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  const { rows: indexes } = await database.query<{ definition: string }>(
    `SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'`,
  )
  for (const { table, column, type } of columns) add(`column ${table}.${column} ${type}`, 1)
  for (const { definition } of indexes) add(`index ${definition}`, 1)
  for (const table of new Set(columns.map((each) => each.table))) {
    const name = table in OTHERWISE ? OTHERWISE[table as keyof typeof OTHERWISE] : table
    if (name === undefined) continue
    const { rows } = await database.query<{ count: string }>(`SELECT count(*) AS count FROM "${table}"`)
    add(`rows ${name}`, Number(rows[0]?.count))
  }
  return stateOf(counts)
}

function stateOf(counts: ReadonlyMap<string, number>): StoredState {
  const combine = (other: StoredState, sign: 1 | -1): StoredState => {
    const names = new Set([...counts.keys(), ...other.counts.keys()])
    return stateOf(
      new Map([...names].map((name) => [name, (counts.get(name) ?? 0) + sign * (other.counts.get(name) ?? 0)])),
    )
  }
  return {
    counts,
    minus: (other) => combine(other, -1),
    plus: (other) => combine(other, 1),
    toString: () =>
      [...counts]
        .filter(([, count]) => count !== 0)
        .map(([name, count]) => `${count} × ${name}`)
        .toSorted()
        .join('\n'),
  }
}
