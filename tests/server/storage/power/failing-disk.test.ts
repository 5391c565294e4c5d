// A disk that refuses: the calls of the operating system are made to fail, at points spread over a run from its first write to its last.
// @module-tag D04
// @module-tag D07
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lookInto } from '../acknowledged.ts'
import { seedDirectory } from '../seed-directory.ts'
import { firstFailed, runWithFault } from './faults.ts'
import { canRecord, writingProcess } from './recording.ts'

const isLong = Number(process.env['POWER_CUTS'] ?? 100) > 1_000
const RUNS = Number(process.env['POWER_FAULTS'] ?? (isLong ? 40 : 2))
/** Number of writes, enough for checkpoints among them in the long form. */
const WRITES = RUNS > 3 ? 600 : 150
const WRITING = writingProcess('FULL', WRITES)

describe.skipIf(!canRecord())('a disk that fails', () => {
  const directories: string[] = []

  afterEach(() => {
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
  })

  async function prepare(): Promise<string> {
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-failing-'))
    directories.push(directory)
    await seedDirectory(directory)
    return directory
  }

  test.each(percents(RUNS))(
    'full for some writes, after %i percent of the way: what was refused is not there, the rest is, and writing goes on by itself',
    async (percent) => {
      const full = { call: 'write', error: 'ENOSPC', count: 3 } as const
      const run = await runWithFault(prepare, WRITING, full, percent / 100)
      expect(run.status).toBe(0)
      expect(run.acknowledged.length + run.refused.length).toBe(WRITES)
      // What can't be carried over from the log stays in it: nobody has to be refused for that.
      if (firstFailed(run) === 'commit') {
        expect(run.refused.length).toBeGreaterThan(0)
        expect(run.output).toContain('StorageFull')
      }
      expect(lookInto(run.directory, run.acknowledged)).toEqual({ lost: [], halves: [], integrity: 'ok' })
      expect(lookInto(run.directory, run.refused).lost).toEqual(run.refused)
    },
    120_000,
  )

  test.each(percents(Math.ceil(RUNS / 3)))(
    'a sync that fails, after %i percent of the way, stops the process; a restart has all that was acknowledged',
    async (percent) => {
      const run = await runWithFault(prepare, WRITING, { call: 'sync', error: 'EIO', count: 1 }, percent / 100)
      // A checkpoint whose sync fails has carried nothing over as far as the log knows, and is done again from it.
      if (firstFailed(run) === 'commit') {
        expect(run.output).toContain('StorageFailed')
        expect(run.status).toBe(3)
      } else expect(run.acknowledged).toHaveLength(WRITES)
      expect(lookInto(run.directory, run.acknowledged)).toMatchObject({ lost: [], halves: [], integrity: 'ok' })
    },
    120_000,
  )
})

/** So many, spread from 0 to 100; only one lies in the middle. */
function percents(count: number): readonly number[] {
  return count === 1 ? [50] : Array.from({ length: count }, (_, index) => Math.round((index / (count - 1)) * 100))
}
