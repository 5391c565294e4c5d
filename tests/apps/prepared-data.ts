// Fills a data directory once in a process, and hands out copies of it.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabaseOf } from '../postgres/databases.ts'
import { ON_POSTGRES } from '../postgres/open-data.ts'

/** Prepared directories by key. The data follows only from the key, so the same key stands for the same data. */
const prepared = new Map<string, Promise<string>>()

/** `fill` writes into the directory and closes it; the copy belongs to the caller. */
export async function copyPreparedData(key: string, fill: (directory: string) => Promise<void>): Promise<string> {
  let source = prepared.get(key)
  if (source === undefined) {
    source = prepare(fill)
    prepared.set(key, source)
  }
  const copy = mkdtempSync(join(tmpdir(), 'verbatim-'))
  const directory = await source
  cpSync(directory, copy, { recursive: true })
  if (ON_POSTGRES) await copyDatabaseOf(directory, copy)
  return copy
}

async function prepare(fill: (directory: string) => Promise<void>): Promise<string> {
  const directory = mkdtempSync(join((place ??= makePlace()), 'data-'))
  await fill(directory)
  return directory
}

let place: string | undefined

/** Makes the directory of all prepared data, which goes with the process. */
function makePlace(): string {
  const made = mkdtempSync(join(tmpdir(), 'verbatim-prepared-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}
