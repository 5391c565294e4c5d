// Verifies a document in a thread, and posts how far it is, then the report.
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from '#shared/compile.ts'
import { runDocument } from '../document/current-document.ts'
import type { ThreadFolder } from '../run-thread.ts'
import { reportLines } from './report-verification.ts'
import type { VerifyMessage, VerifyWork } from './verifications.ts'
import { verifyDocument } from './verify-document.ts'

const { file, text, origin, milliseconds, folder } = workerData as VerifyWork & ThreadFolder
const until = performance.now() + milliseconds
const { model } = compile(text)
if (model === undefined) throw new Error('The document in force has errors.')
const verification = await verifyDocument(runDocument(file, text, model), {
  root: folder,
  origin,
  onProgress: (done, total) => post({ done, total }),
  isOver: () => performance.now() > until,
})
post({ lines: reportLines(model, verification, model.settings.language) })

function post(message: VerifyMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
