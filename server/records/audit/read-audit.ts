// Reads the audit for administrators, with the names of people that they may read.
import type { AuditBody, AuditItem, AuditPerson } from '#shared/protocol/audit.ts'
import type { AuditRequest } from '../../storage/audit-entry.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { requireAdministrator } from '../../policy/refused.ts'
import { titleFor } from '../messages/message-values.ts'
import { languageOf } from '#shared/text/language.ts'
import { AUDIT_EVENTS, presentNameOf } from './audit-event.ts'

/** `next`: the number to go on before; null at the end. Refuses a person who is no administrator. */
export async function readAudit(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  request: AuditRequest,
): Promise<Omit<AuditBody, 'next'> & { readonly next: number | null }> {
  const { running } = current
  const { database } = storage
  requireAdministrator(running.model, actorContext.actor)
  const entries = await database.audit({ ...request, limit: request.limit + 1 })
  const policyContext = { database, storage, running, now: actorContext.now }
  const people = new Map<string, AuditPerson>()
  const personOf = async (id: string | null): Promise<AuditPerson | null> => {
    if (id === null) return null
    const known = people.get(id)
    if (known !== undefined) return known
    const name = await titleFor(policyContext, actorContext, actorContext.actor, 'Person', id)
    const person = { id, ...(name === undefined ? {} : { name }) }
    people.set(id, person)
    return person
  }
  const items: AuditItem[] = []
  for (const { by, subject, number, at, event, detail, address, revision, hash } of entries.slice(0, request.limit)) {
    const [actor, about] = [await personOf(by), await personOf(subject)]
    items.push({ number, at, event: presentNameOf(event), by: actor, subject: about, detail, address, revision, hash })
  }
  const next = entries.length > request.limit ? (items.at(-1)?.number ?? null) : null
  const language = languageOf(running.model.settings.language)
  const events = Object.fromEntries(Object.entries(AUDIT_EVENTS).map(([event, says]) => [event, says[language]]))
  return { items, next, head: await database.auditHead(), events }
}
