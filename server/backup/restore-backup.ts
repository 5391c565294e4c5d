// Restores a data directory from a backup, verified before and after (`npm run restore`).
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { KEY_FILE } from '../auth/secrets/key-file.ts'
import { lockDirectory } from '../storage/sqlite/directory/directory-lock.ts'
import {
  DIRECTORY_MODE,
  FILE_MODE,
  RESTORING,
  makeDirectory,
  tightenDirectory,
} from '../storage/sqlite/directory/private-directory.ts'
import { syncDirectory } from '../storage/sync-directory.ts'
import type { Survey } from '../storage/sqlite/survey.ts'
import { DATABASE_FILE, surveyCopy } from '../storage/sqlite/survey.ts'
import { ArchiveDamaged, readArchive } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { LIMITS, MANIFEST, printManifest } from './manifest.ts'

export interface RestoreRequest {
  readonly file: string
  /** Missing or empty. */
  readonly directory: string
}

export async function restoreBackup({
  file,
  directory,
}: RestoreRequest): Promise<{ readonly output: string; readonly restored: boolean }> {
  if (!existsSync(file)) return refuse(`There is no file ${file}.`)
  try {
    const [other] = findOthers(directory)
    if (other !== undefined)
      return refuse(`${directory} is not empty: it holds ${other}. Name a new directory; nothing was changed.`)
    await readArchive(file, LIMITS, () => {})
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) return refuse(`${file} can't be restored: ${(error as Error).message}.`)
    return refuse(`${file} is not as it was written, and nothing was restored. ${error.message}.`)
  }
  const isNew = !existsSync(directory)
  let lock: { release(): void } | undefined
  let problem: string | undefined
  try {
    makeDirectory(directory)
    tightenDirectory(directory)
    lock = lockDirectory(directory)
    const manifest = await putInPlace(file, directory)
    return { output: sayRestored(file, directory, manifest), restored: true }
  } catch (error) {
    problem = (error as Error).message.replace(/\.$/, '')
  } finally {
    lock?.release()
  }
  // Without the lock another process is at work there, and what is there is its own.
  if (lock !== undefined) {
    for (const name of [RESTORING, 'lock', ...(isNew ? [''] : [])])
      rmSync(join(directory, name), { recursive: true, force: true })
  }
  return refuse(`${problem}. Nothing was restored.`)
}

/**
 * Lists the other files in the directory. The remains of a killed restore don't count, so they do not block the next
 * one.
 */
function findOthers(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory).filter((name) => name !== RESTORING && name !== 'lock') : []
}

/** The database last: where it is in its place, all of it is there, and a start goes on only without the directory of a restore. */
async function putInPlace(file: string, directory: string): Promise<Manifest> {
  const work = join(directory, RESTORING)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, DIRECTORY_MODE)
  const { names, text } = await extract(file, work)
  const manifest = JSON.parse(text) as Manifest
  const survey = await surveyCopy(join(work, DATABASE_FILE))
  if ('problem' in survey) throw new Error(survey.problem)
  const wrong = (Object.keys(survey) as (keyof Survey)[]).find(
    (name) => JSON.stringify(survey[name]) !== JSON.stringify(manifest[name]),
  )
  if (wrong !== undefined) throw new Error(`The backup and the database in it disagree about "${wrong}"`)
  for (const name of names.filter((each) => each !== MANIFEST && each !== DATABASE_FILE))
    renameSync(join(work, name), join(directory, name))
  syncDirectory(directory)
  renameSync(join(work, DATABASE_FILE), join(directory, DATABASE_FILE))
  syncDirectory(directory)
  rmSync(work, { recursive: true })
  syncDirectory(directory)
  return manifest
}

/** Each file on the disk before the next. */
async function extract(
  file: string,
  work: string,
): Promise<{ readonly names: readonly string[]; readonly text: string }> {
  const open = new Map<string, number>()
  let text = ''
  try {
    await readArchive(file, LIMITS, (name, chunk) => {
      if (name === MANIFEST) text += chunk.toString('utf8')
      const handle = open.get(name) ?? openSync(join(work, name), 'wx', FILE_MODE)
      open.set(name, handle)
      for (let at = 0; at < chunk.length;) at += writeSync(handle, chunk, at)
    })
    if (!open.has(MANIFEST) || !open.has(DATABASE_FILE)) throw new Error(`${file} is no backup of Verbatim`)
    for (const handle of open.values()) fsyncSync(handle)
    return { names: [...open.keys()], text }
  } finally {
    for (const handle of open.values()) closeSync(handle)
  }
}

function sayRestored(file: string, directory: string, manifest: Manifest): string {
  const key = {
    included: `${KEY_FILE} is restored with it.`,
    'left out': `${KEY_FILE} was not in it: put that file into ${directory}, or set SECRET_KEY, before the start.`,
    none: `If SECRET_KEY was set where it was made, set it to the same before the start.`,
  }[manifest.key]
  return [
    `${directory} is restored from ${file}, made ${manifest.made}, and verified.`,
    printManifest(manifest),
    key,
    `Start it with the document's file: npm start -- FILE.md --data ${directory}`,
  ].join('\n')
}

function refuse(output: string): { readonly output: string; readonly restored: false } {
  return { output, restored: false }
}
