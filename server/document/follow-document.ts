// Loads the revision in force where another process has published it, before a request or a job goes on.
import type { Storage } from '../storage/storage.ts'
import { compileText } from './compile-text.ts'
import type { CurrentDocument, RunningDocument } from './current-document.ts'
import { runDocument } from './current-document.ts'

export interface FollowDependencies {
  readonly current: CurrentDocument
  readonly storage: Storage
}

/** A newer version has published the revision in force, and this one can't run it: nothing is answered under an older one. */
export class RevisionUnreadable extends Error {
  readonly number: number
  constructor(number: number) {
    super(`Revision ${number} of the document is in force, and this version can't run it.`)
    this.number = number
  }
}

const underWay = new WeakMap<CurrentDocument, Promise<void>>()
const unreadable = new WeakMap<CurrentDocument, RevisionUnreadable>()

/**
 * Takes the number of the revision in force, as a look-up has just seen it. Mostly it is the one that runs, and nothing is
 * done; where it is another, all who see it wait for one load. Throws `RevisionUnreadable`.
 */
export async function followDocument(dependencies: FollowDependencies, number: number): Promise<void> {
  while (number > dependencies.current.number) await (underWay.get(dependencies.current) ?? begin(dependencies, number))
}

function begin(dependencies: FollowDependencies, number: number): Promise<void> {
  const { current } = dependencies
  const loading = loadRevision(dependencies, number).finally(() => underWay.delete(current))
  underWay.set(current, loading)
  return loading
}

/** Another document was published before a command had its turn, or while a request ran into the tables of that one. */
export class DocumentReplaced extends Error {}

/** Gives the error that counts where a request that began under this document failed inside. What is in force runs from here on. */
export async function errorUnder(
  dependencies: FollowDependencies,
  began: RunningDocument,
  error: unknown,
): Promise<unknown> {
  try {
    await followDocument(dependencies, await dependencies.storage.database.revisionInForce())
  } catch (problem) {
    return problem instanceof RevisionUnreadable ? problem : error
  }
  if (dependencies.current.running === began) return error
  return new DocumentReplaced('Another document was published meanwhile.', { cause: error })
}

async function loadRevision({ current, storage }: FollowDependencies, seen: number): Promise<void> {
  for (let number = seen; number > current.number; number = await storage.database.revisionInForce()) {
    const known = unreadable.get(current)
    if (known?.number === number) throw known
    const found = await storage.database.documentRevision(number)
    // Forgotten between the two looks, because others followed it.
    if (found === undefined) continue
    const { file, text, revision } = found
    const { model } = await compileText(text)
    if (model === undefined) {
      const problem = new RevisionUnreadable(number)
      unreadable.set(current, problem)
      throw problem
    }
    // This process may have published it a moment ago.
    const isReady = storage.number === number || (await storage.adopt(model, revision, number))
    if (isReady && number > current.number) current.swap(runDocument(file, text, model), number)
  }
}
