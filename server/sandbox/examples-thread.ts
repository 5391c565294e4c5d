// Runs the examples of a document in a thread, and posts each outcome as it comes.
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from '#shared/compile.ts'
import { runDocument } from '../document/current-document.ts'
import type { ExampleMessage, ExamplesDocument } from './example-runner.ts'
import { outcomeOf, runExample } from './run-examples.ts'
import type { ThreadFolder } from '../run-thread.ts'

const { file, text, folder } = workerData as ExamplesDocument & ThreadFolder
const { model } = compile(text)
const examples = model?.examples ?? []
post({ examples: model ? examples.map(({ title, cite }) => ({ title, line: cite.line, step: cite.text })) : null })
if (model !== undefined) {
  const running = runDocument(file, text, model)
  for (const example of examples) post({ outcome: outcomeOf(await runExample(running, example, folder)) })
}

function post(message: ExampleMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
