// Notifies the people who watch a record of what happens to it; each of no more than they may read.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { labelFor } from '#shared/text/label.ts'
import type { CommandContext } from '../write/command-context.ts'
import { titleFor } from '../messages/message-values.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { readableFieldsById, readableFieldsOf } from '../access/row-policy.ts'
import { readableFieldsThen } from '../access/row-policy-then.ts'
import { watchedKind } from './notification-kinds.ts'
import type { NoticeRecipient } from './deliver-notice.ts'
import { deliverNotice, findRecipient } from './deliver-notice.ts'
import { takeNotices } from './notice-limit.ts'
import { excerptOf, sayNotice } from './notice-text.ts'
import { relationsBeside } from './shown-beside.ts'
import { foreseeWatchersOf, watchersOf } from './watches.ts'

/** A write of a record; `old` is null if the record was created. */
interface WatchedWrite {
  readonly old: RecordValue | null
  readonly record: RecordValue
  readonly changed: readonly string[]
  readonly transition?: string | undefined
}

/** Has what `notifyWatchers` will read of this write asked for. */
export function foreseeWatchers(context: CommandContext, entity: Entity, write: WatchedWrite): void {
  const { old, record } = write
  if (context.isSilent || isNoNews(write)) return
  const records = old === null ? relatedBeside(context, entity, record).map(({ id }) => id) : [record.id]
  foreseeWatchersOf(context.transaction, records)
}

/** People who watch a record hear of a new one that is shown beside it: a comment on their ticket. */
export async function notifyWatchers(context: CommandContext, entity: Entity, write: WatchedWrite): Promise<void> {
  if (context.isSilent) return
  const { old, record } = write
  if (old === null) {
    await notifyOfAddition(context, entity, record)
    return
  }
  if (isNoNews(write)) return
  const people = (await watchersOf(context.transaction, [record.id])).get(record.id) ?? []
  await eachWatcher(context, { entity, record, people }, async (watcher) => {
    const now = await readableFieldsOf(policyIn(context), watcher.actor, entity.name.identifier, record)
    const then = await readableFieldsThen(policyIn(context), watcher.actor, entity.name.identifier, old)
    const may = (field: string): boolean => now?.has(field) === true && then?.has(field) === true
    const text = await sayChange(context, entity, write, watcher.actor, may)
    if (text !== undefined) await tell(context, watcher, entity, record, text)
  })
}

/** Notifies before the record is deleted, since its values decide who may hear of it. */
export async function notifyOfDeletion(context: CommandContext, entity: Entity, record: RecordValue): Promise<void> {
  if (context.isSilent) return
  const people = (await watchersOf(context.transaction, [record.id])).get(record.id) ?? []
  await eachWatcher(context, { entity, record, people }, async (watcher) => {
    const may = await readableFieldsOf(policyIn(context), watcher.actor, entity.name.identifier, record)
    if (may === undefined) return
    const who = await readableActorName(context, watcher.actor, (field) => may.has(field))
    await tell(context, watcher, entity, record, sayNotice(localeOf(context), 'deleted', who))
  })
}

/** Looks for the watchers of all records beside which the new one is shown at once: mostly there are none. */
async function notifyOfAddition(context: CommandContext, entity: Entity, record: RecordValue): Promise<void> {
  const { transaction, unwatched } = context
  const beside = relatedBeside(context, entity, record)
  const ids = beside.map(({ id }) => id)
  const watchers = await watchersOf(transaction, ids)
  for (const id of ids) if (!watchers.has(id)) unwatched?.add(id)
  for (const { field, id } of beside) {
    const people = watchers.get(id)
    if (people !== undefined) await notifyBeside(context, entity, record, { field, id, people })
  }
}

function isNoNews({ old, changed, transition }: WatchedWrite): boolean {
  return old !== null && changed.length === 0 && transition === undefined
}

interface RelatedBeside {
  readonly field: string
  readonly id: string
}

