// Reads the audit for an administrator, with the names of people as far as he may read them.
import type { AuditBody, AuditItem, AuditPerson } from '#shared/protocol/audit.ts'
import type { AuditAsked } from '../../storage/storage.ts'
import type { Acting, RecordsDependencies } from '../dependencies.ts'
import { requireAdministrator } from '../refused.ts'
import { titleFor } from '../work/filling.ts'
import { AUDIT_EVENTS } from './audit-event.ts'

/** `next`: the number to go on before; null at the end. Refuses whoever is no administrator. */
export async function readAudit(
  { storage, current }: RecordsDependencies,
  acting: Acting,
  asked: AuditAsked,
): Promise<Omit<AuditBody, 'next'> & { readonly next: number | null }> {
  const { running } = current
  const { reader } = storage
  requireAdministrator(running.model, acting.actor)
  const entries = await reader.audit({ ...asked, limit: asked.limit + 1 })
  const looking = { reader, storage, running, now: acting.now }
  const people = new Map<string, AuditPerson>()
  const personOf = async (id: string | null): Promise<AuditPerson | null> => {
    if (id === null) return null
    const known = people.get(id)
    if (known !== undefined) return known
    const name = await titleFor(looking, acting, acting.actor, 'Person', id)
    const person = { id, ...(name === undefined ? {} : { name }) }
    people.set(id, person)
    return person
  }
  const items: AuditItem[] = []
  for (const { by, subject, number, at, event, detail, address, revision, hash } of entries.slice(0, asked.limit)) {
    const [whose, whom] = [await personOf(by), await personOf(subject)]
    items.push({ number, at, event, by: whose, subject: whom, detail, address, revision, hash })
  }
  const next = entries.length > asked.limit ? (items.at(-1)?.number ?? null) : null
  return { items, next, head: await reader.auditHead(), events: AUDIT_EVENTS }
}
