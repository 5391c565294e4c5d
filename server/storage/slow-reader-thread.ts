// The thread of the slow reader: one statement after another, each from the last committed state.
import { parentPort, workerData } from 'node:worker_threads'
import { FUNCTIONS } from './functions.ts'
import type { SlowAnswer, SlowRequest } from './slow-reader.ts'
import { openSqlite } from './sqlite.ts'

const connection = openSqlite(String(workerData), { role: 'reader', functions: FUNCTIONS })

parentPort?.on('message', ({ number, sql, parameters }: SlowRequest) => {
  const answer = (): SlowAnswer => {
    try {
      return { number, rows: connection.prepare(sql).all(parameters) }
    } catch (error) {
      return { number, error: error instanceof Error ? error.message : String(error) }
    }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer())
})
