// Finds the people that can be mentioned beside a record: they may read it, and the writer may know them.
import type { MentionablePerson } from '#shared/protocol/notices.ts'
import { makeActor } from '#shared/policy/actor.ts'
import { possibleMentions } from '#shared/text/mentions.ts'
import { policyOf } from '../../policy/policy.ts'
import { readableFieldsById, readableFieldsOf } from '../access/row-policy.ts'
import { findRecords } from '../read/find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { refused } from '../../policy/refused.ts'

const MOST_FOUND = 8
/** Mentions of one text. */
const MOST_NAMED = 50
/** So many names are looked at. */
const MOST_LOOKED_AT = 100

interface NamedPerson {
  readonly id: string
  readonly name: string
  readonly picture?: { readonly url?: string } | null
}

interface MentionRequest {
  /** Path of the entity: "tickets". */
  readonly path: string
  readonly record: string
  /** A part of the name. */
  readonly search: string
  /** Instead: their names stand in it. */
  readonly text: string | undefined
}

export async function findMentionable(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { path, record, search, text }: MentionRequest,
): Promise<readonly MentionablePerson[]> {
  const { storage, current } = dependencies
  const { running } = current
  const { actor, now } = actorContext
  const { database } = storage
  const policyContext = { database, storage, running, now }
  const entity = [...running.model.entities].find(([, each]) => each.path === path)?.[0]
  if (entity === undefined || (await readableFieldsById(policyContext, actor, entity, record)) === undefined)
    throw refused('not_found')
  const { read } = policyOf(running, actor).entity('Person')
  if (read.rows === false || !read.readable.has('name')) return []
  const named = text === undefined ? await searchNames() : await findNamed(text)
  const found: MentionablePerson[] = []
  for (const each of named) {
    const { id } = each
    // Nobody mentions themselves; a text may mention its reader.
    const isLeftOut = text === undefined && id === actor.person?.id
    const person = isLeftOut ? undefined : await database.record('Person', id)
    if (person === undefined || person['active'] === false) continue
    const may = await readableFieldsById(policyContext, makeActor(running.model, person), entity, record)
    if (may !== undefined) found.push(each)
    if (found.length === (text === undefined ? MOST_FOUND : MOST_NAMED)) break
  }
  return found

  async function searchNames(): Promise<readonly MentionablePerson[]> {
    const filter = `name != null${search === '' ? '' : ` and lower(name).contains(${JSON.stringify(search.toLowerCase())})`}`
    const fields = read.readable.has('picture') ? 'name,picture' : 'name'
    const request = { filter, fields, sort: 'name', limit: MOST_LOOKED_AT, count: false }
    const { items } = await findRecords(dependencies, actorContext, 'Person', request)
    return items.map((item) => {
      const { id, name, picture } = JSON.parse(item) as NamedPerson
      return { id, name, ...(picture?.url === undefined ? {} : { picture: picture.url }) }
    })
  }

  /** Finds people by the names that the caller may read, so that the existence of others stays unknown to them. */
  async function findNamed(mentioning: string): Promise<readonly MentionablePerson[]> {
    const names = new Set(possibleMentions(mentioning, MOST_NAMED).flat())
    const people: MentionablePerson[] = []
    for (const id of await database.idsWith('Person', 'name', [...names], MOST_LOOKED_AT)) {
      const person = await database.record('Person', id)
      const readable = person && (await readableFieldsOf(policyContext, actor, 'Person', person))
      if (readable?.has('name')) people.push({ id, name: String(person?.['name']) })
    }
    return people
  }
}
