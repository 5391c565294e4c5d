// Sends the outgoing calls of point 7 that a change of a record causes.
import { outgoingOf, sendOutgoingCalls } from '../webhooks/outgoing-calls.ts'
import type { OutgoingOccasion } from '../webhooks/outgoing-calls.ts'
import { comparedRecord } from './compared-record.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { Change, WriteFollower } from '../write/change.ts'

export const webhooks: WriteFollower = {
  name: 'webhooks',
  skips: {
    clear: 'Receivers are told of the deletion that cleared the relation.',
    purge: 'Receivers were told when it was put into the trash.',
    lines: 'Receivers are told of the lines themselves.',
  },
  follow(context, change) {
    const calls = outgoingOf(context.running.model, change.entity.name.identifier)
    return calls.length === 0 ? undefined : send(context, change)
  },
}

async function send(context: CommandContext, change: Change): Promise<void> {
  const { entity, id, after, input } = change
  const record = after ?? (await context.transaction.record(entity.name.identifier, id, { trash: true }))
  if (record === undefined) return
  const snapshot = { record, old: after === null ? record : comparedRecord(change), ...(input && { input }) }
  await sendOutgoingCalls(context, entity, snapshot, occasionOf(change))
}

function occasionOf({ cause, changed, transition }: Change): OutgoingOccasion {
  if (transition !== undefined) return { kind: 'transition', transition }
  if (cause === 'create') return { kind: 'created' }
  if (cause === 'delete') return { kind: 'deleted' }
  return cause === 'restore' ? { kind: 'restored' } : { kind: 'changed', changed }
}
