// Plans the publication of a document in a thread.
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from '#shared/compile.ts'
import type { PlanWork } from './document-planner.ts'
import { planDocument } from './plan-document.ts'

const { directory, file, text, now } = workerData as PlanWork
const { model } = compile(text)
if (model === undefined) throw new Error('A document with errors is not planned.')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await planDocument(directory, { file, text, model }, now))
