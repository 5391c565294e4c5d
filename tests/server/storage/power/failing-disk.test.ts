// A disk that refuses: the calls of the operating system are made to fail by strace, one run for each number of a call.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookInto } from '../acknowledged.ts'
import { seedDirectory } from '../seed-directory.ts'
import { canRecord, PROCESS } from './recording.ts'

const WRITES = 150
const RUNS = Number(process.env['POWER_CUTS'] ?? 200) > 1_000 ? 40 : 2

describe.skipIf(!canRecord())('a disk that fails', () => {
  let directory: string

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'verbatim-failing-'))
    await seedDirectory(directory)
  })

  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  /** Runs the writing process while the calls fail; calls are counted from its start. */
  function run(inject: string): {
    readonly status: number | null
    readonly acknowledged: readonly string[]
    readonly refused: readonly string[]
    readonly output: string
  } {
    const strace = ['-o', '/dev/null', '-e', 'trace=pwrite64,fsync', '-e', `inject=${inject}`]
    const { status, stdout } = spawnSync(
      'strace',
      [...strace, process.execPath, PROCESS, directory, 'FULL', String(WRITES)],
      { encoding: 'utf8' },
    )
    const idsOf = (pattern: RegExp) => [...stdout.matchAll(pattern)].map((found) => found[1] ?? '')
    return { status, acknowledged: idsOf(/^ack (\S+)$/gm), refused: idsOf(/^refused (\S+)/gm), output: stdout }
  }

  const calls = Array.from({ length: RUNS }, (_, number) => 60 + number * 47)

  test.each(calls)(
    'full for some calls from call %i on: what was refused is not there, the rest is, and writing goes on by itself',
    (call) => {
      const { status, acknowledged, refused, output } = run(`pwrite64:error=ENOSPC:when=${call}..${call + 2}`)
      expect(status).toBe(0)
      expect(refused.length).toBeGreaterThan(0)
      expect(output).toContain('StorageFull')
      expect(acknowledged.length + refused.length).toBe(WRITES)
      expect(lookInto(directory, acknowledged)).toEqual({ lost: [], halves: [], integrity: 'ok' })
      expect(lookInto(directory, refused).lost).toEqual(refused)
    },
    60_000,
  )

  test.each(RUNS > 2 ? [3, 4, 5, 6, 7, 8] : [5])(
    'a sync that fails (the %ith) stops the process; a restart has all that was acknowledged',
    (call) => {
      const { status, acknowledged, output } = run(`fsync:error=EIO:when=${call}`)
      expect(output).toContain('StorageFailed')
      expect(status).toBe(3)
      expect(lookInto(directory, acknowledged)).toMatchObject({ lost: [], halves: [], integrity: 'ok' })
    },
    60_000,
  )
})
