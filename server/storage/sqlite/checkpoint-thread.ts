// Carries the log over into the file in a thread, on a connection of its own, each time that it is asked.
import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointPass, CheckpointThreadData } from './checkpoints.ts'
import { openSqlite } from './open-sqlite.ts'
import { SCHEMA_FUNCTIONS } from '../schema/schema-functions.ts'

// Its priority is that of the writer, which waits for it in the end: on a busy machine a lower one made that a second.
const { path, synchronous, file } = workerData as CheckpointThreadData
const connection = openSqlite(path, { role: 'writer', functions: SCHEMA_FUNCTIONS, synchronous })

/** False: an error of the disk. What is not carried over stays in the log. */
function carryOver(pass: CheckpointPass): boolean {
  try {
    connection.carryOver('what can be')
    // The engine has the disk keep all that was ever carried over with the last page of the log: then the writer would wait for it.
    if (pass === 'most') fsyncSync(file)
    return true
  } catch {
    return false
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (pass: CheckpointPass) => parentPort?.postMessage(carryOver(pass)))
