// Writes the last committed state of a data directory to one file, and reads it back (`npm run backup`).
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { KEY_FILE } from '../auth/secrets/key-file.ts'
import { copyState, DATABASE_FILE, surveyCopy } from '../storage/sqlite/survey.ts'
import { syncDirectory } from '../storage/sync-directory.ts'
import type { ArchiveSummary, ArchiveEntry } from './archive.ts'
import { readArchive, writeArchive } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { CHECK_BY_HAND, LIMITS, MANIFEST, printManifest } from './manifest.ts'

export interface BackupRequest {
  readonly file: string
  /** The data directory, of a server that runs or not. */
  readonly directory: string
  /** With the key file, whose holder reads what is sealed in the database. */
  readonly withKey: boolean
}

/** Never writes over a file that exists; there is a file of that name only when it is whole. */
export async function writeBackup(
  { file, directory, withKey }: BackupRequest,
  now: Date,
): Promise<{ readonly output: string; readonly written: boolean }> {
  const refused = findMistake(file, directory)
  if (refused !== undefined) return { output: refused, written: false }
  let work: string | undefined
  const clear = (): void => {
    if (work !== undefined) rmSync(work, { recursive: true, force: true })
  }
  const stop = (): void => {
    clear()
    process.exit(1)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    work = mkdtempSync(`${file}.unfinished-`)
    const copy = join(work, DATABASE_FILE)
    await copyState(directory, copy)
    const survey = await surveyCopy(copy)
    if ('problem' in survey) return { output: `${survey.problem} No backup was written.`, written: false }
    const manifest: Manifest = { ...survey, made: now.toISOString(), key: keyOf(directory, withKey) }
    const unfinished = join(work, basename(file))
    const archived = await writeAndReadBack(unfinished, entriesOf(manifest, copy, directory), now)
    if (existsSync(file)) return { output: sayExists(file), written: false }
    renameSync(unfinished, file)
    syncDirectory(dirname(file))
    return { output: sayWritten(file, archived, manifest), written: true }
  } catch (error) {
    return { output: `The backup could not be written: ${reasonOf(error)}.`, written: false }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    clear()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function findMistake(file: string, directory: string): string | undefined {
  if (existsSync(file)) return sayExists(file)
  if (!existsSync(dirname(file))) return `${file} can't be written: there is no such directory.`
  if (resolve(dirname(file)) === resolve(directory))
    return 'A backup beside the data is lost with it. Name a file in another directory.'
  return existsSync(join(directory, DATABASE_FILE)) ? undefined : `There is no database in ${directory}.`
}

function keyOf(directory: string, withKey: boolean): Manifest['key'] {
  if (!existsSync(join(directory, KEY_FILE))) return 'none'
  return withKey ? 'included' : 'left out'
}

function entriesOf(manifest: Manifest, copy: string, directory: string): readonly ArchiveEntry[] {
  return [
    { name: MANIFEST, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...(manifest.key === 'included' ? [{ name: KEY_FILE, content: readFileSync(join(directory, KEY_FILE)) }] : []),
    { name: DATABASE_FILE, content: { path: copy } },
  ]
}

async function writeAndReadBack(path: string, entries: readonly ArchiveEntry[], now: Date): Promise<ArchiveSummary> {
  const written = await writeArchive(path, entries, Math.floor(now.getTime() / 1_000))
  const read = await readArchive(path, LIMITS, () => {})
  if (read.hash !== written.hash || read.bytes !== written.bytes)
    throw new Error('the file read back differs from what was written')
  return written
}

function sayWritten(file: string, { bytes, hash }: ArchiveSummary, manifest: Manifest): string {
  const key = {
    included: `${KEY_FILE} is in it: keep the backup as secret as the key.`,
    'left out': `${KEY_FILE} is not in it: without that file the secrets of authenticator apps, and mail that waits, can't be read. Keep it apart, or add --with-key.`,
    none: `The directory has no ${KEY_FILE}. Where SECRET_KEY is set, keep it too: it is not in the backup.`,
  }[manifest.key]
  return [
    `${file} is written and read back.`,
    `  size           ${bytes} bytes`,
    `  SHA-256        ${hash}`,
    printManifest(manifest),
    key,
    CHECK_BY_HAND,
  ].join('\n')
}

function sayExists(file: string): string {
  return `${file} exists already; it is left as it is.`
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
