// Exports records that the actor may both read and export: as the list shows them, a page at a time.
import { refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import { nothingGranted, policyOf } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { ListRequest } from '../read/find-records.ts'
import { planList } from '../read/find-records.ts'
import { checkReadable } from '../read/read-request.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

export type ExportRequest = Pick<ListRequest, 'fields' | 'expand' | 'sort' | 'filter' | 'search'>

/** Details of an export that go into the audit. */
export interface ExportNote {
  readonly path: string
  readonly format: string
  /** Network address of the request, in the form that `addressKey` gives. */
  readonly address: string | null
  /** Id of the person who gets it: an administrator, where they view as somebody else. */
  readonly by: string | null
}

/** Some milliseconds' work: other requests wait as long. */
const PAGE = 200

/**
 * JSON text of each record. It refuses with the first page, and is noted in the audit before it. Pages are read one after
 * the other: a record that changes meanwhile is in the export as it was or as it is.
 */
export async function* exportRecords(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  request: ExportRequest,
  { by, address, ...detail }: ExportNote,
): AsyncGenerator<readonly string[], void> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  const { actor, now } = actorContext
  checkReadable(current.running, entity, actor)
  const policy = policyOf(current.running, actor).entity(entity)
  if (policy.exported.rows === false) {
    if (actor.person === null) throw nothingGranted(model, actor)
    throw new Refused(refuseUngranted(model, policy.verb('export'), undefined))
  }
  const { plan, bindings } = planList(dependencies, actorContext, entity, { ...request, exported: true })
  await storage.write((transaction) =>
    appendAudit(transaction, { event: 'exported', at: now, by, detail, address, revision }),
  )
  const { search } = request
  let after: readonly unknown[] | null | undefined
  while (after !== null) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { after }), ...(search === undefined ? {} : { search }) }
    const { items, next } = await plan.list(bindings, page)
    yield items
    after = next
  }
}
