// Reports the examples of a document for `npm run check -- --examples`.
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import type { CheckedDocument, Trial } from '../document/check-document.ts'
import { runDocument } from '../document/current-document.ts'
import { outcomeOf, runExamples } from './run-examples.ts'

export async function reportExamples({ file, text, model }: CheckedDocument): Promise<Trial> {
  const examples = (await runExamples(runDocument(file, text, model))).map(outcomeOf)
  return {
    lines: printExamples(examples),
    json: { examples },
    isSound: examples.every(({ failure }) => failure === null),
  }
}

function printExamples(outcomes: readonly ExampleOutcome[]): readonly string[] {
  if (outcomes.length === 0) return ['The document has no examples.']
  const failed = outcomes.flatMap(({ title, failure }) =>
    failure ? ['', title, `  line ${failure.line}: ${failure.step}`, `  ${failure.problem}`] : [],
  )
  const held = outcomes.filter(({ failure }) => failure === null).length
  const summary =
    held === outcomes.length
      ? `All ${outcomes.length} examples hold.`
      : `${held} of ${outcomes.length} examples hold. Where the others turn:`
  return [summary, ...failed]
}
