// The thread of the slow reader: one statement after another, each from the last committed state.
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './connection.ts'
import { FUNCTIONS } from './functions.ts'
import type { SlowAnswer, SlowOptions, SlowRequest } from './slow-reader.ts'
import { openSqlite } from './sqlite.ts'
import { limitTime } from './time-limit.ts'
import { ReadingTooLong } from './storage.ts'

const { path, longest } = workerData as SlowOptions
const connection = openSqlite(path, { role: 'reader', functions: FUNCTIONS })

parentPort?.on('message', ({ sql, parameters }: SlowRequest) => {
  const answer = (): SlowAnswer => {
    try {
      limitTime(longest)
      return { rows: connection.prepare(sql).all(parameters) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error), reason: reasonOf(error) }
    }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer())
})

function reasonOf(error: unknown): 'too long' | 'damaged' | 'other' {
  if (error instanceof ReadingTooLong) return 'too long'
  return failureOf(error) === 'damaged' ? 'damaged' : 'other'
}
