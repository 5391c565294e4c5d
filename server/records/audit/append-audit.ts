// Appends an event to the audit in the transaction of the change that it records.
import type { Transaction } from '../../storage/transaction.ts'
import type { AuditDetails, AuditEvent } from './audit-event.ts'

export type NewAuditEvent = {
  readonly [Event in AuditEvent]: {
    readonly event: Event
    /** RFC 3339. */
    readonly at: string
    /** Id of the person who does it; null: nobody who is known, or the system. */
    readonly by: string | null
    /** Id of the person or record that it is done to, where that is another. */
    readonly subject?: string | null
    readonly detail: AuditDetails[Event]
    /** Network address of the request, in the form that `addressKey` gives. */
    readonly address?: string | null
    /** Revision of the document in force: `current.running.revision`. */
    readonly revision: string
  }
}[AuditEvent]

export async function appendAudit(transaction: Transaction, entry: NewAuditEvent): Promise<void> {
  await transaction.appendAudit(entry)
}
