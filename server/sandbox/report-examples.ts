// Reports the examples of a document for `npm run check -- --examples`.
import type { CheckedDocument, CheckAttempt } from '../document/check-document.ts'
import { runDocument } from '../document/current-document.ts'
import { printExamples } from '../document/print-examples.ts'
import { outcomeOf, runExamples } from './run-examples.ts'

export async function reportExamples({ file, text, model }: CheckedDocument): Promise<CheckAttempt> {
  const examples = (await runExamples(runDocument(file, text, model))).map(outcomeOf)
  return {
    lines: printExamples(examples),
    json: { examples },
    isSound: examples.every(({ failure }) => failure === null),
  }
}
