// Plans the publication of a document in a thread: first what the documents say, then what the data says.
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from '#shared/compile.ts'
import type { DocumentPlan } from '#shared/protocol/plan.ts'
import { runDocument } from '../document/current-document.ts'
import type { DataPlace } from '../document/data-place.ts'
import { sizeOfData } from '../document/data-place.ts'
import type { ThreadFolder } from '../run-thread.ts'
import type { PlanWork } from './document-planner.ts'
import { openCopies } from './open-copies.ts'
import { compareDocuments, planOnCopies } from './plan-document.ts'
import { addPossibleChanges } from './possible-changes.ts'

/** Bytes of a PostgreSQL database. */
const MOST_COPIED = 200_000_000

const { place, folder, inForce, file, text, now, looksAtData, deletes } = workerData as PlanWork & ThreadFolder
const before = compile(inForce).model
const { model } = compile(text)
if (model === undefined || before === undefined) post(null)
else {
  const running = [runDocument(file, inForce, before), runDocument(file, text, model)] as const
  const documents = compareDocuments(...running)
  post(documents)
  let plan: DocumentPlan | undefined = documents
  if (looksAtData && (await isCopied(place))) {
    const copies = await openCopies({ place, folder }, { file, text, model, deletes }, now)
    if ('conflicts' in copies) {
      post({ ...documents, conflicts: copies.conflicts })
      plan = undefined
    } else {
      plan = await planOnCopies(copies, now)
      post(plan)
      await copies.close()
    }
  }
  if (plan !== undefined) post(await addPossibleChanges(plan, folder, running, now))
}

/** A large database would be read for minutes, and the plan would have no time left. */
async function isCopied(data: DataPlace): Promise<boolean> {
  return typeof data === 'string' || (await sizeOfData(data)) <= MOST_COPIED
}

function post(plan: DocumentPlan | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(plan)
}
