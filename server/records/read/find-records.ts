// Lists records under the actor's read policy: filtered, searched, sorted, by pages.
import { CursorInvalid } from '../../storage/storage-error.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { filterOf } from './filter.ts'
import type { Bindings, PageRequest, ReadPlan } from '../../storage/query-plans.ts'
import type { ReadRequest } from './read-request.ts'
import { checkReadable, planRead } from './read-request.ts'
import { bindingsOf } from '../access/condition-facts.ts'
import { refused } from '../../policy/refused.ts'

export interface ListRequest extends Omit<ReadRequest, 'search'> {
  readonly filter?: string
  readonly search?: string
  /** Whether the search tolerates a typing error in its words when no record contains them. */
  readonly near?: boolean
  readonly limit: number
  /** Position after the previous page, in the form that `next` gave. */
  readonly after?: readonly unknown[]
  readonly count: boolean
}

export interface RecordPage {
  /** JSON text of each record. */
  readonly items: readonly string[]
  readonly next: readonly unknown[] | null
  readonly count?: number
  /** The words themselves were not found, others one letter away were. */
  readonly near?: true
}

const LONGEST_SEARCH = 200

/** The plan of a list, and what it runs with; refuses what may not be asked. */
export function planList(
  { storage, current: { running } }: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  { filter: text, search, ...request }: Omit<ReadRequest, 'search'> & Pick<ListRequest, 'filter' | 'search'>,
): { readonly plan: ReadPlan; readonly bindings: Bindings } {
  const { actor } = actorContext
  checkReadable(running, entity, actor)
  if (search !== undefined && search.length > LONGEST_SEARCH) throw refused('search_too_long', { most: LONGEST_SEARCH })
  const filter = filterOf(running, actor, entity, text)
  const plan = planRead(running, storage, entity, actorContext, { ...request, search: search !== undefined }, filter)
  return { plan, bindings: bindingsOf(actorContext, filter?.input) }
}

export async function findRecords(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  request: ListRequest,
): Promise<RecordPage> {
  const { search, after, limit } = request
  const { plan, bindings } = planList(dependencies, actorContext, entity, request)
  const page = { limit, ...(after === undefined ? {} : { after }), ...(search === undefined ? {} : { search }) }
  try {
    const found = await readPage(plan, bindings, page, request.count)
    if (request.near !== true || search === undefined || found.items.length > 0) return found
    // Behind the end of what has the words there is nothing; nor is there where a page of it was seen.
    if (after !== undefined && (await plan.list(bindings, { limit: 1, search })).items.length > 0) return found
    const near = await readPage(plan, bindings, { ...page, near: true }, request.count)
    return near.items.length > 0 ? { ...near, near: true } : near
  } catch (error) {
    if (!(error instanceof CursorInvalid)) throw error
    throw refused('bad_cursor')
  }
}

async function readPage(
  plan: ReadPlan,
  bindings: Bindings,
  page: PageRequest,
  isCounted: boolean,
): Promise<RecordPage> {
  if (!isCounted) return plan.list(bindings, page)
  const [listed, count] = await Promise.all([plan.list(bindings, page), plan.count(bindings, page.search, page.near)])
  return { ...listed, count }
}
