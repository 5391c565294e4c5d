// Seeded data directories: made once, kept in `.bench`, and copied for each round so that every round begins alike.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SeededData {
  /** Distinguishes it from other data that is kept. */
  readonly name: string
  /** Files and folders, from the project's root: when they change, the data is made anew. */
  readonly sources: readonly string[]
  /** Fills an empty directory or database with the data of `data.ts`, and with a session for each of its callers. */
  seed(place: string): Promise<void>
  /** Brings a place that former sources have filled up to these; absent: there is nothing to do. */
  refresh?(place: string): Promise<void>
}

/** Places of seeded data: directories, or databases by their addresses. */
export interface Places {
  /** The place with the seeded data; made if it is not there, or was made by other sources. */
  ensureSeeded(data: SeededData, fresh: boolean): Promise<string>
  /** A copy that a round may write to. */
  copyForRound(seeded: string): Promise<string>
  /** Number of transactions that were undone in it, where the place tells. */
  undoneIn?(place: string): Promise<number>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const store = join(root, '.bench')

/** `kept`: a directory whose data is used again whatever sources have made it; `.bench` of the project if it says nothing. */
export function openDirectories(kept?: string): Places {
  return {
    ensureSeeded: kept === undefined ? ensureSeeded : (data, fresh) => ensureKept(kept, data, fresh),
    copyForRound: async (seeded) => copyForRound(seeded, kept),
    close: async () => removeRound(kept),
  }
}

async function ensureKept(kept: string, data: SeededData, fresh: boolean): Promise<string> {
  const name = folderName(data)
  const directory = join(kept, name)
  if (!existsSync(directory) || fresh) await fill(kept, name, directory, data)
  else await data.refresh?.(directory)
  return directory
}

/** The directory with the seeded data; made if it is not there, or was made by other sources. */
export async function ensureSeeded(data: SeededData, fresh: boolean): Promise<string> {
  const prefix = `${folderName(data)}-`
  const directory = join(store, `${prefix}${hashSources(data.sources)}`)
  if (existsSync(directory) && !fresh) return directory
  mkdirSync(store, { recursive: true })
  for (const name of readdirSync(store)) if (name.startsWith(prefix)) rmSync(join(store, name), { recursive: true })
  await fill(store, folderName(data), directory, data)
  return directory
}

function folderName({ name }: SeededData): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Takes the place of what is in the directory only when it is whole. */
async function fill(within: string, name: string, directory: string, data: SeededData): Promise<void> {
  const unfinished = join(within, `${name}-unfinished`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  await data.seed(unfinished)
  rmSync(directory, { recursive: true, force: true })
  renameSync(unfinished, directory)
}

/** A copy that a round may write to. */
export function copyForRound(seeded: string, within = store): string {
  const copy = join(within, 'round')
  rmSync(copy, { recursive: true, force: true })
  cpSync(seeded, copy, { recursive: true })
  return copy
}

export function removeRound(within = store): void {
  rmSync(join(within, 'round'), { recursive: true, force: true })
}

/** A text that is another one when a source changes. */
export function hashSources(sources: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const source of sources) add(join(root, source))
  return hash.digest('hex').slice(0, 12)
}
