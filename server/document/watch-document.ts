// Watches a document's file and the revision in force, so that a change of one reaches the other.
import { unwatchFile, watchFile } from 'node:fs'
import type { PublishFileDependencies } from './publish-file.ts'
import type { FollowedFile, SynchronizedFileOptions } from './synchronized-file.ts'
import { createSynchronizedFile } from './synchronized-file.ts'

/** How often the file is looked at. */
const INTERVAL_MILLISECONDS = 250
/** Editors write a file in several steps: read when it has been quiet for this long. */
const QUIET_MILLISECONDS = 150

export interface WatchedDocument {
  readonly state: () => FollowedFile
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
  const look = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void synchronized.fileChanged(), QUIET_MILLISECONDS)
  }
  // By its path: editors replace files, checkouts folders, and deployments the link that leads to one.
  watchFile(file, { interval: INTERVAL_MILLISECONDS }, look)
  dependencies.current.follow(() => {
    if (!isStopped) void synchronized.revisionChanged()
  })
  // What was published, or saved, while nobody watched.
  look()
  return {
    state: synchronized.state,
    stop() {
      isStopped = true
      clearTimeout(timer)
      unwatchFile(file, look)
    },
  }
}
