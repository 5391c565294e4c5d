// The history of a record, as far as its reader may see the record, its fields, and who changed them.
import type { HistoryBody, HistoryItem } from '#shared/protocol/history.ts'
import { decideWrite } from '#shared/decisions/6-roles.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { HistoryEntry } from '../storage/storage.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { Refused } from './refused.ts'
import { titleFor } from './work/filling.ts'
import { judge, prepare } from './work/judging.ts'
import { fieldsToRead } from './work/reading-rights.ts'
import { entityNamed, notFound, writeRightsOf } from './work/rights.ts'

export interface HistoryAsked {
  readonly limit: number
  /** Id of the last entry of the page before. */
  readonly before?: string
}

export async function readHistory(
  dependencies: RecordsDependencies,
  acting: Acting,
  name: string,
  id: string,
  asked: HistoryAsked,
): Promise<HistoryBody> {
  const { storage, current } = dependencies
  const { running } = current
  const { reader } = storage
  const { actor, now } = acting
  const entity = entityNamed(running.model, name)
  const record = await reader.record(name, id)
  const looking = { reader, storage, running, now }
  const fields = record === undefined ? undefined : await fieldsToRead(looking, actor, name, record)
  if (record === undefined || fields === undefined) throw notFound(running.model)
  const rights = writeRightsOf(running, name, actor, 'see history')
  const prepared = prepare(running, storage, name, `see history ${rolesKey(actor)}`, () => rights.nodes)
  const decision = decideWrite(
    running.model,
    rights,
    [],
    [await judge(prepared, reader, running, acting, { record, old: record })],
  )
  if (decision.allowed === false) throw new Refused(decision.refusal)

  const entries = await reader.history(name, id, {
    limit: asked.limit + 1,
    ...(asked.before === undefined ? {} : { before: asked.before }),
  })
  const page = entries.slice(0, asked.limit)
  const names = new Map<string, string | undefined>()
  const items: HistoryItem[] = []
  for (const entry of page) {
    if (entry.by !== null && !names.has(entry.by))
      names.set(entry.by, await titleFor(looking, acting, actor, 'Person', entry.by))
    items.push(itemOf(entry, fields, names))
  }
  const source = (entry: HistoryEntry) =>
    entity.transitions.get(entry.transition ?? '')?.rows.find((row) => row.cite.line === entry.line)?.cite
  const cited = items.map((item, index) => {
    const entry = page[index]
    const cite = entry === undefined || entry.revision !== running.revision ? undefined : source(entry)
    return cite === undefined ? item : { ...item, source: cite }
  })
  return { items: cited, next: entries.length > asked.limit ? (page.at(-1)?.id ?? null) : null }
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
