// Processes are replaced one by one by such that start with another document, under load: no request fails, and the document stays.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashRevision } from '../../server/document/current-document.ts'
import { notes } from '../crash/server-process.ts'
import type { Caller } from '../crash/writers.ts'
import { askUntilAnswered } from './ask.ts'
import type { Fleet } from './fleet.ts'
import { PROCESSES, startFleet } from './fleet.ts'
import { expectAllOnce, startKeyedWriters } from './keyed-writers.ts'

const ROUNDS = Number(process.env['FLEET_DEPLOYMENTS'] ?? 1)
const WRITERS = 16

const documentNumbered = (number: number): string =>
  notes.replace('Keeps notes.', `Keeps notes, by document ${number}.`)

let fleet: Fleet
let caller: Caller
beforeAll(async () => {
  fleet = await startFleet(documentNumbered(0))
  caller = fleet.administrator
})
afterAll(() => fleet.stop())

async function revisionAt(url: string): Promise<unknown> {
  const answer = await askUntilAnswered(url, { method: 'GET', path: '/api/spec', token: caller.token })
  return answer.body['revision']
}

test(`${ROUNDS} deployments, each of ${PROCESSES} processes under ${WRITERS} writers: no request fails, and no old document comes back`, async () => {
  const writers = startKeyedWriters(fleet.url, caller, WRITERS)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const wanted = hashRevision(documentNumbered(round))
    fleet.write(documentNumbered(round))
    for (let at = 0; at < PROCESSES; at += 1) {
      const before = writers.notes.size
      await Promise.race([writers.failed, fleet.end(at, 'SIGTERM')])
      await Promise.race([writers.failed, fleet.start(at, ...(at === 0 ? ['--publish'] : []))])
      while (writers.notes.size < before + WRITERS) await Promise.race([writers.failed, sleep(5)])
      for (const url of fleet.urls) expect(await revisionAt(url)).toBe(wanted)
    }
    // A machine that was forgotten starts once more, with the document of before.
    fleet.write(documentNumbered(round - 1))
    await fleet.end(PROCESSES - 1, 'SIGTERM')
    await fleet.start(PROCESSES - 1)
    for (const url of fleet.urls) expect(await revisionAt(url)).toBe(wanted)
  }
  await writers.stop()
  await expectAllOnce(fleet.url, caller, writers)
  const failed = [...writers.repeated].filter(([why]) => !why.startsWith('503 '))
  expect(failed, 'failed requests').toEqual([])
  console.log(
    `${ROUNDS} deployments: ${writers.notes.size} records acknowledged; asked again: ${JSON.stringify([...writers.repeated])}`,
  )
})
