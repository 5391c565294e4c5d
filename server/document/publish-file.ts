// Publishes the text of a file, and says what came of it.
import { basename } from 'node:path'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex } from '#shared/text/position.ts'
import { printMigrationConflict } from './print-migration-conflict.ts'
import type { PublishDependencies } from './publish-document.ts'
import { publishDocument } from './publish-document.ts'

/** `file`: its name. False: it is wrong, or does not fit the data. */
export async function publishText(
  file: string,
  text: string,
  dependencies: PublishDependencies,
  say: (message: string) => void,
): Promise<boolean> {
  const { current } = dependencies
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
  const conflicts = published.conflicts.map(printMigrationConflict)
  say([...frames, ...conflicts, 'Not published: the last valid revision is still running.'].join('\n'))
  return false
}

const MOST_TOLD = 10

/** Says in the line itself which policies a publication widens, so that it is seen where it is done. */
function sayWidened(widened: readonly string[]): string {
  if (widened.length === 0) return ''
  const rest = widened.length - MOST_TOLD
  return `: now ${widened.slice(0, MOST_TOLD).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
