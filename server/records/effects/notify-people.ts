// Puts a message into the inboxes of people, and mails it; each reads no more in it than they may read.
import { pathOfRecord, screensFor } from '#shared/decisions/2-screens.ts'
import { fillMessage } from '#shared/decisions/8-errors.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Effect } from '#shared/model/model.ts'
import { makeActor } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { MemoKey } from '../../document/memo-tables.ts'
import type { CommandContext } from '../command/command-context.ts'
import type { RecordSnapshot } from '../command/condition-facts.ts'
import { messageValuesFor } from '../command/message-values.ts'
import { wantsMail } from '../inbox/mail-choices.ts'
import { kindOfNotification } from '../inbox/notification-kinds.ts'
import { notificationMail } from '../mail/notification-mail.ts'

type Notify = Pick<Extract<Effect, { readonly kind: 'notify' }>, 'subject' | 'message' | 'telling' | 'cite'>

/** `about.key` names the message within the document. */
export async function notifyPeople(
  context: CommandContext,
  about: { readonly entity: string; readonly key: MemoKey; readonly snapshot: RecordSnapshot },
  people: readonly string[],
  effect: Notify,
): Promise<void> {
  const { transaction, storage, running, actorContext } = context
  const { entity: name, snapshot } = about
  const { subject, message, telling } = effect
  // What is said of a record that was just deleted is said of it as it was.
  const reader = {
    facts: transaction.facts.bind(transaction),
    record: (of: string, id: string) => transaction.record(of, id, { trash: of === name && id === snapshot.record.id }),
  }
  const policyContext = { database: reader, storage, running, now: actorContext.now }
  const messages = subject === undefined ? [message] : [subject, message]
  for (const id of new Set(people)) {
    const person = await transaction.record('Person', id)
    if (person === undefined || person['active'] === false) continue
    const recipient = makeActor(running.model, person)
    const filling = await messageValuesFor(policyContext, actorContext, recipient, about, messages, telling)
    const content = {
      subject: subject === undefined ? null : fillMessage(running.model, subject, filling),
      text: fillMessage(running.model, message, filling),
    }
    const at = actorContext.now
    const entry = { id: context.newId(at), person: id, at, ...content, entity: name, record: snapshot.record.id }
    await transaction.appendInbox({ ...entry, readAt: null })
    if (await wantsMail(transaction, id, kindOfNotification(running, effect)))
      await mailTo(context, recipient, person, { entity: name, record: snapshot.record }, content)
  }
}

/** Where an address and a mail server are known. */
async function mailTo(
  { mail, transaction, publicUrl, running, changeSet }: CommandContext,
  recipient: Actor,
  person: RecordValue,
  about: { readonly entity: string; readonly record: RecordValue },
  content: { readonly subject: string | null; readonly text: string },
): Promise<void> {
  const to = person['email']
  if (mail === undefined || typeof to !== 'string' || to === '') return
  const base = publicUrl?.replace(/\/+$/, '')
  const path = pathOfRecord(screensFor(running.model, recipient), about.entity, about.record) ?? '/inbox'
  const notice = { ...content, link: base === undefined ? null : base + path }
  await mail.send(transaction, notificationMail({ to, event: changeSet, model: running.model, publicUrl, notice }))
}
