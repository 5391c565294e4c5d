// Reads a record's history under the actor's read policy: its entries, fields and people.
import type { HistoryBody, HistoryItem } from '#shared/protocol/history.ts'
import { decideWrite } from '#shared/decisions/6-roles.ts'
import type { HistoryEntry } from '../storage/storage.ts'
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { Refused } from '../policy/refused.ts'
import { titleFor } from './command/message-values.ts'
import { evaluateConditions } from './command/condition-facts.ts'
import { readableFieldsOf } from './command/row-policy.ts'
import { entityNamed, notFound, policyOf } from '../policy/policy.ts'

export interface HistoryRequest {
  readonly limit: number
  /** Id of the last entry of the page before. */
  readonly before?: string
}

export async function readHistory(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  id: string,
  request: HistoryRequest,
): Promise<HistoryBody> {
  const { storage, current } = dependencies
  const { running } = current
  const { database } = storage
  const { actor, now } = actorContext
  const entity = entityNamed(running.model, name)
  const record = await database.record(name, id)
  const policyContext = { database: database, storage, running, now }
  const fields = record === undefined ? undefined : await readableFieldsOf(policyContext, actor, name, record)
  if (record === undefined || fields === undefined) throw notFound(running.model)
  const policy = policyOf(running, actor).entity(name).history
  const decision = decideWrite(
    running.model,
    policy,
    [],
    [await evaluateConditions(policy.conditions, policyContext, actorContext, { record, old: record })],
  )
  if (decision.allowed === false) throw new Refused(decision.refusal)

  const entries = await database.history(name, id, {
    limit: request.limit + 1,
    ...(request.before === undefined ? {} : { before: request.before }),
  })
  const page = entries.slice(0, request.limit)
  const names = new Map<string, string | undefined>()
  const items: HistoryItem[] = []
  for (const entry of page) {
    if (entry.by !== null && !names.has(entry.by))
      names.set(entry.by, await titleFor(policyContext, actorContext, actor, 'Person', entry.by))
    items.push(itemOf(entry, fields, names))
  }
  const source = (entry: HistoryEntry) =>
    entity.transitions.get(entry.transition ?? '')?.rows.find((row) => row.cite.line === entry.line)?.cite
  const cited = items.map((item, index) => {
    const entry = page[index]
    const cite = entry === undefined || entry.revision !== running.revision ? undefined : source(entry)
    return cite === undefined ? item : { ...item, source: cite }
  })
  return { items: cited, next: entries.length > request.limit ? (page.at(-1)?.id ?? null) : null }
}

function itemOf(
  entry: HistoryEntry,
  fields: ReadonlySet<string>,
  names: ReadonlyMap<string, string | undefined>,
): HistoryItem {
  const { id, at, event, by, transition, changes, confirmed } = entry
  const name = by === null ? undefined : names.get(by)
  return {
    id,
    at,
    event,
    ...(fields.has('updated_by')
      ? { by: by === null ? null : { id: by, ...(name === undefined ? {} : { name }) } }
      : {}),
    ...(transition === undefined ? {} : { transition }),
    changes: Object.fromEntries(Object.entries(changes).filter(([field]) => fields.has(field))),
    ...(confirmed === undefined || confirmed.length === 0 ? {} : { confirmed }),
  }
}
