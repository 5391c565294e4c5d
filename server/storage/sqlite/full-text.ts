// Defines and updates the full-text index of each searched entity, once per batch.
//
//   change of a row → its number waits in w1 → before the commit: the words of all rows that wait go into f1, and w1 is empty again
//
// Written row by row, the engine would lay down a segment of the index at the end of each command's savepoint: most of the cost of a write.
import { createHash } from 'node:crypto'
import type { Entity, Model } from '#shared/model/model.ts'
import type { Executor } from '../executor.ts'
import type { EntityTable, FieldPlace, Places } from '../schema/catalogue.ts'
import type { SchemaObject, SearchObjects } from '../schema/schema-objects.ts'
import { TOKENIZER } from '../search-words.ts'
import { FOLDING, isSequencePlace, searchablePlaces, searchTable } from '../searched-places.ts'

/** Notes that the row waits which was inserted last. A trigger would do it by itself, and make the engine keep all pages of the insertion as they were. */
function noteInserted({ entities }: Model, table: EntityTable): string | undefined {
  const entity = entities.get(table.entity)
  return entity === undefined || columnsOf(entity, table) === ''
    ? undefined
    : `INSERT OR IGNORE INTO ${waitingTable(table)} (row) VALUES (last_insert_rowid())`
}

/**
 * The full-text table holds no text of its own, only the index; cascades update it too. Without the places of words
 * within a text it takes six tenths of the room, and words that have to follow each other are looked for in the texts
 * of the rows that have them all.
 */
function fullTextObjects(entity: Entity, table: EntityTable): readonly SchemaObject[] {
  const names = columnsOf(entity, table)
  if (names === '') return []
  const texts = textsOf(entity, table)
  const search = searchTable(table)
  const trigger = (suffix: string, when: string, row: string): SchemaObject => {
    const definition = `${when} BEGIN INSERT INTO ${waitingTable(table)} (row) SELECT ${row} WHERE ${row} NOT IN (SELECT row FROM ${waitingTable(table)}); END`
    const name = `${search}_${suffix}_${createHash('sha256').update(definition).digest('hex').slice(0, 8)}`
    return { name, kind: 'trigger', definition: `CREATE TRIGGER ${name} ${definition}` }
  }
  return [
    {
      name: search,
      kind: 'table',
      definition: `CREATE VIRTUAL TABLE ${search}${texts.includes('sequence_words') ? ` /* numbers, ${FOLDING} */` : ` /* ${FOLDING} */`} USING fts5(${names}, content='', contentless_delete=1, detail=column, tokenize="${TOKENIZER}", prefix='2 3')`,
      fill: `INSERT INTO ${search} (rowid, ${names}) SELECT row, ${texts} FROM ${table.table}`,
    },
    {
      name: wordTable(table),
      kind: 'table',
      definition: `CREATE VIRTUAL TABLE ${wordTable(table)} USING fts5vocab(${search}, instance)`,
    },
    {
      name: waitingTable(table),
      kind: 'table',
      definition: `CREATE TABLE ${waitingTable(table)} (row INTEGER PRIMARY KEY) STRICT`,
    },
    trigger('delete', `AFTER DELETE ON ${table.table}`, 'old.row'),
    trigger('update', `AFTER UPDATE OF ${names} ON ${table.table}`, 'new.row'),
  ]
}

/** Brings the full-text tables up to date; belongs into the transaction that made the changes, as its last step. */
async function indexWaitingRows(executor: Executor, model: Model, places: Places): Promise<void> {
  for (const [name, table] of places) {
    const entity = model.entities.get(name)
    const names = entity && columnsOf(entity, table)
    if (!entity || names === undefined || names === '') continue
    const waiting = waitingTable(table)
    if ((await executor.get(`SELECT row FROM ${waiting} LIMIT 1`, [])) === undefined) continue
    const search = searchTable(table)
    await executor.run(`DELETE FROM ${search} WHERE rowid IN (SELECT row FROM ${waiting})`, [])
    await executor.run(
      `INSERT INTO ${search} (rowid, ${names}) SELECT row, ${textsOf(entity, table)} FROM ${table.table} WHERE row IN (SELECT row FROM ${waiting})`,
      [],
    )
    await executor.run(`DELETE FROM ${waiting}`, [])
  }
}

/** Lists the words of the full-text index in their order; it holds nothing of its own. */
export function wordTable(table: EntityTable): string {
  return `v${table.number}`
}

function waitingTable(table: EntityTable): string {
  return `w${table.number}`
}

/**
 * Gives the searched form of a column: a sequence is also found without its leading zeros; a text beyond ASCII is
 * folded.
 */
export function searchedText(entity: Entity, place: FieldPlace, column = place.name ?? ''): string {
  if (isSequencePlace(entity, place)) return `sequence_words(${column})`
  return `CASE WHEN length(${column}) <> octet_length(${column}) THEN search_text(${column}) ELSE ${column} END`
}

function textsOf(entity: Entity, table: EntityTable): string {
  return searchablePlaces(entity, table)
    .map((place) => searchedText(entity, place))
    .join(', ')
}

/** Empty where nothing is searched. */
function columnsOf(entity: Entity, table: EntityTable): string {
  return searchablePlaces(entity, table)
    .map((place) => place.name ?? '')
    .join(', ')
}

export const fullText: SearchObjects = {
  objectsOf: fullTextObjects,
  noteInserted,
  indexWaiting: indexWaitingRows,
}
