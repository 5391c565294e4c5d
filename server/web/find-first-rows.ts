// Finds the titles of a list's first rows, which the server draws before the script shows the list.
import { setTimeout } from 'node:timers/promises'
import type { HeldRoles } from '#shared/decisions/2-screens.ts'
import { joinConditions, usualOrder, viewOf, writeSort } from '#shared/decisions/2-screens.ts'
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { isTitleOwn, titleFields, titleOf } from '#shared/decisions/record-title.ts'
import type { Screen } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import { Refused } from '../policy/refused.ts'
import { findRecords } from '../records/read/find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records/records-dependencies.ts'

/** Number of rows that a window shows. */
const MOST_ROWS = 12
/** A page waits no longer for them. */
const MOST_MILLISECONDS = 60
/** Milliseconds before rows are requested again that did not arrive in time. */
const REST_MILLISECONDS = 60_000

export interface FirstRows {
  readonly screen: Screen
  /** Roles that the person holds on some record. */
  readonly held: HeldRoles
  /** Parameters of the address. */
  readonly parameters: URLSearchParams
}

/** None where the address narrows the list, where a title takes other records, or where the list takes long. */
export async function findFirstRows(
  dependencies: RecordsDependencies,
  running: RunningDocument,
  actorContext: ActorContext,
  { screen, held, parameters }: FirstRows,
): Promise<readonly string[]> {
  const { shows } = screen
  if (shows.kind !== 'table' || [...parameters.keys()].some((name) => name !== 'view')) return []
  const { model } = running
  const { screens } = policyOf(running, actorContext.actor).projectedModel(held)
  const own = isShown(screens) ? screens.screens.find(({ key }) => key === screen.key) : undefined
  if (own === undefined || !isTitleOwn(model, shows.entity)) return []
  const asked = parameters.get('view') ?? undefined
  const view = viewOf(own, asked)
  if (asked !== undefined && view === undefined) return []
  // A list that was slow a moment ago is not asked for twice: by the page, and by its script.
  const pace = running.recent<{ slowAt: number }>('first rows', `${screen.key} ${view?.key ?? ''}`, () => ({
    slowAt: -Infinity,
  }))
  const now = Date.parse(actorContext.now)
  if (now - pace.slowAt < REST_MILLISECONDS) return []
  const entity = entityNamed(model, shows.entity)
  const { readable } = policyOf(running, actorContext.actor).entity(shows.entity).read
  const filter = joinConditions(own.where?.text, view?.where?.text)
  const list = findRecords(dependencies, actorContext, shows.entity, {
    ...(filter === undefined ? {} : { filter }),
    sort: writeSort(usualOrder(own, view, entity)),
    fields: titleFields(entity, readable)
      .filter((name) => readable.has(name))
      .join(','),
    limit: MOST_ROWS,
    count: false,
  }).then(({ items }) => items.map((item) => titleOf(model, shows.entity, JSON.parse(item) as ExpandedRecord)))
  try {
    const rows = await Promise.race([list, setTimeout(MOST_MILLISECONDS, undefined, { ref: false })])
    if (rows === undefined) pace.slowAt = now
    return rows ?? []
  } catch (error) {
    // The page itself says why.
    if (error instanceof Refused) return []
    throw error
  } finally {
    list.catch(() => {})
  }
}
