// Processes are killed under 32 writers: nothing acknowledged is lost, nothing is done twice, and everybody goes on at the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { notes } from '../crash/server-process.ts'
import type { Caller } from '../crash/writers.ts'
import { seededRandom } from '../server/storage/power/seeded-random.ts'
import type { Fleet } from './fleet.ts'
import { PROCESSES, startFleet } from './fleet.ts'
import { describeWaits, expectAllOnce, startKeyedWriters, timesOf } from './keyed-writers.ts'

const KILLS = Number(process.env['FLEET_KILLS'] ?? 5)
const SEED = Number(process.env['FLEET_SEED'] ?? 35)
const WRITERS = 32

let fleet: Fleet
let caller: Caller
beforeAll(async () => {
  fleet = await startFleet(notes)
  caller = fleet.administrator
})
afterAll(() => fleet.stop())

test(`${KILLS} kills under ${WRITERS} writers (seed ${SEED}): nothing is lost or done twice, and each writer goes on while a process is away`, async () => {
  const random = seededRandom(SEED)
  const writers = startKeyedWriters(fleet.url, caller, WRITERS)
  const moments: number[] = []
  const waits: number[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = writers.notes.size + 20 + Math.floor(random() * 130)
    await Promise.race([writers.failed, until(() => writers.notes.size >= enough)])
    const at = Math.floor(random() * PROCESSES)
    moments.push(Date.now())
    await fleet.end(at, 'SIGKILL')
    const [before, since] = [[...writers.done], Date.now()]
    // What was under way at the dead process is sent again, and done by another.
    await Promise.race([writers.failed, until(() => writers.done.every((count, each) => count > (before[each] ?? 0)))])
    waits.push(Date.now() - since)
    await fleet.start(at)
  }
  await writers.stop()
  await expectAllOnce(fleet.url, caller, writers)
  const repeated = [...writers.repeated].map(([why, count]) => `${count} × ${why}`).join(', ')
  const { next, again, usual } = timesOf(writers, moments)
  console.log(
    `${KILLS} kills, seed ${SEED}: ${writers.notes.size} records acknowledged, 0 lost, 0 twice; sent again: ${repeated}; after a kill the next write was acknowledged within ${describeWaits(next)}, each write of the dead process within ${describeWaits(again)}, one of everybody within ${describeWaits(waits)}; a write takes ${describeWaits(usual)}`,
  )
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}
