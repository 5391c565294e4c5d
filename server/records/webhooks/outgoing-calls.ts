// Sends the outgoing calls of point 7 that a change of a record sets off.
import type { Entity, Model } from '#shared/model/model.ts'
import type { OutgoingCall } from '#shared/model/7-calls/types.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { queueWebhookOf } from './queue-webhook.ts'

/** A transition is no plain change. `changed`: the fields that differ. */
export type OutgoingOccasion =
  | { readonly kind: 'transition'; readonly transition: string }
  | { readonly kind: 'created' | 'deleted' | 'restored' }
  | { readonly kind: 'changed'; readonly changed: readonly string[] }

/** When all else is done: the payload tells of the record as it is then. In the order of the document. */
export async function sendOutgoingCalls(
  context: CommandContext,
  entity: Entity,
  snapshot: RecordSnapshot,
  occasion: OutgoingOccasion,
): Promise<void> {
  for (const call of outgoingOf(context.running.model, entity.name.identifier))
    if (isMeant(call, occasion)) await queueWebhookOf(context, entity, snapshot, call)
}

export function outgoingOf({ outgoing }: Pick<Model, 'outgoing'>, entity: string): readonly OutgoingCall[] {
  return outgoing.length === 0 ? outgoing : outgoing.filter((call) => call.entity === entity)
}

function isMeant({ when }: OutgoingCall, occasion: OutgoingOccasion): boolean {
  if (when.kind === 'transition') return occasion.kind === 'transition' && occasion.transition === when.transition
  if (when.kind !== occasion.kind) return false
  return when.field === undefined || (occasion.kind === 'changed' && occasion.changed.includes(when.field))
}
