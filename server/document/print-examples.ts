// Prints which examples of a document hold, and at which step the others fail.
import type { ExampleOutcome } from '#shared/protocol/document.ts'

export function printExamples(outcomes: readonly ExampleOutcome[]): readonly string[] {
  if (outcomes.length === 0) return ['The document has no examples.']
  const failed = outcomes.flatMap(({ title, failure }) =>
    failure ? ['', title, `  line ${failure.line}: ${failure.step}`, `  ${failure.problem}`] : [],
  )
  const held = outcomes.filter(({ failure }) => failure === null).length
  const count = outcomes.length
  if (held === count) return [count === 1 ? 'The example holds.' : `All ${count} examples hold.`]
  const found = count === 1 ? 'The example does not hold:' : `Examples that do not hold: ${count - held} of ${count}.`
  return [found, ...failed]
}
