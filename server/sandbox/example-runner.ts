// Runs the examples of a document apart from the requests, which don't wait for them; one document at a time.
import { Worker } from 'node:worker_threads'
import type { Model } from '#shared/model/model.ts'
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import { refuseWhenBusy } from '../policy/refuse-when-busy.ts'
import { createWorkQueue } from '../work-queue.ts'

export interface ExamplesDocument {
  readonly file: string
  readonly text: string
}

/** Returns the outcome of each example in the order of the document. Throws a refusal (503) where too many wait. */
export type ExampleRunner = (
  document: ExamplesDocument & { readonly model: Model },
) => Promise<readonly ExampleOutcome[]>

/** Milliseconds that all examples of a document may take together. */
const LONGEST = 60_000
const MOST_WAITING = 4

export function createExampleRunner(longest: number = LONGEST): ExampleRunner {
  const inTurn = createWorkQueue(1, MOST_WAITING)
  let latest: { readonly text: string; readonly outcomes: readonly ExampleOutcome[] } | undefined
  return async ({ file, text, model }) => {
    if (model.examples.length === 0) return []
    // An example begins with nothing, at a moment of its own: the same text has the same outcomes.
    if (latest?.text === text) return latest.outcomes
    const outcomes = await refuseWhenBusy(() => inTurn(() => runApart({ file, text }, longest)))
    const notRun = model.examples.slice(outcomes.length).map(({ title, cite: { line, text: step } }) => {
      const problem = `It was not run: the examples take longer than ${longest / 1_000} seconds together.`
      return { title, line, failure: { line, step, problem } }
    })
    const whole = [...outcomes, ...notRun]
    if (notRun.length === 0) latest = { text, outcomes: whole }
    return whole
  }
}

/** Returns the outcomes that came in time. */
function runApart(workerData: ExamplesDocument, longest: number): Promise<readonly ExampleOutcome[]> {
  const worker = new Worker(new URL('./examples-thread.ts', import.meta.url), { workerData })
  const outcomes: ExampleOutcome[] = []
  const timer = setTimeout(() => void worker.terminate(), longest)
  return new Promise((resolve, reject) => {
    worker.on('message', (outcome: ExampleOutcome) => outcomes.push(outcome))
    worker.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(outcomes)
    })
  })
}
