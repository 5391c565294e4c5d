// Gives all tests of a run one directory for what is temporary, which lies in memory where there is room, and the processes that they
// start what others have compiled.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../server/root.ts'

/** Bytes. A whole run needs a tenth; a container often has 64 MB only. */
const ROOM = 2 * 1024 ** 3

export function setup(): () => void {
  const directory = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'verbatim-tests-'))
  // PostgreSQL runs as another user, in a directory of its own in there.
  chmodSync(directory, 0o711)
  // Read by `tmpdir()`, in the processes of the tests and in those that they start.
  process.env['TMPDIR'] = directory
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules', '.cache', 'verbatim')
  return () => rmSync(directory, { recursive: true, force: true })
}

function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}
