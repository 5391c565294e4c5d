// Two documents that follow one another, a data directory of the first, and what may be found in it at any moment of the change.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { openSqliteStorage } from '../../../../server/storage/sqlite/sqlite-storage.ts'
import { checkIntegrity } from '../check-integrity.ts'
import { entity, field, model, relation, text } from '../models.ts'

const NOW = '2026-11-21T05:00:00.000Z'
const RECORDS = 200

const first = model(
  entity('Thing', [
    field('title', text, { searchable: true }),
    field('size', text, { indexed: true }),
    field('note', text),
    field('box', relation('Box')),
  ]),
  entity('Box', [field('label', text)]),
)

/** Values move into other columns, numbers are given, a field goes, one becomes required, an entity is renamed, indexes change. */
export const changed = model(
  entity(
    'Item',
    [
      field('name', text, { searchable: true, required: true, was: 'title' }),
      field('size', { kind: 'integer' }, { indexed: true, max: 1_000 }),
      field('number', { kind: 'sequence', pattern: 'I-{0000}' }),
      field('box', relation('Box', 'refuse', true)),
      field('kind', text, { required: true, default: 'plain' }),
    ],
    { was: 'Thing', uniqueTogether: [['name', 'size']] },
  ),
  entity('Box', [field('label', text)]),
)

export async function seedFirst(directory: string): Promise<void> {
  const storage = await openSqliteStorage({ directory, model: first, revision: 'before', now: () => NOW })
  const standard = { _version: 1, created_at: NOW, updated_at: NOW }
  await storage.write(async (transaction) => {
    await transaction.insert('Box', { id: 'box', label: 'B', ...standard })
    for (let number = 0; number < RECORDS; number += 1) {
      const values = { title: `Title ${number}`, size: String(number), note: null, box: 'box' }
      await transaction.insert('Thing', { id: `r${number}`, ...values, ...standard })
    }
  })
  await storage.close()
}

/** The revision that the file says it has; throws where something is not as that document has it. */
export async function expectWhole(directory: string): Promise<'before' | 'after'> {
  const database = new DatabaseSync(join(directory, 'verbatim.db'), { readOnly: true })
  const only = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0]
  const revision = only("SELECT value FROM about WHERE name = 'revision'")
  const integrity = checkIntegrity(database)
  const names = only(
    'SELECT group_concat(name) FROM (SELECT name FROM catalogue_entity WHERE present = 1 ORDER BY name)',
  )
  database.close()
  if (integrity !== 'ok') throw new Error(integrity)
  if (revision !== 'before' && revision !== 'after') throw new Error(`the file has the revision ${String(revision)}`)
  if (names !== (revision === 'before' ? 'Box,Person,Thing' : 'Box,Item,Person')) throw new Error(String(names))
  const [entityName, document] = revision === 'before' ? (['Thing', first] as const) : (['Item', changed] as const)
  const storage = await openSqliteStorage({ directory, model: document, revision, now: () => NOW })
  try {
    for (let number = 0; number < RECORDS; number += 1) {
      const record = await storage.database.record(entityName, `r${number}`)
      const found = JSON.stringify([record?.['title'] ?? record?.['name'], record?.['size'], record?.['box']])
      const expected =
        revision === 'before' ? [`Title ${number}`, String(number), 'box'] : [`Title ${number}`, number, ['box']]
      if (found !== JSON.stringify(expected)) throw new Error(`r${number} is ${found}`)
    }
  } finally {
    await storage.close()
  }
  return revision
}
