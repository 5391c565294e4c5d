// Loads the revision in force where another process has published it, before a request or a job goes on.
import { compile } from '#shared/compile.ts'
import type { Storage } from '../storage/storage.ts'
import type { CurrentDocument } from './current-document.ts'
import { runDocument } from './current-document.ts'

export interface FollowDependencies {
  readonly current: CurrentDocument
  readonly storage: Storage
}

/** `number`: of the revision in force, as a look-up has just seen it. Mostly it is the one that runs, and nothing is done. */
export async function followDocument(dependencies: FollowDependencies, number: number): Promise<void> {
  if (number > dependencies.current.number) await loadRevision(dependencies, number)
}

async function loadRevision({ current, storage }: FollowDependencies, seen: number): Promise<void> {
  for (let number = seen; number > current.number; number = await storage.database.revisionInForce()) {
    const found = await storage.database.documentRevision(number)
    // Forgotten between the two looks, because others followed it.
    if (found === undefined) continue
    const { file, text, revision } = found
    const { model } = compile(text)
    if (model === undefined) throw new Error(`Revision ${revision} is in force, and this version can't run it.`)
    // The tables are those of the revision already: another process has migrated them.
    const isReady = storage.revision === revision
    if (!isReady && !(await storage.migrate(model, revision, { follows: number })).applied) continue
    if (number > current.number) current.swap(runDocument(file, text, model), number)
  }
}
