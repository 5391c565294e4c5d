// The servers that are compared. Each can fill a data directory with the bench's data and be started on it.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seedBenchDatabase } from './database.ts'
import { startNode } from './processes.ts'
import type { SeededData } from './seeded.ts'
import { startVerbatim, verbatimData } from './verbatim.ts'

export interface Contender {
  readonly name: string
  readonly data: SeededData
  /** Number of processes that answer together; one if it says nothing. */
  readonly processes?: number
  /** Starts a process on a place that `data` has filled. */
  start(place: string, port: number): ChildProcess
}

/** Ratios are to the yardstick and to the ceiling; those to the yardstick are kept. */
export const yardstick = 'Express without middleware'
export const ceiling = 'hand-tuned Express'

/** Contenders in the order of the report. */
export function makeContenders(tickets: number): readonly Contender[] {
  const data: SeededData = {
    name: `hand-written-${tickets}`,
    sources: ['tests/bench/data.ts', 'tests/bench/database.ts'],
    seed: async (directory) => seedBenchDatabase(join(directory, 'bench.db'), tickets),
  }
  const handWritten = (name: string, script: string, ...options: readonly string[]): Contender => {
    const path = fileURLToPath(new URL(script, import.meta.url))
    return {
      name,
      data,
      start: (directory, port) => startNode([path, join(directory, 'bench.db'), String(port), ...options]),
    }
  }
  return [
    { name: 'Verbatim', data: verbatimData(tickets), start: startVerbatim },
    handWritten('Express with middleware', 'express-server.ts', 'middleware'),
    handWritten(yardstick, 'express-server.ts'),
    handWritten(ceiling, 'tuned-server.ts'),
  ]
}
