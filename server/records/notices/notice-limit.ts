// Limits how many mentions of a change set are looked up and how many people it notifies.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { CommandContext } from '../write/command-context.ts'
import { sayLeftOut } from './notice-text.ts'

/** Each is looked up under the policy of its recipient: a batch of texts full of names would hold everybody up. */
export const MOST_NOTICES = 500

interface NoticeTally {
  mentions: number
  notices: number
  isSaid: boolean
}

/** Counts what one run of a command has sent: a run that is undone has sent nothing. */
const sentBy = new WeakMap<Transaction, NoticeTally>()

/** Counts so many more. False: there were too many before; the person who makes the change reads so in the inbox, once. */
export async function takeNotices(
  context: CommandContext,
  about: { readonly entity: Entity; readonly record: RecordValue },
  kind: 'mentions' | 'notices',
  count = 1,
): Promise<boolean> {
  const { running, changeSet, transaction } = context
  const former = running.recent<NoticeTally>('notices of', changeSet, noneSent, ROOM)
  const own = sentBy.get(transaction) ?? noneSent()
  sentBy.set(transaction, own)
  if (former[kind] + own[kind] + count > MOST_NOTICES) {
    if (!former.isSaid && !own.isSaid) await tellLeftOut(context, about)
    own.isSaid = true
    own[kind] = MOST_NOTICES
    transaction.whenKept(() => (former.isSaid = true))
    return false
  }
  own[kind] += count
  transaction.whenKept(() => (former[kind] += count))
  return true
}

/** A change set goes on for an hour, over several requests. */
const ROOM = { most: 10_000 }

function noneSent(): NoticeTally {
  return { mentions: 0, notices: 0, isSaid: false }
}

async function tellLeftOut(
  { running, transaction, newId, actorContext }: CommandContext,
  { entity, record }: { readonly entity: Entity; readonly record: RecordValue },
): Promise<void> {
  const { actor, now: at } = actorContext
  if (actor.person === null) return
  const text = sayLeftOut(running.model.settings.language, MOST_NOTICES)
  const place = { entity: entity.name.identifier, record: record.id }
  const entry = { id: newId(at), person: actor.person.id, at, subject: null, text, ...place, readAt: null }
  await transaction.appendInbox(entry)
}
