// Publishes the text of a file, and says what came of it.
import { basename } from 'node:path'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import { lineIndex } from '#shared/text/position.ts'
import { printExamples } from './print-examples.ts'
import { printConflicts } from './print-migration-conflict.ts'
import type { PublishDependencies } from './publish-document.ts'
import { publishDocument } from './publish-document.ts'

export interface PublishFileDependencies extends PublishDependencies {
  /** Runs the examples of the text; null: it has errors. Absent: they are not asked for. */
  readonly runExamples?:
    | ((document: { readonly file: string; readonly text: string }) => Promise<readonly ExampleOutcome[] | null>)
    | undefined
}

/** `file`: its name. False: it is wrong, does not fit the data, or tells examples that do not hold. */
export async function publishText(
  file: string,
  text: string,
  dependencies: PublishFileDependencies,
  say: (message: string) => void,
): Promise<boolean> {
  const { current } = dependencies
  const outcomes = (await dependencies.runExamples?.({ file: basename(file), text })) ?? []
  if (outcomes.some(({ failure }) => failure !== null)) {
    say([...printExamples(outcomes), NOT_PUBLISHED].join('\n'))
    return false
  }
  const before = current.running.revision
  const published = await publishDocument(dependencies, { text, file: basename(file), isFromFile: true, by: null })
  if (published.published) {
    if (current.running.revision !== before)
      say(
        [
          `Published revision ${current.running.revision}${sayWidened(published.widened)}.`,
          ...published.changes.map((change) => `  - ${change}`),
        ].join('\n'),
      )
    return true
  }
  const errors = published.diagnostics.filter(({ severity }) => severity === 'error')
  const frames = errors.length === 0 ? [] : [printDiagnostics(errors, lineIndex(text), basename(file))]
  say([...frames, ...printConflicts(published.conflicts), NOT_PUBLISHED].join('\n'))
  return false
}

const NOT_PUBLISHED = 'Not published: the last valid revision is still running.'

const MOST_TOLD = 10

/** Says in the line itself which policies a publication widens, so that it is seen where it is done. */
export function sayWidened(widened: readonly string[]): string {
  if (widened.length === 0) return ''
  const rest = widened.length - MOST_TOLD
  return `: now ${widened.slice(0, MOST_TOLD).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
