// Makes the log durable in the thread pool: the engine itself would hold up every request meanwhile.
import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

export interface LogSync {
  /** Resolves when all that was committed before the call is on the disk; rejects with the error of the system. */
  sync(): Promise<void>
  close(): void
}

const syncFile = promisify(fdatasync)

/** `path`: of a database that is open, so that its log is there, and stays the same file until the last connection is closed. */
export function openLogSync(path: string): LogSync {
  // Some systems sync only what may be written.
  const file = openSync(`${path}-wal`, 'r+')
  return { sync: () => syncFile(file), close: () => closeSync(file) }
}
