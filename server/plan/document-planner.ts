// Plans publications apart from the requests, which don't wait for them; one at a time.
import { Worker } from 'node:worker_threads'
import type { DocumentPlan, PlanDocument } from '#shared/protocol/plan.ts'
import { refuseWhenBusy } from '../policy/refuse-when-busy.ts'
import { createWorkQueue } from '../work-queue.ts'

export interface PlanWork {
  /** The data directory, of which copies are made. */
  readonly directory: string
  readonly file: string
  readonly text: string
  /** RFC 3339. */
  readonly now: string
}

const MOST_WAITING = 2

/** Throws a refusal (503) where too many wait. */
export function createDocumentPlanner(directory: string): PlanDocument {
  const inTurn = createWorkQueue(1, MOST_WAITING)
  return (document) => refuseWhenBusy(() => inTurn(() => planApart({ directory, ...document })))
}

function planApart(workerData: PlanWork): Promise<DocumentPlan> {
  const worker = new Worker(new URL('./plan-thread.ts', import.meta.url), { workerData })
  return new Promise((resolve, reject) => {
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('The thread ended without a plan.')))
  })
}
