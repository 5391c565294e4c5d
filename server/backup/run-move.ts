// Moves the data of a directory into a PostgreSQL database, or back, verified on both sides (`npm run move`).
import { join } from 'node:path'
import { KEY_FILE, readKey, readKeyFile } from '../auth/secrets/key-file.ts'
import { sealedUnder } from '../auth/secrets/keyring.ts'
import { compilePublished } from '../document/compile-published.ts'
import { printConflicts } from '../document/print-migration-conflict.ts'
import type { Executor } from '../storage/executor.ts'
import type { DataSource, DataTarget, MovedData, MoveOptions } from '../storage/move/move-data.ts'
import { moveData } from '../storage/move/move-data.ts'
import { readPostgres, writePostgres } from '../storage/postgres/postgres-move.ts'
import type { WatchOptions } from '../storage/postgres/watch-connections.ts'
import { readDirectory, writeDirectory } from '../storage/sqlite/sqlite-move.ts'
import { WORDS } from '../storage/sqlite/sqlite-words.ts'
import { OutcomeUnknown, StorageRefused } from '../storage/storage-error.ts'

export interface MoveRequest {
  readonly to: 'database' | 'directory'
  /** Absolute path of the data directory, or of the one that is to be made. */
  readonly directory: string
  /** Address of the PostgreSQL database. */
  readonly database: string
  /** The value of SECRET_KEY. */
  readonly secretKey: string | undefined
}

type WriteTarget = (work: (target: DataTarget) => Promise<MovedData>) => Promise<MovedData>

/** Moves all data. If that is refused, or fails, the target is as it was before; where the last step is lost, that is said. */
export async function runMove(
  request: MoveRequest,
  { now, onProgress, ...watching }: Pick<MoveOptions, 'now' | 'onProgress'> & WatchOptions,
): Promise<{ readonly output: string; readonly moved: boolean }> {
  const { to, directory, database } = request
  const move = async (source: DataSource, write: WriteTarget): Promise<MovedData> => {
    await requireKey(source.executor, request)
    if (to === 'database') await refuseSimulated(source.executor)
    return await write((target) => moveData(source, target, { compile: compilePublished, now, onProgress }))
  }
  const toDatabase: WriteTarget = (work) => writePostgres(database, WORDS, work, watching)
  const toDirectory: WriteTarget = (work) => writeDirectory(directory, work)
  try {
    const moved = await (to === 'database'
      ? readDirectory(directory, (source) => move(source, toDatabase))
      : readPostgres(database, 'move', (source) => move(source, toDirectory), watching))
    return { output: sayMoved(request, moved), moved: true }
  } catch (error) {
    if (error instanceof OutcomeUnknown) return { output: MAY_BE_MOVED, moved: false }
    const conflicts = error instanceof StorageRefused ? printConflicts(error.conflicts) : []
    const said = error instanceof Error ? error.message : String(error)
    const reason = conflicts.length === 0 ? said : 'The document can’t be in force there'
    return { output: [`${reason.replace(/\.$/, '')}. Nothing was moved.`, ...conflicts].join('\n'), moved: false }
  }
}

const MAY_BE_MOVED =
  'The connection broke while the last step was being kept: everything was moved, or nothing. Run the same command again: it moves the data, or says that the database is not empty, because they are there.'

/** Refuses a key that does not open what is sealed in the data, or none: no file keeps the key of a PostgreSQL database. */
async function requireKey(executor: Executor, { to, directory, secretKey }: MoveRequest): Promise<void> {
  const path = join(directory, KEY_FILE)
  const inFile = to === 'database' ? readKeyFile(directory) : undefined
  const asInFile = `Set it, for the move and for each start, to what ${path} holds: SECRET_KEY="$(cat ${path})"`
  if (secretKey === undefined)
    throw new StorageRefused(
      `A PostgreSQL database has the key of its secrets in SECRET_KEY. ${inFile === undefined ? 'Set it to the one that its servers have; where they have none yet, openssl rand -base64 32 makes one' : asInFile}`,
    )
  const key = readKey(secretKey)
  if (key === undefined) throw new StorageRefused('SECRET_KEY is 32 random bytes in Base64: openssl rand -base64 32')
  const other = (await sealingKeys(executor)).find((id) => id !== key.id)
  if (other === undefined) return
  const isInFile = inFile !== undefined && inFile !== 'malformed' && inFile.id === other
  throw new StorageRefused(
    `The secrets in the data are sealed with another key than SECRET_KEY. ${isInFile ? asInFile : `Set it to the one with which they were sealed, whose id is ${other}`}`,
  )
}

/** Ids of the keys that sealed the secrets of authenticator apps, and mail that waits. */
async function sealingKeys(executor: Executor): Promise<readonly string[]> {
  const ids = new Set<string>()
  const note = (value: unknown, name: string): void => {
    const id = sealedUnder(String((JSON.parse(String(value)) as { readonly [name: string]: unknown })[name]))
    if (id !== undefined) ids.add(id)
  }
  for (const [value] of await executor.all("SELECT value FROM system_row WHERE kind = 'second_factor'", []))
    note(value, 'seed')
  const page = "SELECT number, value FROM job WHERE kind = 'mail' AND number > ? ORDER BY number LIMIT 100"
  for (let last = 0; ;) {
    const rows = await executor.all(page, [last])
    for (const [, value] of rows) note(value, 'text')
    if (rows.length < 100) return [...ids]
    last = Number(rows.at(-1)?.[0])
  }
}

async function refuseSimulated(executor: Executor): Promise<void> {
  const [value] =
    (await executor.get("SELECT value FROM system_row WHERE kind = 'setting' AND key = 'clock'", [])) ?? []
  if (value !== undefined)
    throw new StorageRefused('This data has run on a simulated clock, which a PostgreSQL database has not.')
}

function sayMoved({ to, directory }: MoveRequest, { records, history, files, revision, head }: MovedData): string {
  const [from, into, start] =
    to === 'database'
      ? [directory, 'the database of DATABASE_URL', 'npm start -- FILE.md, with the same DATABASE_URL and SECRET_KEY']
      : [
          'The database of DATABASE_URL',
          directory,
          `npm start -- FILE.md --data ${directory}, with the same SECRET_KEY and without DATABASE_URL`,
        ]
  return [
    `${from} is moved into ${into}. Every row was read again there and is the same.`,
    `  document       revision ${revision}`,
    `  records        ${records}, those in the trash too`,
    `  history        ${history} ${history === 1 ? 'entry' : 'entries'}`,
    `  files          ${files}`,
    `  audit          ${head.number} ${head.number === 1 ? 'entry' : 'entries'}, chain whole, head ${head.hash}`,
    `Start it: ${start}`,
    `What it was moved from is unchanged, and holds all data: start no server on it any more, and delete it when you no longer need it.`,
  ].join('\n')
}
