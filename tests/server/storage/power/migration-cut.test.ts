// The power cut, and the disk that refuses, while a changed document moves the data: the old is there whole, or the new.
// @module-tag D02
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteStorage } from '../../../../server/storage/sqlite/sqlite-storage.ts'
import { changed, expectWhole, seedFirst } from '../migration/migrated.ts'
import { Disk, FATES } from './disk.ts'
import { runWithFault } from './faults.ts'
import { canRecord, recordWrites } from './recording.ts'
import type { Program } from './recording.ts'
import { seededRandom } from './seeded-random.ts'

const isLong = Number(process.env['POWER_CUTS'] ?? 100) > 1_000
const CUTS = isLong ? 1_000 : 20
const FAULTS = Number(process.env['POWER_FAULTS'] ?? (isLong ? 40 : 2))
const SEED = Number(process.env['POWER_SEED'] ?? 20_261_121)

const MIGRATING: Program = {
  path: fileURLToPath(new URL('../migration/migrating-process.ts', import.meta.url)),
  arguments: [],
}

describe.skipIf(!canRecord())('a changed document', () => {
  let directory: string
  let count = 0

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'verbatim-migrating-'))
  })

  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  async function prepare(): Promise<string> {
    count += 1
    const fresh = join(directory, `run-${count}`)
    await seedFirst(fresh)
    return fresh
  }

  /** Whatever was left, a start with the new document brings all of it over. */
  async function expectToGoOn(found: string): Promise<void> {
    const storage = await openSqliteStorage({
      directory: found,
      model: changed,
      revision: 'after',
      now: () => '2026-11-21T05:00:00.000Z',
    })
    await storage.close()
    expect(await expectWhole(found)).toBe('after')
  }

  test(`moves the data whole or not at all, the power cut at ${CUTS} moments (seed ${SEED})`, async () => {
    const run = await prepare()
    const seeded = { 'verbatim.db': readFileSync(join(run, 'verbatim.db')) }
    const events = recordWrites(run, MIGRATING)
    const random = seededRandom(SEED)
    const cuts = Array.from({ length: CUTS }, () => Math.floor(random() * (events.length + 1))).toSorted(
      (a, b) => a - b,
    )
    const disk = new Disk(seeded)
    const seen = { before: 0, after: 0 }
    let followed = 0
    for (const cut of cuts) {
      for (const event of events.slice(followed, cut)) disk.follow(event)
      followed = cut
      const found = join(directory, 'found')
      disk.cutPower(found, FATES[Math.floor(random() * FATES.length)] ?? 'dropped', random)
      const revision = await expectWhole(found)
      seen[revision] += 1
      if (disk.acknowledged.length > 0) expect(revision).toBe('after')
      await expectToGoOn(found)
    }
    expect(seen.before).toBeGreaterThan(0)
    for (const event of events.slice(followed)) disk.follow(event)
    const found = join(directory, 'found')
    disk.cutPower(found, 'dropped', random)
    expect([disk.acknowledged, await expectWhole(found)]).toEqual([['migrated'], 'after'])
  }, 3_600_000)

  const shares = Array.from({ length: FAULTS }, (_, index) => Math.round((index / Math.max(1, FAULTS - 1)) * 100))

  test.each([
    { call: 'write', error: 'ENOSPC', count: 1 },
    { call: 'write', error: 'EIO', count: 1 },
    { call: 'sync', error: 'EIO', count: 1 },
  ] as const)(
    'moves the data whole or not at all where a $call fails with $error',
    async (fault) => {
      for (const share of shares) {
        const { directory: found, output, status } = await runWithFault(prepare, MIGRATING, fault, share / 100)
        const isDone = output.endsWith('done\n')
        expect(isDone || /^refused StorageRefused /m.test(output), output).toBe(true)
        expect(status).toBe(isDone ? 0 : 1)
        const revision = await expectWhole(found)
        if (isDone) expect(revision).toBe('after')
        await expectToGoOn(found)
        rmSync(found, { recursive: true })
      }
    },
    3_600_000,
  )
})
