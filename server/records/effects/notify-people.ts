// Puts a message into the inboxes of people; each reads no more in it than they may read.
import { fillMessage } from '#shared/decisions/8-errors.ts'
import type { MessageTemplate } from '#shared/model/model.ts'
import { makeActor } from '#shared/policy/actor.ts'
import type { MemoKey } from '../../document/memo-tables.ts'
import type { CommandContext } from '../command/command-context.ts'
import type { RecordSnapshot } from '../command/condition-facts.ts'
import { messageValuesFor } from '../command/message-values.ts'

/** `about.key` names the message within the document. */
export async function notifyPeople(
  context: CommandContext,
  about: { readonly entity: string; readonly key: MemoKey; readonly snapshot: RecordSnapshot },
  people: readonly string[],
  message: MessageTemplate,
): Promise<void> {
  const { transaction, storage, running, actorContext } = context
  const { entity: name, snapshot } = about
  // What is said of a record that was just deleted is said of it as it was.
  const reader = {
    facts: transaction.facts.bind(transaction),
    record: (of: string, id: string) => transaction.record(of, id, { trash: of === name && id === snapshot.record.id }),
  }
  const policyContext = { database: reader, storage, running, now: actorContext.now }
  for (const id of new Set(people)) {
    const person = await transaction.record('Person', id)
    if (person === undefined || person['active'] === false) continue
    const filling = await messageValuesFor(policyContext, actorContext, makeActor(running.model, person), about, [
      message,
    ])
    const text = fillMessage(running.model, message, filling)
    const entry = {
      id: context.newId(actorContext.now),
      person: id,
      at: actorContext.now,
      text,
      entity: name,
      record: snapshot.record.id,
      readAt: null,
    }
    await transaction.appendInbox(entry)
  }
}
