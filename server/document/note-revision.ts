// Notes in the audit that another document is in force than the one that was noted last, whether it was published or started with.
import type { Storage } from '../storage/storage.ts'

/** `now`: RFC 3339. Who edited the file is not known here. */
export async function noteRevision(storage: Storage, revision: string, now: string): Promise<void> {
  await storage.write(async (transaction) => {
    const [last] = await transaction.audit({ event: 'document_published', limit: 1 })
    const before = last?.detail['to']
    if (before === revision) return
    const detail = { from: typeof before === 'string' ? before : null, to: revision }
    await transaction.appendAudit({ event: 'document_published', at: now, by: null, detail, revision })
  })
}
