// Checks the database file in a thread, table by table, so that no checkpoint waits long for it.
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './sqlite-error.ts'
import type { FileCheckOptions, FileCheckOutcome } from './file-check.ts'
import { SCHEMA_FUNCTIONS } from '../schema/schema-functions.ts'
import { findDamage } from './open-sqlite.ts'

const { path } = workerData as FileCheckOptions

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(check())

function check(): FileCheckOutcome {
  try {
    return { problem: findDamage(path, SCHEMA_FUNCTIONS) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return failureOf(error) === 'damaged' ? { problem: message } : { error: message }
  }
}
