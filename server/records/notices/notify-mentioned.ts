// Notifies people who are mentioned in a text, where they may read it.
import { fieldType } from '#shared/fields/registry.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { possibleMentions } from '#shared/text/mentions.ts'
import type { CommandContext } from '../write/command-context.ts'
import { titleFor } from '../messages/message-values.ts'
import { readableFieldsById, readableFieldsOf } from '../access/row-policy.ts'
import { mentionedKind } from './notification-kinds.ts'
import type { NoticeRecipient } from './deliver-notice.ts'
import { deliverNotice, findRecipient } from './deliver-notice.ts'
import { takeNotices } from './notice-limit.ts'
import { excerptOf, sayNotice } from './notice-text.ts'
import { readableActorName, policyIn } from './notify-watchers.ts'
import { relationsBeside } from './shown-beside.ts'

/** People of one name are all meant. */
const MOST_RECIPIENTS = 50

interface WrittenTexts {
  readonly old: RecordValue | null
  readonly record: RecordValue
  readonly changed: readonly string[]
}

/**
 * Notifies the people who are mentioned in any text of several lines. People that the text mentioned before are not
 * notified again.
 */
export async function notifyMentioned(context: CommandContext, entity: Entity, written: WrittenTexts): Promise<void> {
  const { old, record, changed } = written
  if (context.isSilent || context.actorContext.actor.person === null) return
  for (const name of changed) {
    const field = entity.fields.get(name)
    const text = record[name]
    if (field === undefined || fieldType(field.type.kind).paragraph !== true || typeof text !== 'string') continue
    const before = old?.[name]
    const former = typeof before === 'string' ? await findMentioned(context, before, { entity, record }) : []
    const mentioning: MentioningText = { entity, record, field: name, text }
    for (const id of await findMentioned(context, text, mentioning))
      if (!former.includes(id) && (await takeNotices(context, mentioning, 'notices')))
        await notify(context, mentioning, id)
  }
}

/**
 * Finds mentioned people by the names that the writer may read, so that the existence of others stays unknown to
 * them.
 */
async function findMentioned(
  context: CommandContext,
  text: string,
  about: Pick<MentioningText, 'entity' | 'record'>,
): Promise<readonly string[]> {
  const { transaction, actorContext } = context
  const mentions = text.includes('@') ? possibleMentions(text) : []
  if (mentions.length === 0 || !(await takeNotices(context, about, 'mentions', mentions.length))) return []
  const ids = await transaction.idsWith('Person', 'name', [...new Set(mentions.flat())], MOST_RECIPIENTS)
  const known = new Map<string, string[]>()
  for (const id of ids) {
    const person = await transaction.record('Person', id)
    const readable = person && (await readableFieldsOf(policyIn(context), actorContext.actor, 'Person', person))
    const name = String(person?.['name'])
    if (readable?.has('name')) known.set(name, [...(known.get(name) ?? []), id])
  }
  const meant = mentions.flatMap((names) => known.get(names.find((name) => known.has(name)) ?? '') ?? [])
  return [...new Set(meant)].filter((id) => id !== actorContext.actor.person?.id)
}

interface MentioningText {
  readonly entity: Entity
  readonly record: RecordValue
  readonly field: string
  readonly text: string
}

async function notify(
  context: CommandContext,
  { entity, record, field, text }: MentioningText,
  id: string,
): Promise<void> {
  const recipient = await findRecipient(context, id)
  if (recipient === undefined) return
  const may = await readableFieldsOf(policyIn(context), recipient.actor, entity.name.identifier, record)
  if (may?.has(field) !== true) return
  const who = await readableActorName(context, recipient.actor, (each) => may.has(each))
  const { entity: place, record: shown } = await findPlace(context, recipient, entity, record, may)
  const { name } = place
  const title = await titleFor(policyIn(context), context.actorContext, recipient.actor, name.identifier, shown.id)
  await deliverNotice(context, recipient, {
    kind: mentionedKind(context.running),
    about: { entity: name.identifier, record: shown },
    subject: title === undefined || title === '' ? name.label : excerptOf(title),
    text: sayNotice(context.running.model.settings.language, 'mentioned', who, excerptOf(text)),
  })
}

/** A comment is read on the page of its ticket. */
async function findPlace(
  context: CommandContext,
  { actor }: NoticeRecipient,
  entity: Entity,
  record: RecordValue,
  may: ReadonlySet<string>,
): Promise<{ readonly entity: Entity; readonly record: RecordValue }> {
  for (const field of relationsBeside(context.running, entity.name.identifier)) {
    const type = entity.fields.get(field)?.type
    const head = type?.kind === 'relation' ? context.running.model.entities.get(type.entity) : undefined
    const id = [record[field]].flat()[0]
    if (head === undefined || typeof id !== 'string' || !may.has(field)) continue
    const found = await context.transaction.record(head.name.identifier, id)
    const isReadable = await readableFieldsById(policyIn(context), actor, head.name.identifier, id)
    if (found !== undefined && isReadable !== undefined) return { entity: head, record: found }
  }
  return { entity, record }
}
