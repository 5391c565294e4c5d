// Lists a person's notifications, newest first, and marks them as read.
import type { InboxBody, InboxMessage } from '#shared/protocol/inbox.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { makePageFinder } from './record-page.ts'
import { refused } from '../../policy/refused.ts'

export async function readInbox(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  page: { readonly limit: number; readonly before?: string },
): Promise<InboxBody & { readonly next: string | null }> {
  const { storage, current } = dependencies
  const { actor, now } = actorContext
  const person = actor.person?.id ?? ''
  const findPage = makePageFinder(dependencies, actorContext)
  const reading = { database: storage.database, storage, running: current.running, now }
  const entries = await storage.database.inbox(person, { ...page, limit: page.limit + 1 })
  const items: InboxMessage[] = []
  for (const { id, at, subject, text, entity, record, readAt } of entries.slice(0, page.limit)) {
    const message = { id, at, subject, text, read_at: readAt }
    if (entity === null || record === null) {
      items.push(message)
      continue
    }
    const path = current.running.model.entities.get(entity)?.path
    const found = path === undefined ? undefined : await storage.database.record(entity, record, { trash: true })
    const readable = found && (await readableFieldsOf(reading, actor, entity, found))
    const address = found && readable && (await findPage(entity, found, readable))
    const places = {
      ...(path === undefined || readable === undefined ? {} : { record, path }),
      ...(address === undefined ? {} : { page: address }),
    }
    items.push({ ...message, entity, ...places })
  }
  const next = entries.length > page.limit ? (items.at(-1)?.id ?? null) : null
  return { items, next, unread: await storage.database.inboxUnread(person) }
}

export async function markRead(
  { storage }: RecordsDependencies,
  { actor, now }: ActorContext,
  id: string,
): Promise<void> {
  const isMarked = await storage.write((transaction) => transaction.markRead(actor.person?.id ?? '', id, now))
  if (!isMarked) throw refused('not_found')
}
