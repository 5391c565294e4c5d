// Lets a thread yield to the others of the process, where the system gives each thread a priority.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of a thread that nobody waits for. Linux has priorities of threads; elsewhere the thread keeps
 * the one it has.
 */
export function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It works as well, and others wait a little.
  }
}
