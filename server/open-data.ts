// Opens the data of a start with the document that is to run on it, and its keys.
import type { Logger } from 'pino'
import type { Keyring } from './auth/secrets/keyring.ts'
import { KeyRefused, openKeyring } from './auth/secrets/open-keyring.ts'
import { chargeReading } from './auth/rate-limit/usage-budget.ts'
import { createDataBackup } from './backup/data-backup.ts'
import { createTimestamps } from './clock.ts'
import type { Config } from './config.ts'
import { NoBackup } from './document/back-up-data.ts'
import { chooseDocument } from './document/choose-document.ts'
import type { DocumentChoice, DocumentPreference } from './document/choose-document.ts'
import { claimClock } from './document/data-clock.ts'
import { printConflicts } from './document/print-migration-conflict.ts'
import type { Start } from './read-start.ts'
import { StartRefused } from './read-start.ts'
import type { StoredRevisions } from './storage/document-revision.ts'
import type { ChosenDocument } from './storage/handle/create-storage.ts'
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts'
import type { StorageOptions } from './storage/sqlite/sqlite-storage.ts'
import { WORDS } from './storage/sqlite/sqlite-words.ts'
import { StorageRefused } from './storage/storage-error.ts'
import type { Storage, StorageTrouble } from './storage/storage.ts'

export interface OpenData {
  readonly storage: Storage
  readonly choice: DocumentChoice
  readonly keyring: Keyring
}

export async function openData(config: Config, start: Start, cleanUp: AsyncDisposableStack): Promise<OpenData> {
  const { log, budgets, elapsed, directory } = start
  const onDatabase = config.publish || config.watch ? 'changed' : 'none'
  const { storage, choice } = await openChosen(config, start, {
    publishes: config.database === undefined ? 'changed' : onDatabase,
    slow: { onSpent: chargeReading(budgets, elapsed) },
    onTightened: (sentence) => log.warn(sentence),
    onFailed: (error) => {
      log.fatal(
        { err: error },
        'the disk no longer keeps what is written: stopping; a restart recovers everything that was committed',
      )
      process.exit(1)
    },
    onTrouble: (trouble) => noteTrouble(log, trouble),
  })
  cleanUp.defer(() => storage.close())
  const otherClock = await claimClock(storage, config.simulated === undefined ? 'real' : 'simulated')
  if (otherClock !== undefined) throw new StartRefused(otherClock)
  const keyring = await openKeyring(storage, directory, config.keys, (sentence) => log.warn({}, sentence)).catch(
    (error: unknown) => {
      throw error instanceof KeyRefused ? new StartRefused(error.message) : error
    },
  )
  return { storage, choice, keyring }
}

/** Beside another document's data lies no sample of this one. */
export function isOfFile({ isNamed, given }: Start, { choice }: Pick<OpenData, 'choice'>): boolean {
  const isChosen = isNamed && choice.inPlaceOfFile?.isHeld !== true
  return isChosen || choice.running.file === given.file
}

export async function openChosen(
  config: Config,
  { given, isNamed, directory, clock }: Start,
  {
    publishes,
    ...listeners
  }: Pick<DocumentPreference, 'publishes'> & Pick<StorageOptions, 'onTightened' | 'onFailed' | 'onTrouble' | 'slow'>,
): Promise<Pick<OpenData, 'storage' | 'choice'>> {
  let choice: DocumentChoice = { running: given }
  const now = createTimestamps(clock)
  const open = async (deletes: readonly string[]): Promise<Storage> => {
    const choose = async (stored: StoredRevisions): Promise<ChosenDocument> => {
      choice = await chooseDocument(given, { isNamed, keepsNewer: config.watch && !config.force, publishes }, stored)
      const { running, source, widened } = choice
      return { model: running.model, revision: running.revision, source, widened, deletes }
    }
    if (config.database === undefined)
      return await openSqliteStorage({ directory, choose, now, reserveBytes: RESERVE_BYTES, ...listeners })
    // Nobody else waits for its driver.
    const { openPostgresStorage } = await import('./storage/postgres/open-postgres.ts')
    const { slow = {} } = listeners
    const how = { words: WORDS, random: Math.random, slow, machineClock: Date.now }
    return await openPostgresStorage({ url: config.database, choose, now, ...how })
  }
  const backUp = config.database === undefined ? () => createDataBackup(directory)(now()) : undefined
  try {
    return { storage: await openOrDelete(open, config.deletes, backUp), choice }
  } catch (error) {
    if (error instanceof NoBackup) throw new StartRefused(`${error.message} Nothing was deleted.`)
    if (!(error instanceof StorageRefused)) throw error
    throw new StartRefused([error.message, ...printConflicts(error.conflicts, backUp !== undefined)].join('\n'))
  }
}

/**
 * Deletes what the command line names only where the data stands against the document, and after a backup. A PostgreSQL
 * database has backups of its own.
 */
async function openOrDelete(
  open: (deletes: readonly string[]) => Promise<Storage>,
  deletes: readonly string[],
  backUp: (() => Promise<string>) | undefined,
): Promise<Storage> {
  try {
    return await open([])
  } catch (error) {
    const isConfirmed =
      error instanceof StorageRefused &&
      error.conflicts.length > 0 &&
      error.conflicts.every((conflict) => conflict.deletes !== undefined && deletes.includes(conflict.deletes))
    if (!isConfirmed) throw error
  }
  if (backUp !== undefined)
    console.log(`A backup from before the deletion is in ${await backUp()} of the data directory.`)
  return open(deletes)
}

/** Enough to delete some thousand records; what they free is used again. */
const RESERVE_BYTES = 4_000_000

function noteTrouble(log: Logger, trouble: StorageTrouble | undefined): void {
  if (trouble === undefined) log.warn('the disk has free space again: writes are accepted')
  else if (trouble.kind === 'disk_full')
    log.error({ detail: trouble.detail }, 'the disk is full: only deletions are accepted until there is free space')
  else
    log.error(
      { detail: trouble.detail },
      'the database is damaged: writes are refused, reads still work. Stop the server and restore a backup into an empty directory',
    )
}
