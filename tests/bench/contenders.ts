// The servers that are compared. Each can fill a data directory with the bench's data and be started on it.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seedBenchDatabase } from './database.ts'
import { startNode } from './processes.ts'
import { verbatim } from './verbatim.ts'

export interface Contender {
  readonly name: string
  /** Files and folders, from the project's root: when they change, seeded data is made anew. */
  readonly sources: readonly string[]
  /** Fills an empty directory with the data of `data.ts`, and with sessions for its two tokens. */
  seed(directory: string): Promise<void>
  /** Starts on a directory that `seed` has filled. */
  start(directory: string, port: number): ChildProcess
}

const express: Contender = handWritten('Express as usually written', 'express-server.ts')
const raw: Contender = handWritten('raw node:http', 'raw-server.ts')

/** Contenders in the order of the report. Ratios are to `yardstick` and to `ceiling`. */
export const contenders: readonly Contender[] = [verbatim, express, raw]
export const yardstick = express.name
export const ceiling = raw.name

function handWritten(name: string, script: string): Contender {
  const path = fileURLToPath(new URL(script, import.meta.url))
  return {
    name,
    sources: ['tests/bench/data.ts', 'tests/bench/database.ts'],
    seed: async (directory) => seedBenchDatabase(join(directory, 'bench.db')),
    start: (directory, port) => startNode([path, join(directory, 'bench.db'), String(port)]),
  }
}
