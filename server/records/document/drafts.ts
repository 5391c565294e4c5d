// Keeps the drafts of the document: one for each administrator, which the others see by its author.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import { namedVersions, refusalOfVersion } from '#shared/decisions/version-condition.ts'
import type { DraftBody, DraftItem, DraftsBody } from '#shared/protocol/document.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { describeAuthor } from './read-revisions.ts'

/** The value of a row of `draft`, whose key is its author: what lists say of it, without its text. */
interface StoredDraft {
  /** Number of the revision that it was made from. */
  readonly base: number
  readonly version: number
  readonly at: string
  /** Characters of the text. */
  readonly length: number
}

/** The value of the row of `draft_text` with the same key, written with it. */
interface StoredText extends StoredDraft {
  readonly text: string
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
  const row = await dependencies.storage.database.system('draft_text', person)
  if (row === undefined) return null
  return { ...(await describeDraft(dependencies, actorContext, row)), text: textIn(row) }
}

/** `follows`: versions of the draft that may be there; 0 is none. Another one is a 412, so that no window writes over another. */
export async function keepOwnDraft(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { text, base }: Pick<StoredText, 'text' | 'base'>,
  follows: VersionCondition | undefined,
): Promise<DraftItem> {
  const person = requireAuthor(dependencies, actorContext)
  if (base > dependencies.current.number) throw refused('not_found')
  const row = await dependencies.storage.write(async (transaction) => {
    const found = await transaction.system('draft', person)
    const current = found === undefined ? 0 : storedIn(found).version
    const refusal = refusalOfVersion(current, follows)
    if (refusal !== undefined) throw refused(refusal, {}, namedVersions(current, follows))
    const value: StoredDraft = { base, version: current + 1, at: actorContext.now, length: text.length }
    const written: SystemRow = { key: person, person, expiresAt: null, value: { ...value } }
    await transaction.putSystem('draft', written)
    await transaction.putSystem('draft_text', { ...written, value: { ...value, text } })
    return written
  })
  return describeDraft(dependencies, actorContext, row)
}

export async function deleteOwnDraft(dependencies: RecordsDependencies, actorContext: ActorContext): Promise<void> {
  const person = requireAuthor(dependencies, actorContext)
  await dependencies.storage.write((transaction) => deleteDraft(transaction, person))
}

/** Deletes the draft whose text was published; another text that its author has written meanwhile stays. */
export async function deletePublishedDraft(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  text: string,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const found = await storage.database.system('draft_text', person)
  if (found === undefined || textIn(found) !== text) return
  await storage.write(async (transaction) => {
    const row = await transaction.system('draft_text', person)
    if (row !== undefined && textIn(row) === text) await deleteDraft(transaction, person)
  })
}

async function deleteDraft(transaction: Transaction, person: string): Promise<void> {
  await transaction.deleteSystem('draft', person)
  await transaction.deleteSystem('draft_text', person)
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
  const { base, version, at, length } = storedIn(row)
  const by = await describeAuthor(dependencies, actorContext, row.person)
  return { by, at, base, version, length }
}

function storedIn({ value }: SystemRow): StoredDraft {
  return value as unknown as StoredDraft
}

function textIn({ value }: SystemRow): string {
  return (value as unknown as StoredText).text
}
