// Chooses the document to run at the start: the file, where it is new or has changed, or the database’s.
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex } from '#shared/text/position.ts'
import type { DocumentSource, DocumentRevision, StoredRevisions } from '../storage/document-revision.ts'
import { StorageRefused } from '../storage/storage-error.ts'
import type { RunningDocument } from './current-document.ts'
import { runDocument } from './current-document.ts'
import { compileOnce } from './kept-documents.ts'
import { widenedGrants } from './widened-grants.ts'

export interface DocumentChoice {
  readonly running: RunningDocument
  /** To be kept as a revision; absent: the database holds it. */
  readonly source?: DocumentSource
  /** New permissions that people have under this document and lacked before. */
  readonly widened?: readonly string[]
  /** A revision that was published in the browser, whose place the file took. */
  readonly replaced?: DocumentRevision
  /** A revision that runs in place of the file's. */
  readonly inPlaceOfFile?: DocumentRevision & {
    /** The file has changed since it was published, but does not go on from this one. */
    readonly isBesideFile: boolean
    /** A start publishes nothing here, whatever the file says. */
    readonly isHeld?: true
  }
}

export interface DocumentPreference {
  /** The command line names the file; another one runs only where the database holds no document. */
  readonly isNamed: boolean
  /** Keeps a revision in force that was published in the browser since the file was, even if the file has changed. */
  readonly keepsNewer?: boolean
  /**
   * `changed`: the file, where it has changed since it was published. `none`: nothing into a database that holds a document,
   * since several processes start on it, and one with an older file would take back what another has published. `given`: the file.
   */
  readonly publishes?: 'changed' | 'none' | 'given'
}

/**
 * A file that has changed is published. Where another text was published in the browser since, neither goes on from the other:
 * that one is named, or kept. Throws `StorageRefused` where this version can't run what the database holds.
 */
export async function chooseDocument(
  given: RunningDocument,
  { isNamed, keepsNewer = false, publishes = 'changed' }: DocumentPreference,
  { inForce, fromFile }: StoredRevisions,
): Promise<DocumentChoice> {
  const { file, text } = given
  const before = await fromFile(file)
  const isChanged = before?.text !== text
  const isOther = inForce !== undefined && inForce.text !== text
  const isBesideFile = isChanged && before !== undefined && isOther && !inForce.isFromFile
  const isPublished = {
    changed: isNamed && isChanged && !(isBesideFile && keepsNewer),
    none: false,
    given: isOther,
  }[publishes]
  const isWanted = inForce === undefined || isPublished
  if (isWanted) {
    const source = { file, text, isFromFile: true, by: null }
    const former = inForce && (await compileOnce(inForce.text)).model
    return {
      running: given,
      source,
      ...(former && { widened: widenedGrants(former, given.model) }),
      ...(before !== undefined && isOther && !inForce.isFromFile && { replaced: inForce }),
    }
  }
  if (!isOther) return { running: given }
  const running = await compileRevision(inForce, publishes === 'none' ? PUBLISH : FIX)
  if (!isNamed) return { running }
  return { running, inPlaceOfFile: { ...inForce, isBesideFile, ...(publishes === 'none' && { isHeld: true }) } }
}

const FIX = 'Fix the file and start again.'
const PUBLISH = 'Publish one that can, and start again: npm run publish -- FILE.md'

async function compileRevision({ file, text, revision }: DocumentRevision, remedy: string): Promise<RunningDocument> {
  const { model, diagnostics } = await compileOnce(text)
  if (model !== undefined) return runDocument(file, text, model)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  throw new StorageRefused(
    `${printDiagnostics(errors, lineIndex(text), file)}\n\nRevision ${revision} of ${file}, which the database holds, can't run in this version. ${remedy}`,
  )
}
