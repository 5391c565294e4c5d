// Writes the history of records.
import type { CommandExecutor } from '../executor.ts'
import type { HistoryEntry } from '../history-entry.ts'
import type { EntityTable } from '../schema/catalogue.ts'

/** Appends an entry; its fields are kept by their numbers, which outlive a rename. */
export async function appendHistory(executor: CommandExecutor, table: EntityTable, entry: HistoryEntry): Promise<void> {
  const sql =
    'INSERT INTO history (id, entity, record, at, person, event, transition, changes, revision, line, confirmed, change_set, version, input, call) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  const { id, record, at, by, event, revision } = entry
  const confirmed = entry.confirmed && entry.confirmed.length > 0 ? JSON.stringify(entry.confirmed) : null
  await executor.post(sql, [
    id,
    table.number,
    record,
    at,
    by,
    event,
    entry.transition ?? null,
    textOf(table, entry.changes),
    revision,
    entry.line ?? null,
    confirmed,
    entry.changeSet,
    entry.version,
    inputText(entry),
    entry.call ?? null,
  ])
}

/** JSON of the inputs; where there is something behind them, of a list with both. */
function inputText({ input, behind }: HistoryEntry): string | null {
  if (input === undefined) return null
  return JSON.stringify(behind === undefined ? input : [input, behind])
}

/** Reads what was written of inputs. */
export function readKeptInputs(text: string): Pick<HistoryEntry, 'input' | 'behind'> {
  const read = JSON.parse(text) as Input | readonly [Input, NonNullable<HistoryEntry['behind']>]
  if (!isPair(read)) return { input: read }
  const [input, behind] = read
  return { input, behind }
}

type Input = NonNullable<HistoryEntry['input']>

function isPair<Pair extends readonly unknown[]>(read: Input | Pair): read is Pair {
  return Array.isArray(read)
}

/** JSON of the changes, put together: an object whose names are numbers takes half as long again to make. */
function textOf(table: EntityTable, changes: HistoryEntry['changes']): string {
  const names = namesIn(table)
  let text = ''
  for (const [field, pair] of Object.entries(changes)) {
    const name = names.get(field) ?? JSON.stringify(field)
    text += `${text === '' ? '' : ','}${name}:${pairText(pair)}`
  }
  return `{${text}}`
}

const namesOfFields = new WeakMap<EntityTable, ReadonlyMap<string, string>>()

/** Gives the names of fields within the changes, as JSON. */
function namesIn(table: EntityTable): ReadonlyMap<string, string> {
  let names = namesOfFields.get(table)
  if (names === undefined) {
    const numbered = [...table.fields].filter(([, { number }]) => number !== 0)
    names = new Map(numbered.map(([field, { number }]) => [field, `"${number}"`]))
    namesOfFields.set(table, names)
  }
  return names
}

/** Most values were empty before: a text by itself is written in half the time that a list takes. */
function pairText(pair: HistoryEntry['changes'][string] | undefined): string {
  const [before, after] = pair ?? []
  return before === null && typeof after === 'string' ? `[null,${JSON.stringify(after)}]` : JSON.stringify(pair)
}
