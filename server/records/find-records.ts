// Lists records under the actor's read policy: filtered, searched, sorted, by pages.
import { CursorInvalid } from '../storage/storage-error.ts'
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { filterOf } from './filter.ts'
import type { ReadRequest } from './read-request.ts'
import { checkReadable, planRead } from './read-request.ts'
import { bindingsOf } from './command/condition-facts.ts'
import { refused } from '../policy/refused.ts'

export interface ListRequest extends Omit<ReadRequest, 'search'> {
  readonly filter?: string
  readonly search?: string
  readonly limit: number
  /** Of the page before, as `next` gave it. */
  readonly after?: readonly unknown[]
  readonly count: boolean
}

export interface RecordPage {
  /** JSON text of each record. */
  readonly items: readonly string[]
  readonly next: readonly unknown[] | null
  readonly count?: number
}

const LONGEST_SEARCH = 200

export async function findRecords(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  request: ListRequest,
): Promise<RecordPage> {
  const { running } = current
  const { actor } = actorContext
  checkReadable(running, entity, actor)
  const { search, after, limit, filter: text } = request
  if (search !== undefined && search.length > LONGEST_SEARCH) {
    throw refused('search_too_long', { most: LONGEST_SEARCH })
  }
  const filter = filterOf(running, actor, entity, text)
  const plan = planRead(running, storage, entity, actorContext, { ...request, search: search !== undefined }, filter)
  const bindings = bindingsOf(actorContext, filter?.input)
  const page = { limit, ...(after === undefined ? {} : { after }), ...(search === undefined ? {} : { search }) }
  try {
    if (!request.count) return await plan.list(bindings, page)
    const [listed, count] = await Promise.all([plan.list(bindings, page), plan.count(bindings, search)])
    return { ...listed, count }
  } catch (error) {
    if (!(error instanceof CursorInvalid)) throw error
    throw refused('bad_cursor')
  }
}
