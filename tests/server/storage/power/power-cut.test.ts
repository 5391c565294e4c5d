// The power cut: a run under load is recorded, the files are rebuilt as a cut at a random moment may leave them, and opened.
// `npm test` tries 40 cuts, `npm run test:power` 10,000. The same harness must catch `synchronous=NORMAL`, or it would prove nothing.
// @module-tag D02
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookInto } from '../acknowledged.ts'
import { seedDirectory } from '../seed-directory.ts'
import { Disk, FATES } from './disk.ts'
import type { Fate } from './disk.ts'
import { seededRandom } from './seeded-random.ts'
import { canRecord, recordWrites, writingProcess } from './recording.ts'
import type { Event } from './recording.ts'

const CUTS = Number(process.env['POWER_CUTS'] ?? 40)
const SEED = Number(process.env['POWER_SEED'] ?? 20_261_121)
const WRITES = CUTS > 1_000 ? 3_000 : 200

const isPossible = canRecord()
if (!isPossible)
  console.warn(
    'The power cut is not tested: recording writes needs strace (Debian: apt-get install strace), allowed to trace.',
  )

interface Recorded {
  readonly seeded: { readonly [name: string]: Buffer }
  readonly events: readonly Event[]
}

interface Outcome {
  readonly cut: number
  readonly fate: Fate
  readonly acknowledged: number
  readonly lost: number
  readonly halves: number
  readonly integrity: string
}

describe.skipIf(!isPossible)('a power cut', () => {
  let directory: string

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'verbatim-power-'))
  })

  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  test(`at ${CUTS} moments loses nothing that was acknowledged, leaves nothing by halves, and breaks no file (seed ${SEED})`, async () => {
    const recorded = await record('FULL', WRITES, 'CHECKPOINT')
    expect(syncsOf(recorded.events, 'verbatim.db')).toBeGreaterThan(0)
    const outcomes = cutPower(recorded, CUTS)
    expect(outcomes.filter(({ lost, halves, integrity }) => lost > 0 || halves > 0 || integrity !== 'ok')).toEqual([])
    expect(outcomes.some(({ acknowledged }) => acknowledged > WRITES / 2)).toBe(true)
  }, 3_600_000)

  test('is caught by this harness where a commit is not synced', async () => {
    const outcomes = cutPower(await record('NORMAL', WRITES / 2), Math.min(CUTS / 4, 500))
    expect(outcomes.filter(({ lost }) => lost > 0).length).toBeGreaterThan(outcomes.length / 10)
  }, 3_600_000)

  async function record(synchronous: 'FULL' | 'NORMAL', count: number, end?: 'CHECKPOINT'): Promise<Recorded> {
    const run = join(directory, synchronous)
    await seedDirectory(run)
    const seeded = { 'verbatim.db': readFileSync(join(run, 'verbatim.db')) }
    const events = recordWrites(run, writingProcess(synchronous, count, end))
    rmSync(run, { recursive: true })
    return { seeded, events }
  }

  /** Cuts the power `count` times. At each cut, the files are opened and inspected as they may be found. */
  function cutPower({ seeded, events }: Recorded, count: number): readonly Outcome[] {
    const random = seededRandom(SEED)
    const cuts = Array.from({ length: count }, () => Math.floor(random() * events.length)).toSorted((a, b) => a - b)
    const disk = new Disk(seeded)
    const outcomes: Outcome[] = []
    let followed = 0
    for (const cut of cuts) {
      for (const event of events.slice(followed, cut)) disk.follow(event)
      followed = cut
      const fate = FATES[Math.floor(random() * FATES.length)] ?? 'dropped'
      const found = join(directory, 'found')
      disk.cutPower(found, fate, random)
      outcomes.push({ cut, fate, acknowledged: disk.acknowledged.length, ...look(found, disk.acknowledged) })
    }
    return outcomes
  }
})

function look(directory: string, acknowledged: readonly string[]): Pick<Outcome, 'lost' | 'halves' | 'integrity'> {
  try {
    const { lost, halves, integrity } = lookInto(directory, acknowledged)
    return { lost: lost.length, halves: halves.length, integrity }
  } catch (error) {
    return { lost: acknowledged.length, halves: 0, integrity: String(error) }
  }
}

function syncsOf(events: readonly Event[], file: string): number {
  return events.filter((event) => event.kind === 'sync' && event.file === file).length
}
