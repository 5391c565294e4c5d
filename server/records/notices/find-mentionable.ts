// Finds the people that can be mentioned beside a record: they may read it, and the writer may know them.
import type { MentionablePerson } from '#shared/protocol/notices.ts'
import { makeActor } from '#shared/policy/actor.ts'
import { notFound } from '../../policy/not-found.ts'
import { policyOf } from '../../policy/policy.ts'
import { readableFieldsById } from '../command/row-policy.ts'
import { findRecords } from '../find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

const MOST_FOUND = 8
/** So many names are looked at. */
const MOST_LOOKED_AT = 100

interface MentionRequest {
  /** Path of the entity: "tickets". */
  readonly path: string
  readonly record: string
  /** A part of the name. */
  readonly search: string
}

export async function findMentionable(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { path, record, search }: MentionRequest,
): Promise<readonly MentionablePerson[]> {
  const { storage, current } = dependencies
  const { running } = current
  const { actor, now } = actorContext
  const { database } = storage
  const policyContext = { database, storage, running, now }
  const entity = [...running.model.entities].find(([, each]) => each.path === path)?.[0]
  if (entity === undefined || (await readableFieldsById(policyContext, actor, entity, record)) === undefined)
    throw notFound(running.model)
  const { read } = policyOf(running, actor).entity('Person')
  if (read.rows === false || !read.readable.has('name')) return []
  const filter = `name != null${search === '' ? '' : ` and lower(name).contains(${JSON.stringify(search.toLowerCase())})`}`
  const request = { filter, fields: 'name', sort: 'name', limit: MOST_LOOKED_AT, count: false }
  const page = await findRecords(dependencies, actorContext, 'Person', request)
  const found: MentionablePerson[] = []
  for (const text of page.items) {
    const { id, name } = JSON.parse(text) as MentionablePerson
    const person = id === actor.person?.id ? undefined : await database.record('Person', id)
    if (person === undefined || person['active'] === false) continue
    const may = await readableFieldsById(policyContext, makeActor(running.model, person), entity, record)
    if (may !== undefined) found.push({ id, name })
    if (found.length === MOST_FOUND) break
  }
  return found
}
