// Restores a data directory from a backup, verified before and after (`npm run restore`).
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_FILE } from '../auth/secrets/key-file.ts'
import { fillDirectory, refuseFilled } from '../storage/sqlite/directory/fill-directory.ts'
import { FILE_MODE } from '../storage/sqlite/directory/private-directory.ts'
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
    const filled = refuseFilled(directory)
    if (filled !== undefined) return refuse(filled)
    await readArchive(file, LIMITS, () => {})
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) return refuse(`${file} can't be restored: ${(error as Error).message}.`)
    return refuse(`${file} is not as it was written, and nothing was restored. ${error.message}.`)
  }
  try {
    const manifest = await fillDirectory(directory, (folder) => restoreInto(folder, file))
    return { output: sayRestored(file, directory, manifest), restored: true }
  } catch (error) {
    return refuse(`${(error as Error).message.replace(/\.$/, '')}. Nothing was restored.`)
  }
}

async function restoreInto(folder: string, file: string): Promise<Manifest> {
  const manifest = JSON.parse(await extract(file, folder)) as Manifest
  const survey = await surveyCopy(join(folder, DATABASE_FILE))
  if ('problem' in survey) throw new Error(survey.problem)
  const wrong = (Object.keys(survey) as (keyof Survey)[]).find(
    (name) => JSON.stringify(survey[name]) !== JSON.stringify(manifest[name]),
  )
  if (wrong !== undefined) throw new Error(`The backup and the database in it disagree about "${wrong}"`)
  rmSync(join(folder, MANIFEST))
  return manifest
}

/** Gives the text of the manifest. Each file is on the disk before the next. */
async function extract(file: string, work: string): Promise<string> {
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
    return text
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
