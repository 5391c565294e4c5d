// Publishes the document again when its file changes.
import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex } from '#shared/text/position.ts'
import type { Storage } from '../storage/storage.ts'
import type { CurrentDocument } from './current-document.ts'
import { printMigrationConflict } from './print-migration-conflict.ts'
import { publishDocument } from './publish-document.ts'
import { readDocument } from './read-document.ts'

/** Editors write a file in several steps: look when it has been quiet for this long. */
const QUIET_MILLISECONDS = 150

/** Gives back how to stop. `say` gets a message for each attempt. */
export function watchDocument(
  file: string,
  current: CurrentDocument,
  storage: Storage,
  say: (message: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  // The directory, because editors replace files.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== null && name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn
        .then(() => publishFile(file, current, storage, say))
        .catch((error: unknown) => say(`Not published: ${String(error)}`))
    }, QUIET_MILLISECONDS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

export async function publishFile(
  file: string,
  current: CurrentDocument,
  storage: Storage,
  say: (message: string) => void,
): Promise<void> {
  const read = await readDocument(file)
  if ('problem' in read) return say(`${read.problem} The last good edition goes on running.`)
  const before = current.running.revision
  const published = await publishDocument(current, storage, basename(file), read.text)
  if (published.published) {
    if (current.running.revision !== before)
      say(
        [
          `Published revision ${current.running.revision}${sayWidened(published.widened)}.`,
          ...published.changes.map((change) => `  - ${change}`),
        ].join('\n'),
      )
    return
  }
  const errors = published.diagnostics.filter(({ severity }) => severity === 'error')
  const frames = errors.length === 0 ? [] : [printDiagnostics(errors, lineIndex(read.text), basename(file))]
  const conflicts = published.conflicts.map(printMigrationConflict)
  say([...frames, ...conflicts, 'Not published: the last good edition goes on running.'].join('\n'))
}

const MOST_TOLD = 10

/** What widens policy is seen where it is done: in the line itself. */
function sayWidened(widened: readonly string[]): string {
  if (widened.length === 0) return ''
  const rest = widened.length - MOST_TOLD
  return `: now ${widened.slice(0, MOST_TOLD).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
