// Reads and writes the table of the document's revisions.
import type { DocumentRevision, DocumentSource, RevisionEntry, StoredRevisions } from '../document-revision.ts'
import type { Executor, SqlRow } from '../executor.ts'

/** Limits of the revisions whose text is kept: their number, and their characters in all. Older texts are deleted. */
const MOST_REVISIONS = 500
const MOST_CHARACTERS = 50_000_000

/** SQL of the number in force, to be used as a value within another statement. */
export const NUMBER_IN_FORCE = '(SELECT coalesce(max(number), 0) FROM document_revision)'

const ENTRY = 'number, revision, at, person, file, is_from_file, length, reason'

/** 0: none was ever published. */
export const SELECT_NUMBER_IN_FORCE = `SELECT ${NUMBER_IN_FORCE}`

export async function readNumberInForce(executor: Executor): Promise<number> {
  return Number((await executor.get(SELECT_NUMBER_IN_FORCE, []))?.[0] ?? 0)
}

/** The one in force where no number is given. */
export async function readRevision(executor: Executor, number?: number): Promise<DocumentRevision | undefined> {
  const sql = `SELECT ${ENTRY}, text FROM document_revision WHERE number = ${number === undefined ? NUMBER_IN_FORCE : '?'}`
  return revisionOf(await executor.get(sql, number === undefined ? [] : [number]))
}

/** Newest first. */
export async function readRevisions(
  executor: Executor,
  { limit, before = Number.MAX_SAFE_INTEGER }: { readonly limit: number; readonly before?: number | undefined },
): Promise<readonly RevisionEntry[]> {
  const sql = `SELECT ${ENTRY} FROM document_revision WHERE number < ? ORDER BY number DESC LIMIT ? + 0`
  return (await executor.all(sql, [before, limit])).map(entryOf)
}

export async function storedRevisions(executor: Executor): Promise<StoredRevisions> {
  const sql = `SELECT ${ENTRY}, text FROM document_revision WHERE is_from_file = 1 AND file = ? ORDER BY number DESC LIMIT 1`
  return {
    inForce: await readRevision(executor),
    fromFile: async (file) => revisionOf(await executor.get(sql, [file])),
  }
}

/**
 * Adds a revision in the transaction that puts it in force. Adds nothing if an equal text from the same place is
 * already in force.
 */
export async function addRevision(
  executor: Executor,
  { text, file, isFromFile, by, reason }: DocumentSource,
  { revision, at }: { readonly revision: string; readonly at: string },
): Promise<void> {
  const before = await readRevision(executor)
  if (before?.text === text && before.file === file && before.isFromFile === isFromFile) return
  const sql = `INSERT INTO document_revision (${ENTRY}, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const number = (before?.number ?? 0) + 1
  await executor.run(sql, [number, revision, at, by, file, isFromFile ? 1 : 0, text.length, reason ?? null, text])
  await executor.run(FORGET_OLD, [number - MOST_REVISIONS, MOST_CHARACTERS])
}

/**
 * Statement that deletes old revisions. The last revision published from a file stays, since the next start compares
 * the file with it.
 */
const FORGET_OLD = `DELETE FROM document_revision WHERE number IN (
  SELECT number FROM (SELECT number, sum(length) OVER (ORDER BY number DESC) AS total FROM document_revision) AS newest
  WHERE (number <= ? OR total > ?) AND number < ${NUMBER_IN_FORCE}
) AND number NOT IN (SELECT max(number) FROM document_revision WHERE is_from_file = 1 GROUP BY file)`

function revisionOf(row: SqlRow | undefined): DocumentRevision | undefined {
  return row && { ...entryOf(row), text: String(row.at(-1)) }
}

function entryOf([number, revision, at, person, file, isFromFile, length, reason]: SqlRow): RevisionEntry {
  return {
    number: Number(number),
    revision: String(revision),
    at: String(at),
    by: person === null ? null : String(person),
    file: String(file),
    isFromFile: isFromFile === 1,
    length: Number(length),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}
