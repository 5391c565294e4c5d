// Opens two copies of the data: under the document in force, and under the one that is planned.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '#shared/compile.ts'
import type { Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { CurrentDocument, runDocument } from '../document/current-document.ts'
import type { DataPlace } from '../document/data-place.ts'
import { findDataDirectory } from '../document/data-place.ts'
import { createIds } from '../records/new-id.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import type { MigrationConflict, Storage } from '../storage/storage.ts'
import { copyState, DATABASE_FILE } from '../storage/sqlite/survey.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import { findUnsupported } from '../storage/postgres/unsupported-parts.ts'
import { StorageRefused } from '../storage/storage-error.ts'

export interface PlannedDocument {
  readonly file: string
  readonly text: string
  readonly model: Model
  /** Names of what is deleted with its values. */
  readonly deletes?: readonly string[] | undefined
}

/** A copy of the data under one of the documents. */
export interface DataUnderDocument {
  readonly running: RunningDocument
  readonly dependencies: RecordsDependencies
}

export interface Copies {
  readonly before: DataUnderDocument
  readonly after: DataUnderDocument
  /** Changes of the tables. */
  readonly changes: readonly string[]
  close(): Promise<void>
}

export interface CopyPlaces {
  /** The data of the server. */
  readonly place: DataPlace
  /** The folder in which the copies lie until they are closed. */
  readonly folder: string
}

/** Gives the conflicts instead where the data stands against the planned document. A running server is not disturbed. */
export async function openCopies(
  { place, folder }: CopyPlaces,
  { file, text, model, deletes = [] }: PlannedDocument,
  now: string,
): Promise<Copies | { readonly conflicts: readonly MigrationConflict[] }> {
  const conflicts = typeof place === 'string' ? [] : findUnsupported(model)
  if (conflicts.length > 0) return { conflicts }
  const root = mkdtempSync(join(folder, 'verbatim-plan-'))
  const opened: Storage[] = []
  const close = async () => {
    for (const storage of opened) await storage.close()
    rmSync(root, { recursive: true, force: true })
  }
  const open = async (directory: string, name: string): Promise<DataUnderDocument> => {
    const copy = mkdtempSync(join(root, `${name}-`))
    await copyState(directory, join(copy, DATABASE_FILE))
    const copied = await openCopy(copy, now)
    opened.push(copied.dependencies.storage)
    return copied
  }
  try {
    const directory = await findDataDirectory(place, root, now)
    const [before, other] = [await open(directory, 'before'), await open(directory, 'after')]
    const running = runDocument(file, text, model)
    const migrated = await other.dependencies.storage.migrate(model, running.revision, { deletes })
    if (!migrated.applied) {
      await close()
      return { conflicts: migrated.conflicts }
    }
    const current = new CurrentDocument(running, migrated.number)
    const after = { running, dependencies: { ...other.dependencies, current } }
    return { before, after, changes: migrated.changes, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openCopy(directory: string, now: string): Promise<DataUnderDocument> {
  let running: RunningDocument | undefined
  const storage = await openSqliteStorage({
    directory,
    choose: ({ inForce }) => {
      running = runInForce(inForce)
      return { model: running.model, revision: running.revision }
    },
    now: () => now,
  })
  if (running === undefined) throw new Error('The storage chooses a document when it is opened.')
  const current = new CurrentDocument(running, storage.number)
  return { running, dependencies: { storage, current, newId: createIds(), isSilent: true } }
}

function runInForce(inForce: { readonly file: string; readonly text: string } | undefined): RunningDocument {
  const model = inForce && compile(inForce.text).model
  if (inForce === undefined || model === undefined)
    throw new StorageRefused('This data has no document that this version can read.')
  return runDocument(inForce.file, inForce.text, model)
}
