// Reads a record's history under the actor's read policy: its entries, fields and people.
import type { Decision } from '#shared/decisions/decision.ts'
import type { Entity } from '#shared/model/model.ts'
import type { HistoryBody, HistoryItem } from '#shared/protocol/history.ts'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { Refused, refused } from '../../policy/refused.ts'
import { titleFor } from '../messages/message-values.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { dependsOnRecord } from '../access/row-policy-then.ts'
import { readableFieldsOfChange } from './readable-change.ts'
import { readableInputs } from './readable-inputs.ts'
import { walkHistory } from './walk-history.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'

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
  const policyContext = { database, storage, running, now }
  const fields = record === undefined ? undefined : await readableFieldsOf(policyContext, actor, name, record)
  if (record === undefined || fields === undefined) throw refused('not_found')
  const decision = await decideHistory(policyContext, actorContext, name, record)
  if (decision.allowed === false) throw new Refused(decision.refusal)
  const seen = (await readableFieldsOf(policyContext, actor, name, record, 'history')) ?? NO_FIELDS
  return readPage(policyContext, actorContext, { entity, record, fields: seen }, request)
}

const NO_FIELDS: ReadonlySet<string> = new Set()

type HistoryContext = RowPolicyContext & { readonly database: DatabaseHandle }

/** The newest change to one of the fields that the actor may know of; undefined where they may not see the history. */
export async function findLastChange(
  policyContext: HistoryContext,
  actorContext: ActorContext,
  entity: Entity,
  record: RecordValue,
  field?: string,
): Promise<HistoryItem | undefined> {
  const name = entity.name.identifier
  const fields = await readableFieldsOf(policyContext, actorContext.actor, name, record, 'history')
  if (fields === undefined || (field !== undefined && !fields.has(field))) return undefined
  const decision = await decideHistory(policyContext, actorContext, name, record)
  if (decision.allowed === false) return undefined
  const { items } = await readPage(policyContext, actorContext, { entity, record, fields }, { limit: LOOKED_AT })
  return items.find(({ event, changes }) => (field === undefined ? event !== 'created' : Object.hasOwn(changes, field)))
}

/** Number of latest changes that are examined; an older change does not count as news. */
const LOOKED_AT = 20

async function decideHistory(
  policyContext: HistoryContext,
  actorContext: ActorContext,
  name: string,
  record: RecordValue,
): Promise<Decision> {
  const { running } = policyContext
  const policy = policyOf(running, actorContext.actor).entity(name).history
  const answer = await evaluateConditions(policy.conditions, policyContext, actorContext, { record, old: record })
  return decideWrite(running.model, policy, [], [answer])
}

interface ReadableRecord {
  readonly entity: Entity
  readonly record: RecordValue
  /** Those that the actor may see in its history now. */
  readonly fields: ReadonlySet<string>
}

async function readPage(
  policyContext: HistoryContext,
  actorContext: ActorContext,
  { entity, record, fields }: ReadableRecord,
  request: HistoryRequest,
): Promise<HistoryBody> {
  const { running } = policyContext
  const { actor } = actorContext
  const name = entity.name.identifier
  const readable = await readableEntries(policyContext, actor, { entity: name, record, fields }, request)
  const page = readable.slice(0, request.limit)
  const names = new Map<string, string | undefined>()
  const items: HistoryItem[] = []
  for (const { entry, fields: shown } of page) {
    if (entry.by !== null && !names.has(entry.by))
      names.set(entry.by, await titleFor(policyContext, actorContext, actor, 'Person', entry.by))
    const input = entry.input && (await readableInputs(policyContext, actor, entity, entry, shown))
    items.push(itemOf({ ...entry, ...(input && { input }) }, shown, names))
  }
  const source = (entry: HistoryEntry) =>
    entity.transitions.get(entry.transition ?? '')?.rows.find((row) => row.cite.line === entry.line)?.cite
  const cited = items.map((item, index) => {
    const entry = page[index]?.entry
    const cite = entry === undefined || entry.revision !== running.revision ? undefined : source(entry)
    return cite === undefined ? item : { ...item, source: cite }
  })
  return { items: cited, next: readable.length > request.limit ? (page.at(-1)?.entry.id ?? null) : null }
}

interface ReadableEntry {
  readonly entry: HistoryEntry
  /** Changed fields that the actor may read. */
  readonly fields: ReadonlySet<string>
}

/** Lists one entry more than a page holds. */
async function readableEntries(
  policyContext: RowPolicyContext & { readonly database: DatabaseHandle },
  actor: Actor,
  {
    entity,
    record,
    fields,
  }: { readonly entity: string; readonly record: RecordValue; readonly fields: ReadonlySet<string> },
  { limit, before }: HistoryRequest,
): Promise<readonly ReadableEntry[]> {
  const { database } = policyContext
  if (!dependsOnRecord(policyContext, actor, entity)) {
    const page = { limit: limit + 1, ...(before === undefined ? {} : { before }) }
    return (await database.history(entity, record.id, page)).map((entry) => ({ entry, fields }))
  }
  const found: ReadableEntry[] = []
  let isPast = before === undefined
  for await (const step of walkHistory(database, entity, record)) {
    const { entry } = step
    if (isPast) {
      const shown = await readableFieldsOfChange(policyContext, actor, entity, step, fields)
      if (shown !== undefined) found.push({ entry, fields: shown })
      if (found.length > limit) break
    }
    isPast ||= entry.id === before
  }
  return found
}

function itemOf(
  entry: HistoryEntry,
  fields: ReadonlySet<string>,
  names: ReadonlyMap<string, string | undefined>,
): HistoryItem {
  const { id, changeSet, version, at, event, by, transition, changes, confirmed, input = {}, call } = entry
  const name = by === null ? undefined : names.get(by)
  return {
    id,
    ...(changeSet === null ? {} : { changeSet }),
    ...(version === 0 ? {} : { version }),
    at,
    event,
    ...(fields.has('updated_by')
      ? { by: by === null ? null : { id: by, ...(name === undefined ? {} : { name }) } }
      : {}),
    ...(transition === undefined ? {} : { transition }),
    changes: Object.fromEntries(Object.entries(changes).filter(([field]) => fields.has(field))),
    ...(confirmed === undefined || confirmed.length === 0 ? {} : { confirmed }),
    ...(Object.keys(input).length === 0 ? {} : { input }),
    ...(call === undefined ? {} : { call }),
  }
}
