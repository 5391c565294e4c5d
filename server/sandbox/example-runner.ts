// Runs the examples of a document apart from the requests, which don't wait for them; one document at a time.
import { mayHaveExamples } from '#shared/points/examples/may-have-examples.ts'
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import { refuseWhenBusy } from '../policy/refuse-when-busy.ts'
import { createWorkQueue } from '../work-queue.ts'
import { runThread } from '../run-thread.ts'

export interface ExamplesDocument {
  readonly file: string
  readonly text: string
}

/**
 * Returns the outcome of each example in the order of the document; null where the document has errors. Throws a
 * refusal (503) where too many wait.
 */
export type ExampleRunner = (document: ExamplesDocument) => Promise<readonly ExampleOutcome[] | null>

/** The first message of the thread: all examples, or that there are errors. Each outcome follows as it comes. */
export type ExampleMessage =
  | { readonly examples: readonly ListedExample[] | null }
  | { readonly outcome: ExampleOutcome }

interface ListedExample {
  readonly title: string
  /** Line and text of its heading. */
  readonly line: number
  readonly step: string
}

/** Milliseconds that all examples of a document may take together. */
const LONGEST = 60_000
const MOST_WAITING = 4

export function createExampleRunner(longest: number = LONGEST): ExampleRunner {
  const inTurn = createWorkQueue(1, MOST_WAITING)
  let latest: { readonly text: string; readonly outcomes: readonly ExampleOutcome[] } | undefined
  return async (document) => {
    if (!mayHaveExamples(document.text)) return []
    // An example begins with nothing, at a moment of its own: the same text has the same outcomes.
    if (latest?.text === document.text) return latest.outcomes
    const url = new URL('./examples-thread.ts', import.meta.url)
    const messages = await refuseWhenBusy(() => inTurn(() => runThread<ExampleMessage>(url, document, { longest })))
    const listed = messages.flatMap((message) => ('examples' in message ? [message.examples] : []))[0]
    if (listed === undefined) throw new Error('The document was not read in the time that its examples have.')
    if (listed === null) return null
    const outcomes = messages.flatMap((message) => ('outcome' in message ? [message.outcome] : []))
    const notRun = listed.slice(outcomes.length).map(({ title, line, step }) => {
      const problem = `It was not run: the examples take longer than ${longest / 1_000} seconds together.`
      return { title, line, failure: { line, step, problem } }
    })
    if (notRun.length === 0) latest = { text: document.text, outcomes }
    return [...outcomes, ...notRun]
  }
}
