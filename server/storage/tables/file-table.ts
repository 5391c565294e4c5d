// Reads and writes the tables of files: a row for each file, and its content in parts.
import type { FileOwner, StoredFile } from '../stored-file.ts'
import type { Executor, SqlRow } from '../executor.ts'

/** Entities and fields by number and back: a file stays with its field when that is renamed. */
export interface OwnerNumbers {
  numbersOf(owner: FileOwner): readonly [entity: number, field: number]
  /** Undefined: the document has no such field any more. */
  namesOf(entity: number, field: number): Pick<FileOwner, 'entity' | 'field'> | undefined
}

const COLUMNS = 'id, content, name, type, extension, size, person, created_at, entity, record, field'

/** Undefined: there is none, or it has not arrived as a whole. */
export async function selectFile(
  executor: Executor,
  numbers: OwnerNumbers,
  id: string,
): Promise<StoredFile | undefined> {
  const row = await executor.get(`SELECT ${COLUMNS} FROM file WHERE id = ? AND is_whole = 1`, [id])
  return row && fileOf(numbers, row)
}

export async function readFilePart(
  executor: Executor,
  content: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const row = await executor.get('SELECT bytes FROM file_part WHERE content = ? AND number = ?', [content, number])
  return row?.[0] instanceof Uint8Array ? row[0] : undefined
}

/** Writes a file, in place of the one with its id. */
export async function putFile(
  executor: Executor,
  numbers: OwnerNumbers,
  file: StoredFile,
  isWhole: boolean,
): Promise<void> {
  const { id, content, name, type, extension, size, person, createdAt, owner } = file
  const [entity, field] = owner === null ? [null, null] : numbers.numbersOf(owner)
  await executor.run(PUT_FILE, [
    ...[id, content, name, type, extension, size, person, createdAt, entity, owner?.record ?? null, field],
    isWhole ? 1 : 0,
  ])
}

const PUT_FILE = `INSERT INTO file (${COLUMNS}, is_whole) VALUES (${COLUMNS.replaceAll(/\w+/g, '?')}, ?) ON CONFLICT (id) DO UPDATE SET ${COLUMNS.replaceAll(/\w+/g, '$& = excluded.$&')}, is_whole = excluded.is_whole`

export async function putFilePart(
  executor: Executor,
  content: string,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  await executor.run(
    'INSERT INTO file_part (content, number, bytes) VALUES (?, ?, ?) ON CONFLICT (content, number) DO UPDATE SET bytes = excluded.bytes',
    [content, number, bytes],
  )
}

export async function deleteFile(executor: Executor, id: string): Promise<void> {
  const content = (await executor.get('SELECT content FROM file WHERE id = ?', [id]))?.[0]
  await executor.run('DELETE FROM file WHERE id = ?', [id])
  if (content === undefined) return
  const sql = 'DELETE FROM file_part WHERE content = ? AND NOT EXISTS (SELECT 1 FROM file WHERE file.content = ?)'
  await executor.run(sql, [String(content), String(content)])
}

/** Finds files that no record took until then, the oldest first. */
export async function findUnusedFiles(executor: Executor, before: string, limit: number): Promise<readonly string[]> {
  const sql = 'SELECT id FROM file WHERE record IS NULL AND created_at < ? ORDER BY created_at LIMIT ? + 0'
  return (await executor.all(sql, [before, limit])).map(([id]) => String(id))
}

/** Finds files whose record is deleted for good. `entity` is the number of the record's entity, `table` the table of its records. */
export async function findFilesLeft(
  executor: Executor,
  entity: number,
  table: string,
  limit: number,
): Promise<readonly string[]> {
  const sql = `SELECT id FROM file WHERE entity = ? AND record IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${table} AS r WHERE r.id = file.record) LIMIT ? + 0`
  return (await executor.all(sql, [entity, limit])).map(([id]) => String(id))
}

function fileOf(numbers: OwnerNumbers, row: SqlRow): StoredFile {
  const [id, content, name, type, extension, size, person, createdAt, entity, record, field] = row
  const names = record === null ? undefined : numbers.namesOf(Number(entity), Number(field))
  return {
    id: String(id),
    content: String(content),
    name: String(name),
    type: String(type),
    extension: String(extension),
    size: Number(size),
    person: person === null ? null : String(person),
    createdAt: String(createdAt),
    // Of a field that is no longer in the document nobody may read anything, and nobody takes it anew.
    owner: record === null ? null : { entity: '', field: '', ...names, record: String(record) },
  }
}
