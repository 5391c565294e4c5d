// Tells what records are called in an export, and which ones have titles of several parts.
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { titleFields } from '#shared/decisions/record-title.ts'
import { titlePaths } from '#shared/decisions/title-paths.ts'
import type { Entity } from '#shared/model/model.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { nameToRead } from '../export/name-to-read.ts'
import { findRecord } from '../read/find-record.ts'
import { findRecords } from '../read/find-records.ts'
import { MOST_EXPANDED } from '../read/read-request.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

export interface RecordNames {
  /** Finds the title of the record in an export; undefined if the reader may not see the record. */
  nameOf(entity: string, id: string): Promise<string | undefined>
  /** The records with that title: of an entity with more than `MOST_TITLES` records none. */
  idsOf(entity: string, title: string): Promise<readonly string[]>
}

/** So many titles are kept while a file is imported. */
const MOST_TITLES = 100_000
const PAGE = 200

/** Reads each name once, and all titles of an entity at once when the first is looked for. */
export function makeRecordNames(dependencies: RecordsDependencies, actorContext: ActorContext): RecordNames {
  const { running } = dependencies.current
  const { model } = running
  const policy = policyOf(running, actorContext.actor)
  const readableOf = (of: string): ReadonlySet<string> => policy.entity(of).read.readable
  const names = new Map<string, Promise<string | undefined>>()
  const titles = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>()

  const readName = async (name: string, id: string): Promise<string | undefined> => {
    const request = titleRequest(dependencies, actorContext, entityNamed(model, name))
    const found = request && (await findRecord(dependencies, actorContext, name, 'id', id, request))
    return found === undefined ? undefined : nameToRead(model, readableOf, name, JSON.parse(found) as ExpandedRecord)
  }
  const readTitles = async (name: string): Promise<ReadonlyMap<string, readonly string[]>> => {
    const request = titleRequest(dependencies, actorContext, entityNamed(model, name))
    const found = new Map<string, readonly string[]>()
    let after: readonly unknown[] | null | undefined
    for (let count = 0; request !== undefined && after !== null && count < MOST_TITLES; count += PAGE) {
      const page = { ...request, limit: PAGE, count: false, ...(after === undefined ? {} : { after }) }
      const { items, next } = await findRecords(dependencies, actorContext, name, page)
      for (const item of items) {
        const record = JSON.parse(item) as ExpandedRecord
        const title = nameToRead(model, readableOf, name, record)
        found.set(title, [...(found.get(title) ?? []), record.id])
      }
      after = next
    }
    // Of a part nobody can say that a title stands there once only.
    return after === null ? found : new Map()
  }
  return {
    nameOf: (entity, id) => keep(names, `${entity} ${id}`, () => readName(entity, id)),
    idsOf: async (entity, title) => (await keep(titles, entity, () => readTitles(entity))).get(title) ?? [],
  }
}

/**
 * Builds the request for the fields that a record's title needs; undefined if the reader may read nothing of the
 * entity.
 */
function titleRequest({ current: { running } }: RecordsDependencies, { actor }: ActorContext, entity: Entity) {
  const policy = policyOf(running, actor)
  const readableOf = (of: string): ReadonlySet<string> => policy.entity(of).read.readable
  const readable = readableOf(entity.name.identifier)
  if (readable.size === 0) return undefined
  const fields = titleFields(entity, readable).filter((field) => readable.has(field))
  const expand = titlePaths(running.model, readableOf, entity).slice(0, MOST_EXPANDED)
  return { fields: ['id', ...fields].join(','), ...(expand.length === 0 ? {} : { expand: expand.join(',') }) }
}

function keep<Value>(kept: Map<string, Value>, key: string, make: () => Value): Value {
  const found = kept.get(key) ?? make()
  kept.set(key, found)
  return found
}
