// Puts a message into the inbox of one person, and mails it where they want that.
import { screensFor } from '#shared/decisions/2-screens.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { makeActor } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { CommandContext } from '../write/command-context.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { pathForReader } from '../access/path-for-reader.ts'
import { wantsMail } from './mail-choices.ts'
import type { NotificationKind } from './notification-kinds.ts'
import { notificationMail } from '../mail/notification-mail.ts'

/** Recipient of a message: their record, and the actor with their current permissions. */
export interface NoticeRecipient {
  readonly person: RecordValue
  readonly actor: Actor
}

interface DeliveredNotice {
  readonly kind: NotificationKind
  /** Whose page it leads to. */
  readonly entity: string
  readonly record: RecordValue
  readonly subject: string | null
  readonly text: string
}

/** Undefined: they are gone, or deactivated. */
export async function findRecipient(
  { transaction, running }: CommandContext,
  id: string,
): Promise<NoticeRecipient | undefined> {
  const person = await transaction.record('Person', id)
  if (person === undefined || person['active'] === false) return undefined
  return { person, actor: makeActor(running.model, person) }
}

export async function deliverNotice(
  context: CommandContext,
  { person, actor }: NoticeRecipient,
  { kind, entity, record, subject, text }: DeliveredNotice,
): Promise<void> {
  const { transaction, mail, publicUrl, running, changeSet, actorContext } = context
  const at = actorContext.now
  const content = { subject, text }
  const entry = { id: context.newId(at), person: person.id, at, ...content, entity, record: record.id, readAt: null }
  await transaction.appendInbox(entry)
  const to = person['email']
  if (mail === undefined || typeof to !== 'string' || to === '') return
  if (!(await wantsMail(transaction, person.id, kind))) return
  const base = publicUrl?.replace(/\/+$/, '')
  const policyContext = { database: transaction, storage: context.storage, running, now: at }
  const readable = await readableFieldsOf(policyContext, actor, entity, record)
  const path = (readable && pathForReader(screensFor(running.model, actor), entity, record, readable)) ?? '/inbox'
  const notice = { ...content, link: base === undefined ? null : base + path, kind: kind.key }
  const about = { person: person.id, event: changeSet, model: running.model, publicUrl, notice }
  await mail.send(transaction, notificationMail({ to, ...about, sealChoice: mail.sealChoice }))
}
