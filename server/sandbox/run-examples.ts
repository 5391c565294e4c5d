// Runs the examples of a document, each on an empty database, and says where a story turns.
import { toUtc } from '#shared/expressions/calendar.ts'
import type { Example } from '#shared/model/examples/types.ts'
import type { Citation } from '#shared/model/model.ts'
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { runStep, startStory, StepFailed } from './run-step.ts'
import { openSandbox } from './open-sandbox.ts'

export interface ExampleResult {
  readonly title: string
  /** Its heading. */
  readonly cite: Citation
  /** Absent where the example holds. */
  readonly failure?: ExampleFailure
}

export interface ExampleFailure {
  /** The step at which the story turns. */
  readonly cite: Citation
  /** Sentence that says what happened, and what was expected. */
  readonly problem: string
}

export function outcomeOf({ title, cite, failure }: ExampleResult): ExampleOutcome {
  return {
    title,
    line: cite.line,
    failure: failure ? { line: failure.cite.line, step: failure.cite.text, problem: failure.problem } : null,
  }
}

/** A Monday morning in no holidays: examples begin here, so that they tell the same story on every day. */
const STARTS_AT = '2026-03-02T09:00'
/** Milliseconds after which no further step of an example is begun. */
const LONGEST = 10_000

/** Runs the examples in the order of the document. */
export async function runExamples(running: RunningDocument): Promise<readonly ExampleResult[]> {
  const results: ExampleResult[] = []
  for (const example of running.model.examples) results.push(await runExample(running, example))
  return results
}

/** `root`: the folder for its database. */
export async function runExample(running: RunningDocument, example: Example, root?: string): Promise<ExampleResult> {
  const { title, cite, steps } = example
  const failure = await runSteps(running, steps, root)
  return { title, cite, ...(failure ? { failure } : {}) }
}

async function runSteps(
  running: RunningDocument,
  steps: Example['steps'],
  root: string | undefined,
): Promise<ExampleFailure | undefined> {
  const { timeZone } = running.model.settings
  const sandbox = await openSandbox(running, toUtc(Date.parse(`${STARTS_AT}:00Z`), timeZone), root)
  const begun = performance.now()
  let cite = steps[0]?.cite
  try {
    let story = startStory(sandbox)
    for (const [at, step] of steps.entries()) {
      ;({ cite } = step)
      if (performance.now() - begun > LONGEST)
        throw new StepFailed(`The example takes longer than ${LONGEST / 1_000} seconds.`)
      story = await runStep(story, step, steps[at + 1])
    }
    return undefined
  } catch (error) {
    if (error instanceof StepFailed && cite !== undefined) return { cite, problem: error.message }
    throw error
  } finally {
    await sandbox.close()
  }
}
