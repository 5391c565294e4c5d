// Carries the log over into the file in a thread, on a connection of its own, each time that it is asked.
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointThreadOptions } from './checkpoints.ts'
import { lowerPriority } from './lower-priority.ts'
import { openSqlite } from './open-sqlite.ts'
import { SCHEMA_FUNCTIONS } from '../schema/schema-functions.ts'

// On a core that it shares, commands go first.
lowerPriority()
const { path, synchronous } = workerData as CheckpointThreadOptions
const connection = openSqlite(path, { role: 'writer', functions: SCHEMA_FUNCTIONS, synchronous })

/** False: an error of the disk. What is not carried over stays in the log. */
function carryOver(): boolean {
  try {
    connection.carryOver('what can be')
    return true
  } catch {
    return false
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', () => parentPort?.postMessage(carryOver()))
