// Chooses the document to run at the start: the file, where it is new or has changed, or the database’s.
import { compile } from '#shared/compile.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex } from '#shared/text/position.ts'
import type { DocumentSource, DocumentRevision, StoredRevisions } from '../storage/document-revision.ts'
import { StorageRefused } from '../storage/storage-error.ts'
import type { RunningDocument } from './current-document.ts'
import { runDocument } from './current-document.ts'
import { widenedGrants } from './widened-grants.ts'

export interface DocumentChoice {
  readonly running: RunningDocument
  /** To be kept as a revision; absent: the database holds it. */
  readonly source?: DocumentSource
  /** What people may do under it that they could not before. */
  readonly widened?: readonly string[]
  /** It runs in place of the file's, which has not changed since it was published. */
  readonly inPlaceOfFile?: DocumentRevision
}

/**
 * `isNamed`: the command line names the file; another one runs only where the database holds no document.
 * Throws `StorageRefused` where this version can't run what the database holds.
 */
export function chooseDocument(
  given: RunningDocument,
  isNamed: boolean,
  { inForce, fromFile }: StoredRevisions,
): DocumentChoice {
  const { file, text } = given
  const isWanted = inForce === undefined || (isNamed && fromFile(file)?.text !== text)
  if (isWanted) {
    const source = { file, text, isFromFile: true, by: null }
    const before = inForce && compile(inForce.text).model
    return { running: given, source, ...(before && { widened: widenedGrants(before, given.model) }) }
  }
  if (inForce.text === text) return { running: given }
  const running = compileRevision(inForce)
  return isNamed ? { running, inPlaceOfFile: inForce } : { running }
}

function compileRevision({ file, text, revision }: DocumentRevision): RunningDocument {
  const { model, diagnostics } = compile(text)
  if (model !== undefined) return runDocument(file, text, model)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  throw new StorageRefused(
    `${printDiagnostics(errors, lineIndex(text), file)}\n\nRevision ${revision} of ${file}, which the database holds, can't run in this version. Start with a file that is mended.`,
  )
}
