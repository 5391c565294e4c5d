// Publishes the document again when its file changes.
import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex } from '#shared/text/position.ts'
import { printMigrationConflict } from './print-migration-conflict.ts'
import type { PublishDependencies } from './publish-document.ts'
import { publishDocument } from './publish-document.ts'
import { readDocument } from './read-document.ts'

/** Editors write a file in several steps: look when it has been quiet for this long. */
const QUIET_MILLISECONDS = 150

/** Gives back how to stop. `say` gets a message for each attempt. */
export function watchDocument(
  file: string,
  /** What the file holds now. */
  text: string,
  dependencies: PublishDependencies,
  say: (message: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let published: string | undefined = text
  let turn = Promise.resolve()
  const publishAgain = async (): Promise<void> => {
    published = await publishFile(file, published, dependencies, say)
  }
  // The directory, because editors replace files.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== null && name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn.then(publishAgain).catch((error: unknown) => say(`Not published: ${String(error)}`))
    }, QUIET_MILLISECONDS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** A file that is saved unchanged does not take back what was published otherwise. Gives the text that was published from it last. */
export async function publishFile(
  file: string,
  last: string | undefined,
  dependencies: PublishDependencies,
  say: (message: string) => void,
): Promise<string | undefined> {
  const read = await readDocument(file)
  if ('problem' in read) {
    say(`${read.problem} The last good revision goes on running.`)
    return last
  }
  const { text } = read
  if (text === last) return last
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
    return text
  }
  const errors = published.diagnostics.filter(({ severity }) => severity === 'error')
  const frames = errors.length === 0 ? [] : [printDiagnostics(errors, lineIndex(text), basename(file))]
  const conflicts = published.conflicts.map(printMigrationConflict)
  say([...frames, ...conflicts, 'Not published: the last good revision goes on running.'].join('\n'))
  return last
}

const MOST_TOLD = 10

/** What widens policy is seen where it is done: in the line itself. */
function sayWidened(widened: readonly string[]): string {
  if (widened.length === 0) return ''
  const rest = widened.length - MOST_TOLD
  return `: now ${widened.slice(0, MOST_TOLD).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
