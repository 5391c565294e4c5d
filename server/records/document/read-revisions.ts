// Reads the document in force and its revisions for administrators.
import type { DocumentBody, RevisionItem, RevisionsBody } from '#shared/protocol/document.ts'
import { requireAdministrator, refused } from '../../policy/refused.ts'
import type { RevisionEntry } from '../../storage/document-revision.ts'
import { titleFor } from '../messages/message-values.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** The one in force where no number is given. */
export async function readDocumentRevision(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  number = dependencies.current.number,
): Promise<DocumentBody> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const found = await storage.database.documentRevision(number)
  if (found === undefined) throw refused('not_found')
  return { ...(await describeRevision(dependencies, actorContext, found)), text: found.text }
}

/** `next`: the number to go on before; null at the end. */
export async function readDocumentRevisions(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<Omit<RevisionsBody, 'next'> & { readonly next: number | null }> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const found = await storage.database.documentRevisions({ limit: limit + 1, before })
  const page = found.slice(0, limit)
  const items = await Promise.all(page.map((each) => describeRevision(dependencies, actorContext, each)))
  return { items, next: found.length > limit ? (page.at(-1)?.number ?? null) : null }
}

async function describeRevision(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { by, reason, ...entry }: RevisionEntry,
): Promise<RevisionItem> {
  const author = await describeAuthor(dependencies, actorContext, by)
  const { number, revision, at, file, isFromFile, length } = entry
  return { number, revision, at, file, isFromFile, by: author, length, ...(reason === undefined ? {} : { reason }) }
}

/** Names a person only to those who may read that. Null: nobody who is known. */
export async function describeAuthor(
  { storage, current: { running } }: RecordsDependencies,
  actorContext: ActorContext,
  by: string | null,
): Promise<RevisionItem['by']> {
  if (by === null) return null
  const policyContext = { database: storage.database, storage, running, now: actorContext.now }
  const name = await titleFor(policyContext, actorContext, actorContext.actor, 'Person', by)
  return { id: by, ...(name === undefined ? {} : { name }) }
}
