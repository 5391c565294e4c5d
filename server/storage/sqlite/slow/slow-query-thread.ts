// Runs slow statements in a thread, one at a time, each on the last committed state.
import { parentPort, workerData } from 'node:worker_threads'
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import { failureOf } from '../sqlite-error.ts'
import { FUNCTIONS } from '../sql-functions.ts'
import { openSqlite } from '../open-sqlite.ts'
import { ReadingTooLong, TooManyFound } from '../../storage-error.ts'
import { limitTime, timeUsed } from '../time-limit.ts'
import type { SlowMessage, SlowRequest } from './query-thread.ts'

const { path } = workerData as { readonly path: string }
const connection = openSqlite(path, { role: 'reader', functions: FUNCTIONS })

function send(message: SlowMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

function run({ sql, parameters, longest, mostBytes }: SlowRequest): SlowMessage {
  const before = timeUsed()
  const spent = (): number => timeUsed() - before
  try {
    limitTime(longest)
    const rows = connection.prepare(sql).all(parameters, mostBytes)
    return { kind: 'rows', rows, spent: spent() }
  } catch (error) {
    if (error instanceof ReadingTooLong) return { kind: 'too long', spent: spent() }
    if (error instanceof TooLarge) return { kind: 'too large', most: error.most, spent: spent() }
    if (error instanceof TooManyFound) return { kind: 'too many', spent: spent() }
    const kind = failureOf(error) === 'damaged' ? 'damaged' : 'failed'
    return { kind, message: error instanceof Error ? error.message : String(error), spent: spent() }
  }
}

parentPort?.on('message', (request: SlowRequest) => send(run(request)))
send({ kind: 'ready' })
