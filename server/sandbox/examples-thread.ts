// Runs the examples of a document in a thread, and posts each outcome as it comes.
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from '#shared/compile.ts'
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import { runDocument } from '../document/current-document.ts'
import type { ExamplesDocument } from './example-runner.ts'
import { outcomeOf, runExamples } from './run-examples.ts'

const { file, text } = workerData as ExamplesDocument
const { model } = compile(text)
if (model !== undefined) {
  const running = runDocument(file, text, model)
  for (const example of model.examples) {
    const outcomes: readonly ExampleOutcome[] = (await runExamples(running, [example])).map(outcomeOf)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    for (const outcome of outcomes) parentPort?.postMessage(outcome)
  }
}
