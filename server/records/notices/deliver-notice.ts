// Puts a message into the inbox of one person, and mails it where they want that.
import { pagesOf, screensFor } from '#shared/decisions/2-screens.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { makeActor } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { CommandContext } from '../write/command-context.ts'
import { findHeldRolesNow } from '../access/held-roles.ts'
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
  /** The record whose page it leads to, if it is about one. */
  readonly about: { readonly entity: string; readonly record: RecordValue } | undefined
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
  { kind, about, subject, text }: DeliveredNotice,
): Promise<void> {
  const { transaction, mail, publicUrl, running, changeSet, actorContext } = context
  const at = actorContext.now
  const content = { subject, text }
  const place = { entity: about?.entity ?? null, record: about?.record.id ?? null }
  const entry = { id: context.newId(at), person: person.id, at, ...content, ...place, readAt: null }
  await transaction.appendInbox(entry)
  const to = person['email']
  if (mail === undefined || typeof to !== 'string' || to === '') return
  if (!(await wantsMail(transaction, person.id, kind))) return
  const base = publicUrl?.replace(/\/+$/, '')
  const path = (about && (await pageOf(context, actor, about))) ?? '/inbox'
  const notice = { ...content, link: base === undefined ? null : base + path, kind: kind.key }
  const letter = { person: person.id, event: changeSet, model: running.model, publicUrl, notice }
  await mail.send(transaction, notificationMail({ to, ...letter, sealChoice: mail.sealChoice }))
}

async function pageOf(
  context: CommandContext,
  actor: Actor,
  about: { readonly entity: string; readonly record: RecordValue },
): Promise<string | undefined> {
  const { transaction, storage, running, actorContext } = context
  const { entity, record } = about
  const policyContext = { database: transaction, storage, running, now: actorContext.now }
  const readable = await readableFieldsOf(policyContext, actor, entity, record)
  if (readable === undefined) return undefined
  const held = await findHeldRolesNow(context, actor, about, pagesOf(running.model, entity))
  return pathForReader(screensFor(running.model, actor, held), entity, record, readable)
}
