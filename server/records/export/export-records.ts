// Exports records that the actor may both read and export: as the list shows them, a page at a time.
import { refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import { nothingGranted, policyOf } from '../../policy/policy.ts'
import { Refused, refused } from '../../policy/refused.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { bindingsOf } from '../command/condition-facts.ts'
import { filterOf } from '../filter.ts'
import { LONGEST_SEARCH } from '../find-records.ts'
import { checkReadable, planExport } from '../read-request.ts'
import type { ReadRequest } from '../read-request.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

export interface ExportRequest extends Pick<ReadRequest, 'fields' | 'expand' | 'sort'> {
  readonly filter?: string
  readonly search?: string
}

/** What the audit says of it. `address`: as `addressKey` gives it. */
export interface ExportNote {
  readonly path: string
  readonly format: string
  readonly address: string | null
}

/** Some milliseconds' work: other requests wait as long. */
const PAGE = 200

/**
 * JSON text of each record. It refuses with the first page, and is noted in the audit before it. Pages are read one after
 * the other: a record that changes meanwhile is in the export as it was or as it is.
 */
export async function* exportRecords(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  { filter: text, search, ...request }: ExportRequest,
  note: ExportNote,
): AsyncGenerator<readonly string[], void> {
  const { running } = current
  const { actor, now } = actorContext
  checkReadable(running, entity, actor)
  const policy = policyOf(running, actor).entity(entity)
  if (policy.exported.rows === false) {
    if (actor.person === null) throw nothingGranted(running.model, actor)
    throw new Refused(refuseUngranted(running.model, policy.verb('export'), undefined))
  }
  if (search !== undefined && search.length > LONGEST_SEARCH) throw refused('search_too_long', { most: LONGEST_SEARCH })
  const filter = filterOf(running, actor, entity, text)
  const plan = planExport(running, storage, entity, actorContext, { ...request, search: search !== undefined }, filter)
  const bindings = bindingsOf(actorContext, filter?.input)
  const by = actor.person?.id ?? null
  const { address, ...detail } = note
  await storage.write((transaction) =>
    appendAudit(transaction, { event: 'exported', at: now, by, detail, address, revision: running.revision }),
  )
  let after: readonly unknown[] | null | undefined
  while (after !== null) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { after }), ...(search === undefined ? {} : { search }) }
    const { items, next } = await plan.list(bindings, page)
    yield items
    after = next
  }
}
