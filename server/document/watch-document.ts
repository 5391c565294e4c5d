// Watches a document's file and the revision in force, so that a change of one reaches the other.
import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { PublishFileDependencies } from './publish-file.ts'
import type { SynchronizedFileOptions, WaitingFile } from './synchronized-file.ts'
import { createSynchronizedFile } from './synchronized-file.ts'

/** Editors write a file in several steps: look when it has been quiet for this long. */
const QUIET_MILLISECONDS = 150

export interface WatchedDocument {
  readonly waiting: () => WaitingFile | undefined
  stop(): void
}

export function watchDocument(
  dependencies: PublishFileDependencies,
  options: SynchronizedFileOptions,
): WatchedDocument {
  const { file } = options
  const synchronized = createSynchronizedFile(dependencies, options)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  // The directory, because editors replace files.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== null && name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => void synchronized.fileChanged(), QUIET_MILLISECONDS)
  })
  dependencies.current.follow(() => {
    if (!isStopped) void synchronized.revisionChanged()
  })
  // What was published while nobody watched.
  void synchronized.revisionChanged()
  return {
    waiting: synchronized.waiting,
    stop() {
      isStopped = true
      clearTimeout(timer)
      watcher.close()
    },
  }
}
