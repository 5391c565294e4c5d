// The primary is killed under writers, and its synchronous standby takes its place: nothing acknowledged is lost or done twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notes } from '../crash/server-process.ts'
import type { Caller } from '../crash/writers.ts'
import { startConnectionProxy } from '../postgres/connection-proxy.ts'
import type { ConnectionProxy } from '../postgres/connection-proxy.ts'
import { missingServer } from '../postgres/own-server.ts'
import { seededRandom } from '../server/storage/power/seeded-random.ts'
import { ask } from './ask.ts'
import type { Cluster } from './cluster.ts'
import { startCluster } from './cluster.ts'
import type { Fleet } from './fleet.ts'
import { startFleet } from './fleet.ts'
import { describeWaits, expectAllOnce, listNotes, startKeyedWriters, timesOf } from './keyed-writers.ts'

const FAILOVERS = Number(process.env['FLEET_FAILOVERS'] ?? 2)
const SEED = Number(process.env['FLEET_SEED'] ?? 35)
const WRITERS = 24
const WITHOUT_KEYS = 8
const missing = missingServer()
if (missing !== undefined) console.warn(`No fail over: ${missing}.`)

/** Texts that were sent without a key, by what became of them. */
interface Unkeyed {
  readonly kept: string[]
  readonly unknown: string[]
  readonly refused: string[]
}

/** Each text is sent once. */
async function writeWithoutKeys(url: string, caller: Caller, writer: number, sent: Unkeyed, isOver: () => boolean) {
  for (let index = 0; !isOver(); index += 1) {
    const text = `unkeyed ${writer} note ${index}`
    const body = { text, writer: caller.person, round: 1 }
    const { status, body: said } = await ask(url, { method: 'POST', path: '/api/notes', body, token: caller.token })
    if (status === 201) sent.kept.push(text)
    else if (status === 503 && said['code'] === 'outcome_unknown') sent.unknown.push(text)
    else if (status === 503) sent.refused.push(text)
    else throw new Error(`${text}: ${status} ${JSON.stringify(said)}`)
    if (status === 503) await sleep(20)
  }
}

describe.skipIf(missing !== undefined)('a primary with a synchronous standby', () => {
  let cluster: Cluster
  let proxy: ConnectionProxy
  let fleet: Fleet
  let caller: Caller
  const addressOf = (): string => cluster.addressOf('fleet')
  beforeAll(async () => {
    const started = await startCluster()
    if ('reason' in started) throw new Error(started.reason)
    cluster = started
    await cluster.query('CREATE DATABASE fleet')
    await cluster.addStandby()
    proxy = await startConnectionProxy(addressOf())
    fleet = await startFleet(notes, { database: proxy.url })
    caller = fleet.administrator
  })
  afterAll(async () => {
    await fleet.stop()
    await proxy.close()
    await cluster.stop()
  })

  test(`fails over ${FAILOVERS} times under ${WRITERS + WITHOUT_KEYS} writers (seed ${SEED})`, async () => {
    const random = seededRandom(SEED)
    const writers = startKeyedWriters(fleet.url, caller, WRITERS)
    const sent: Unkeyed = { kept: [], unknown: [], refused: [] }
    let isOver = false
    const others = Promise.all(
      Array.from({ length: WITHOUT_KEYS }, (_, at) => writeWithoutKeys(fleet.url, caller, at, sent, () => isOver)),
    )
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await Promise.race([writers.failed, sleep(5)])
    }
    const [kills, promotions]: [number[], number[]] = [[], []]
    const waits: number[] = []
    for (let round = 1; round <= FAILOVERS; round += 1) {
      const enough = writers.notes.size + 100 + Math.floor(random() * 200)
      await until(() => writers.notes.size >= enough)
      kills.push(Date.now())
      await cluster.failOver()
      const since = Date.now()
      promotions.push(Date.now())
      proxy.leadTo(addressOf())
      const before = [...writers.done]
      await until(() => writers.done.every((count, at) => count > (before[at] ?? 0)))
      waits.push(Date.now() - since)
      await cluster.addStandby()
    }
    isOver = true
    await Promise.all([writers.stop(), others])
    await expectAllOnce(fleet.url, caller, writers)
    const texts = (await listNotes(fleet.url, caller, 1)).map(({ text }) => text)
    expect(new Set(texts).size, 'done twice').toBe(texts.length)
    expect(
      sent.kept.filter((text) => !texts.includes(text)),
      'acknowledged and lost',
    ).toEqual([])
    expect(
      sent.refused.filter((text) => texts.includes(text)),
      'refused and done',
    ).toEqual([])
    const isThere = sent.unknown.filter((text) => texts.includes(text)).length
    const [{ next, usual }, { next: nextOfKill }] = [timesOf(writers, promotions), timesOf(writers, kills)]
    console.log(
      `${FAILOVERS} times failed over, seed ${SEED}: ${writers.notes.size + sent.kept.length} acknowledged, 0 lost; unknown ${sent.unknown.length} (of them done ${isThere}), refused ${sent.refused.length}; after a promotion the next write was acknowledged within ${describeWaits(next)}, one of everybody within ${describeWaits(waits)}, after the kill ${describeWaits(nextOfKill)}; a write takes ${describeWaits(usual)}; asked again: ${JSON.stringify([...writers.repeated])}`,
    )
  })
})
