// Appends to the audit what an administrator has done that no command of the records writes.
import { addressKey } from '../../auth/address-key.ts'
import type { NewAuditEvent } from '../../records/audit/append-audit.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'

type AdministrationEvent = Extract<NewAuditEvent, { readonly event: `trial_${string}` | 'verification_started' }>

/** Appends the event in a command of its own, under the administrator who asks. `subject`: another person that it is about. */
export async function noteEvent(
  { storage, current }: ApiDependencies,
  { actorContext: { actor, now }, address }: RequestContext,
  event: Pick<AdministrationEvent, 'event' | 'detail' | 'subject'>,
): Promise<void> {
  const entry = {
    ...event,
    at: now,
    by: actor.person?.id ?? null,
    address: addressKey(address),
    revision: current.running.revision,
  } as AdministrationEvent
  await storage.write((transaction) => appendAudit(transaction, entry))
}
