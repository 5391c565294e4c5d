// Plans publications apart from the requests, which don't wait for them; one at a time.
import type { DocumentPlan, PlanDocument } from '#shared/protocol/plan.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import type { DataPlace } from '../document/data-place.ts'
import { refuseWhenBusy } from '../policy/refuse-when-busy.ts'
import { runThread } from '../run-thread.ts'
import { createWorkQueue } from '../work-queue.ts'

export interface PlanWork {
  /** The data, of which copies are made. */
  readonly place: DataPlace
  /** Text of the document in force. */
  readonly inForce: string
  readonly file: string
  readonly text: string
  /** RFC 3339. */
  readonly now: string
  readonly looksAtData: boolean
  /** Names of what is deleted with its values. */
  readonly deletes?: readonly string[]
}

/** Milliseconds after which a plan says what it has: copying and converting much data takes long. */
const LONGEST = 180_000
const MOST_WAITING = 2

/** Throws a refusal (503) where too many wait. */
export function createDocumentPlanner(
  place: DataPlace,
  current: Pick<CurrentDocument, 'running'>,
  longest: number = LONGEST,
): PlanDocument {
  const inTurn = createWorkQueue(1, MOST_WAITING)
  const url = new URL('./plan-thread.ts', import.meta.url)
  return async (document) => {
    const work: PlanWork = { ...document, place, inForce: current.running.text }
    const plans = await refuseWhenBusy(() => inTurn(() => runThread<DocumentPlan | null>(url, work, { longest })))
    const last = plans.at(-1)
    if (last === undefined) throw new Error('The documents were not compared in the time that a plan has.')
    return last
  }
}
