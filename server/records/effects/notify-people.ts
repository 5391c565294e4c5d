// Puts a message into the inboxes of people, and mails it; each reads no more in it than they may read.
import { fillMessage } from '#shared/decisions/8-errors.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Effect } from '#shared/model/model.ts'
import type { CommandContext } from '../write/command-context.ts'
import { messageReader } from '../messages/message-reader.ts'
import type { MessageSubject } from '../messages/refuse-with-message.ts'
import { messageValuesFor } from '../messages/message-values.ts'
import { kindOfNotification } from '../notices/notification-kinds.ts'
import type { ValueSources } from '../messages/value-sources.ts'
import { countEffect } from './cascade-limit.ts'
import { deliverNotice, findRecipient } from '../notices/deliver-notice.ts'

type Notify = Pick<Extract<Effect, { readonly kind: 'notify' }>, 'subject' | 'message' | 'telling' | 'cite'>

/**
 * `about.key` names the message within the document; `about.snapshot` is the record as it is stored, or was when it was
 * deleted, and `about.sources` what stands behind its names. `leadsTo`: the record whose page the notice leads to, if it leads to one.
 */
export async function notifyPeople(
  context: CommandContext,
  about: MessageSubject & { readonly sources: ValueSources },
  people: readonly string[],
  effect: Notify,
  leadsTo: { readonly entity: string; readonly record: RecordValue } | undefined,
): Promise<void> {
  const { transaction, storage, running, actorContext } = context
  const { subject, message, telling } = effect
  const policyContext = {
    database: messageReader(context, { ...about, isDeleted: about.isDeleted === true || about.sources.size > 0 }),
    storage,
    running,
    now: actorContext.now,
  }
  const messages = subject === undefined ? [message] : [subject, message]
  const kind = kindOfNotification(running, effect)
  for (const id of new Set(people)) {
    countEffect(context, effect.cite)
    await transaction.giveTurn()
    const recipient = await findRecipient(context, id)
    if (recipient === undefined) continue
    const filling = await messageValuesFor(policyContext, actorContext, recipient.actor, about, messages, telling)
    const notice = {
      kind,
      about: leadsTo,
      subject: subject === undefined ? null : fillMessage(running.model, subject, filling),
      text: fillMessage(running.model, message, filling),
    }
    // Who holds two roles of one event reads it once.
    const key = JSON.stringify([id, leadsTo?.entity, leadsTo?.record.id, notice.subject, notice.text])
    if (context.sentMessages.has(key)) continue
    context.sentMessages.add(key)
    await deliverNotice(context, recipient, notice)
  }
}