/** Lists the records beside which a new one is shown, with the fields that relate it to them, apart from those that nobody watches. */
export function relatedBeside(
  { running, unwatched }: CommandContext,
  entity: Entity,
  record: RecordValue,
): readonly RelatedBeside[] {
  const beside: RelatedBeside[] = []
  for (const field of relationsBeside(running, entity.name.identifier)) {
    const value = record[field]
    for (const id of Array.isArray(value) ? value : [value])
      if (typeof id === 'string' && unwatched?.has(id) !== true) beside.push({ field, id })
  }
  return beside
}

/** `id`: of the record that the people watch, to which the new one relates by the field. */
async function notifyBeside(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  { field, id, people }: { readonly field: string; readonly id: string; readonly people: readonly string[] },
): Promise<void> {
  const type = entity.fields.get(field)?.type
  const head = type?.kind === 'relation' ? context.running.model.entities.get(type.entity) : undefined
  const of = head && (await context.transaction.record(head.name.identifier, id))
  if (head === undefined || of === undefined) return
  const name = entity.name.identifier
  await eachWatcher(context, { entity: head, record: of, people }, async (watcher) => {
    const may = await readableFieldsOf(policyIn(context), watcher.actor, name, record)
    if (may?.has(field) !== true) return
    if ((await readableFieldsById(policyIn(context), watcher.actor, head.name.identifier, id)) === undefined) return
    const who = await readableActorName(context, watcher.actor, (each) => may.has(each))
    const title = await titleFor(policyIn(context), context.actorContext, watcher.actor, name, record.id)
    const what = title === undefined ? entity.name.label : `${entity.name.label}: ${excerptOf(title)}`
    await tell(context, watcher, head, of, sayNotice(localeOf(context), 'added', who, what))
  })
}

/** Undefined: nothing of it is for this recipient. */
async function sayChange(
  context: CommandContext,
  entity: Entity,
  { changed, transition }: WatchedWrite,
  actor: Actor,
  may: (field: string) => boolean,
): Promise<string | undefined> {
  const step = transition === undefined ? undefined : entity.transitions.get(transition)
  const seen = changed.filter((field) => may(field) && entity.fields.get(field)?.limits.hidden !== true)
  const who = () => readableActorName(context, actor, may)
  if (step !== undefined && may(step.field))
    return sayNotice(localeOf(context), 'step', await who(), labelFor(step.name.label))
  if (seen.length === 0) return undefined
  const labels = seen.map((field) => labelFor(entity.fields.get(field)?.name.label ?? field))
  return sayNotice(localeOf(context), 'changed', await who(), labels.join(', '))
}

/** Returns the name of the person who made the change, if the recipient may read `updated_by` and that name. */
export async function readableActorName(
  context: CommandContext,
  recipient: Actor,
  may: (field: string) => boolean,
): Promise<string | undefined> {
  const by = context.actorContext.actor.person?.id
  if (by === undefined || !may('updated_by')) return undefined
  return titleFor(policyIn(context), context.actorContext, recipient, 'Person', by)
}

/** Notifies each of them but the person who makes the change. */
async function eachWatcher(
  context: CommandContext,
  { people, ...about }: { readonly entity: Entity; readonly record: RecordValue; readonly people: readonly string[] },
  notify: (watcher: NoticeRecipient) => Promise<void>,
): Promise<void> {
  for (const id of people) {
    if (id === context.actorContext.actor.person?.id) continue
    if (!(await takeNotices(context, about, 'notices'))) return
    const recipient = await findRecipient(context, id)
    if (recipient !== undefined) await notify(recipient)
    await context.transaction.giveTurn()
  }
}

async function tell(
  context: CommandContext,
  watcher: NoticeRecipient,
  { name }: Entity,
  record: RecordValue,
  text: string,
): Promise<void> {
  const entity = name.identifier
  const title = await titleFor(policyIn(context), context.actorContext, watcher.actor, entity, record.id)
  const subject = title === undefined || title === '' ? name.label : excerptOf(title)
  await deliverNotice(context, watcher, {
    kind: watchedKind(context.running),
    about: { entity, record },
    subject,
    text,
  })
}

/** Makes a policy context that reads the data as the transaction sees it now. */
export function policyIn({ transaction, storage, running, actorContext }: CommandContext): RowPolicyContext {
  return { database: transaction, storage, running, now: actorContext.now }
}

function localeOf({ running }: CommandContext): string {
  return running.model.settings.language
}
