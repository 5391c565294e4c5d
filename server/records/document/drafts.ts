// Keeps the drafts of the document: one for each administrator, which the others see by its author.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import { namedVersions, refusalOfVersion } from '#shared/decisions/version-condition.ts'
import type { DraftBody, DraftItem, DraftsBody } from '#shared/protocol/document.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { describeAuthor } from './read-revisions.ts'

/** The value of a draft's row, whose key is its author. */
interface StoredDraft {
  readonly text: string
  /** Number of the revision that it was made from. */
  readonly base: number
  readonly version: number
  readonly at: string
}

/** Lists the drafts of all authors without their texts, the last written first. */
export async function listDrafts(dependencies: RecordsDependencies, actorContext: ActorContext): Promise<DraftsBody> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const rows = await storage.database.systemRows('draft')
  const items = await Promise.all(rows.map((row) => describeDraft(dependencies, actorContext, row)))
  return { items: items.toSorted((one, other) => (one.at < other.at ? 1 : -1)), number: current.number }
}

/** Null: the actor has none. */
export async function readOwnDraft(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): Promise<DraftBody | null> {
  const person = requireAuthor(dependencies, actorContext)
  const row = await dependencies.storage.database.system('draft', person)
  if (row === undefined) return null
  return { ...(await describeDraft(dependencies, actorContext, row)), text: storedIn(row).text }
}

/** `follows`: versions of the draft that may be there; 0 is none. Another one is a 412, so that no window writes over another. */
export async function keepOwnDraft(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { text, base }: Pick<StoredDraft, 'text' | 'base'>,
  follows: VersionCondition | undefined,
): Promise<DraftItem> {
  const person = requireAuthor(dependencies, actorContext)
  if (base > dependencies.current.number) throw refused('not_found')
  const row = await dependencies.storage.write(async (transaction) => {
    const found = await transaction.system('draft', person)
    const current = found === undefined ? 0 : storedIn(found).version
    const refusal = refusalOfVersion(current, follows)
    if (refusal !== undefined) throw refused(refusal, {}, namedVersions(current, follows))
    const value: StoredDraft = { text, base, version: current + 1, at: actorContext.now }
    const written: SystemRow = { key: person, person, expiresAt: null, value: { ...value } }
    await transaction.putSystem('draft', written)
    return written
  })
  return describeDraft(dependencies, actorContext, row)
}

export async function deleteOwnDraft(dependencies: RecordsDependencies, actorContext: ActorContext): Promise<void> {
  const person = requireAuthor(dependencies, actorContext)
  await dependencies.storage.write((transaction) => transaction.deleteSystem('draft', person))
}

/** Deletes the draft whose text was published; another text that its author has written meanwhile stays. */
export async function deletePublishedDraft(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  text: string,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const found = await storage.database.system('draft', person)
  if (found === undefined || storedIn(found).text !== text) return
  await storage.write(async (transaction) => {
    const row = await transaction.system('draft', person)
    if (row !== undefined && storedIn(row).text === text) await transaction.deleteSystem('draft', person)
  })
}

function requireAuthor({ current }: RecordsDependencies, { actor }: ActorContext): string {
  requireAdministrator(current.running.model, actor)
  const person = actor.person?.id
  if (person === undefined) throw refused('not_allowed')
  return person
}

async function describeDraft(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  row: SystemRow,
): Promise<DraftItem> {
  const { text, base, version, at } = storedIn(row)
  const by = await describeAuthor(dependencies, actorContext, row.person)
  return { by, at, base, version, length: text.length }
}

function storedIn({ value }: SystemRow): StoredDraft {
  return value as unknown as StoredDraft
}
