// Publishes a document: compiles, migrates, swaps; a refused one leaves the running one in force.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import { refusalOfVersion } from '#shared/decisions/version-condition.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { Model } from '#shared/model/model.ts'
import type { DocumentSource } from '../storage/document-revision.ts'
import type { MigrationConflict, Storage } from '../storage/storage.ts'
import { compileText } from './compile-text.ts'
import type { CurrentDocument } from './current-document.ts'
import { hashRevision, runDocument } from './current-document.ts'
import { followDocument } from './follow-document.ts'
import { widenedGrants } from './widened-grants.ts'

export interface PublishDependencies {
  readonly current: CurrentDocument
  readonly storage: Storage
}

export interface PublishOptions {
  /** Numbers of revisions that it may follow; undefined: whichever is in force. */
  readonly follows?: VersionCondition | undefined
  /** Address from which the document is published, as returned by `addressKey`. */
  readonly address?: string | null
  /** Nothing is published: it says what would be. */
  readonly isDryRun?: boolean
  /** Names of entities and fields that are deleted with what they hold. */
  readonly deletes?: readonly string[]
  /** Whether a dry run also checks if existing rows conflict with the document; true by default. */
  readonly looksAtData?: boolean
}

export type PublishResult = {
  /** Revision of the text, whether or not it is published. */
  readonly revision: string
  readonly diagnostics: readonly Diagnostic[]
} & PublishOutcome

type PublishOutcome =
  | {
      readonly published: true
      /** Changes of the tables. */
      readonly changes: readonly string[]
      /** New permissions that people have now and lacked before. */
      readonly widened: readonly string[]
    }
  | {
      readonly published: false
      readonly conflicts: readonly MigrationConflict[]
      /** Another revision was published meanwhile than the one that this was to follow. */
      readonly isOvertaken?: boolean
    }

export async function publishDocument(
  dependencies: PublishDependencies,
  source: DocumentSource,
  options: PublishOptions = {},
): Promise<PublishResult> {
  const { model, diagnostics } = await compileText(source.text)
  const about = { revision: hashRevision(source.text), diagnostics }
  if (model === undefined) return { published: false, conflicts: [], ...about }
  const { current, storage } = dependencies
  for (let tries = 1; ; tries++) {
    await followDocument(dependencies, await storage.database.revisionInForce())
    if (refusalOfVersion(current.number, options.follows) !== undefined)
      return { published: false, conflicts: [], isOvertaken: true, ...about }
    const outcome = await putInForce(dependencies, source, model, options)
    if (outcome !== undefined) return { ...outcome, ...about }
    if (tries === MOST_TRIES) return { published: false, conflicts: [], isOvertaken: true, ...about }
  }
}

/** Others may publish at the same time; each try follows what is in force then. */
const MOST_TRIES = 5

/** Undefined: somebody else published between. */
async function putInForce(
  { current, storage }: PublishDependencies,
  source: DocumentSource,
  model: Model,
  { address = null, isDryRun = false, deletes = [], looksAtData = true }: PublishOptions,
): Promise<PublishOutcome | undefined> {
  const revision = hashRevision(source.text)
  const isSame = revision === current.running.revision
  if (isSame && !source.isFromFile) return { published: true, changes: [], widened: [] }
  const widened = widenedGrants(current.running.model, model)
  if (!looksAtData) return { published: true, changes: [], widened }
  const publication = { source, widened, address, follows: current.number, isDryRun, deletes }
  const migrated = await storage.migrate(model, revision, publication)
  if (!migrated.applied)
    return migrated.isOvertaken === true ? undefined : { published: false, conflicts: migrated.conflicts }
  const { changes, number } = migrated
  if (!isDryRun) current.swap(isSame ? current.running : runDocument(source.file, source.text, model), number)
  return { published: true, changes, widened }
}
