// Publishes a document: compiles, migrates, swaps; a refused one leaves the running one in force.
import { compile } from '#shared/compile.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { MigrationConflict, Storage } from '../storage/storage.ts'
import type { CurrentDocument, RunningDocument } from './current-document.ts'
import { hashRevision, runDocument } from './current-document.ts'
import { widenedGrants } from './widened-grants.ts'

export type PublishResult =
  /** `changes`: of the tables. `widened`: what people may do now and could not before. */
  | { readonly published: true; readonly changes: readonly string[]; readonly widened: readonly string[] }
  | {
      readonly published: false
      readonly diagnostics: readonly Diagnostic[]
      readonly conflicts: readonly MigrationConflict[]
    }

export async function publishDocument(
  current: CurrentDocument,
  storage: Storage,
  file: string,
  text: string,
): Promise<PublishResult> {
  if (hashRevision(text) === current.running.revision) return { published: true, changes: [], widened: [] }
  const { model, diagnostics } = compile(text)
  if (model === undefined) return { published: false, diagnostics, conflicts: [] }
  const next: RunningDocument = runDocument(file, text, model)
  const widened = widenedGrants(current.running.model, model)
  const migrated = await storage.migrate(model, next.revision, widened)
  if (!migrated.applied) return { published: false, diagnostics, conflicts: migrated.conflicts }
  current.swap(next)
  return { published: true, changes: migrated.changes, widened }
}
