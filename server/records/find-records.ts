// Lists records as their reader may see them: filtered, searched, sorted, page by page.
import { CursorInvalid } from '../storage/storage.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { filterOf } from './filter.ts'
import type { Asked } from './read-plan.ts'
import { checkReadable, planFor } from './read-plan.ts'
import { Refused } from './refused.ts'
import { bindingsOf } from './work/judging.ts'

export interface ListAsked extends Omit<Asked, 'search'> {
  readonly filter?: string
  readonly search?: string
  readonly limit: number
  /** Of the page before, as `next` gave it. */
  readonly after?: readonly unknown[]
  readonly count: boolean
}

export interface Listed {
  /** JSON text of each record. */
  readonly items: readonly string[]
  readonly next: readonly unknown[] | null
  readonly count?: number
}

const LONGEST_SEARCH = 200

export async function findRecords(
  { storage, current }: RecordsDependencies,
  acting: Acting,
  entity: string,
  asked: ListAsked,
): Promise<Listed> {
  const { running } = current
  const { actor } = acting
  checkReadable(running, entity, actor)
  const { search, after, limit, filter: text } = asked
  if (search !== undefined && search.length > LONGEST_SEARCH) {
    throw new Refused({
      code: 'bad_request',
      status: 400,
      message: `A search has at most ${LONGEST_SEARCH} characters.`,
      errors: [],
    })
  }
  const filter = filterOf(running, actor, entity, text)
  const plan = planFor(running, storage, entity, acting, { ...asked, search: search !== undefined }, filter)
  const bindings = bindingsOf(acting, filter?.input)
  const page = { limit, ...(after === undefined ? {} : { after }), ...(search === undefined ? {} : { search }) }
  try {
    if (!asked.count) return await plan.list(bindings, page)
    const [listed, count] = await Promise.all([plan.list(bindings, page), plan.count(bindings, search)])
    return { ...listed, count }
  } catch (error) {
    if (!(error instanceof CursorInvalid)) throw error
    throw new Refused({
      code: 'bad_cursor',
      status: 400,
      message: 'This cursor does not belong to this list. Start again without "after".',
      errors: [],
    })
  }
}
