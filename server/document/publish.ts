// Puts a document in force: compile, migrate, swap one reference. What is wrong with it leaves the running one as it is.
import { compile } from '#shared/compile.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { Obstacle, Storage } from '../storage/storage.ts'
import type { CurrentDocument, RunningDocument } from './current.ts'
import { revisionOf, runDocument } from './current.ts'
import { widenedGrants } from './widened-grants.ts'

export type Published =
  /** `changes`: of the tables. `widened`: what people may do now and could not before. */
  | { readonly published: true; readonly changes: readonly string[]; readonly widened: readonly string[] }
  | { readonly published: false; readonly diagnostics: readonly Diagnostic[]; readonly obstacles: readonly Obstacle[] }

export async function publishDocument(
  current: CurrentDocument,
  storage: Storage,
  file: string,
  text: string,
): Promise<Published> {
  if (revisionOf(text) === current.running.revision) return { published: true, changes: [], widened: [] }
  const { model, diagnostics } = compile(text)
  if (model === undefined) return { published: false, diagnostics, obstacles: [] }
  const next: RunningDocument = runDocument(file, text, model)
  const widened = widenedGrants(current.running.model, model)
  const migrated = await storage.migrate(model, next.revision, widened)
  if (!migrated.applied) return { published: false, diagnostics, obstacles: migrated.obstacles }
  current.swap(next)
  return { published: true, changes: migrated.changes, widened }
}
