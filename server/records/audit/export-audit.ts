// Exports the audit for administrators: every entry up to now, the oldest first, a page at a time.
import { requireAdministrator } from '../../policy/refused.ts'
import type { AuditEntry, AuditRequest } from '../../storage/audit-entry.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { appendAudit } from './append-audit.ts'

const PAGE = 200

/** Refuses with the first page. That it was exported is noted before, and is not among it. */
export async function* exportAudit(
  { storage, current }: RecordsDependencies,
  { actor, now }: ActorContext,
  request: Pick<AuditRequest, 'events' | 'person' | 'after'>,
  note: { readonly path: string; readonly address: string | null },
): AsyncGenerator<readonly AuditEntry[], void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  const { number: last } = await storage.database.auditHead()
  const detail = { path: note.path, format: 'ndjson' }
  const by = actor.person?.id ?? null
  await storage.write((transaction) =>
    appendAudit(transaction, { event: 'exported', at: now, by, detail, address: note.address, revision }),
  )
  let { after = 0 } = request
  while (after < last) {
    const page = await storage.database.audit({ ...request, after, limit: PAGE })
    yield page.filter(({ number }) => number <= last)
    after = page.length < PAGE ? last : (page.at(-1)?.number ?? last)
  }
}
