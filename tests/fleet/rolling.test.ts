// Processes are replaced one by one by those of another build with another document, under load: no request fails, and the document stays.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { hashRevision } from '../../server/document/current-document.ts'
import type { Caller } from '../crash/writers.ts'
import { databaseOf, dropDatabaseOf } from '../postgres/databases.ts'
import { askUntilAnswered } from './ask.ts'
import { deployedDocument } from './deployed-document.ts'
import type { Build, Fleet } from './fleet.ts'
import { PROCESSES, startFleet } from './fleet.ts'
import { makeFormerBuild, PRESENT_CLIENT } from './former-build.ts'
import type { KeyedWriters } from './keyed-writers.ts'
import { expectAllOnce, startKeyedWriters } from './keyed-writers.ts'
import { useEverything } from './use-everything.ts'

const ROUNDS = Number(process.env['FLEET_DEPLOYMENTS'] ?? 2)
const WRITERS = 16
const DATABASE = 'deployments'

const found = makeFormerBuild()
if ('reason' in found) console.log(`Deployments are of this build alone: ${found.reason}`)
const former: Build = 'reason' in found ? {} : { root: found.root, environment: { EXTRA_ASSETS: PRESENT_CLIENT } }
const present: Build = 'reason' in found ? {} : { environment: { EXTRA_ASSETS: found.client } }

let fleet: Fleet
let caller: Caller
afterEach(async () => {
  await fleet.stop()
  await dropDatabaseOf(DATABASE)
})
afterAll(() => 'reason' in found || found.remove())

async function revisionAt(url: string): Promise<unknown> {
  const answer = await askUntilAnswered(url, { method: 'GET', path: '/api/spec', token: caller.token })
  return answer.body['revision']
}

/** Addresses of the scripts and styles that a page of this process asks for. */
async function assetsOf(url: string): Promise<readonly string[]> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  return [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))]
}

/** Expects that each process sends what the pages of all of them ask for. */
async function expectAssets(urls: readonly string[]): Promise<ReadonlySet<string>> {
  const assets = new Set((await Promise.all(urls.map(assetsOf))).flat())
  for (const url of urls)
    for (const path of assets) {
      const answer = await fetch(`${url}${path}`)
      await answer.body?.cancel()
      expect([answer.status, answer.headers.get('content-type')], `${path} at ${url}`).toEqual([
        200,
        expect.stringMatching(/javascript|css|font/),
      ])
    }
  return assets
}

/** Gives the address of a database in which nothing is yet, so that the first process makes all that there is. */
async function bareDatabase(): Promise<string> {
  const database = await databaseOf(DATABASE)
  await readRows(database, ['DROP SCHEMA public CASCADE; CREATE SCHEMA public'])
  return database
}

async function readRows(connectionString: string, statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  const found: unknown[] = []
  for (const sql of statements) found.push((await client.query<Record<string, unknown>>(sql)).rows)
  await client.end()
  return found
}

/** Reads tables, columns and indexes as the database describes them, and the catalogue of what is in them. */
const readSchema = (): Promise<readonly unknown[]> =>
  readRows(fleet.database, [
    `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    `SELECT number, entity, name, shape, present FROM catalogue_field ORDER BY 1`,
    `SELECT name, definition FROM catalogue_object ORDER BY 1`,
  ])

async function progressOf(writers: KeyedWriters): Promise<void> {
  const before = writers.notes.size
  while (writers.notes.size < before + WRITERS) await Promise.race([writers.failed, sleep(5)])
}

const orders: readonly (readonly [string, readonly Build[]])[] =
  'reason' in found
    ? [['of this build', [present]]]
    : [
        ['of this build and the one before, which makes the tables', [former, present]],
        ['of the build before and this one, which makes the tables', [present, former]],
      ]

test.each(orders)(
  `${ROUNDS} deployments %s, each of ${PROCESSES} processes under ${WRITERS} writers`,
  async (order, builds) => {
    const buildOf = (round: number): Build => builds[round % builds.length] ?? {}
    fleet = await startFleet(deployedDocument(0), { build: buildOf(0), database: await bareDatabase() })
    caller = fleet.administrator
    const writers = startKeyedWriters(fleet.url, caller, WRITERS)
    const repeated = new Map<string, number>()
    const note = (why: string): void => void repeated.set(why, (repeated.get(why) ?? 0) + 1)
    const assets = new Set<string>()
    /** Works by turns at the process that was replaced last and at the next one, which is of the build before until it is replaced, too. */
    const useBoth = async (at: number, number: number): Promise<void> => {
      const urls = [at, at + 1].map((each) => fleet.urls[each % PROCESSES] ?? '')
      const use = { urls, person: caller.person, field: `added${number}`, note }
      await Promise.race([writers.failed, useEverything(use)])
      for (const path of await expectAssets(urls)) assets.add(path)
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const wanted = hashRevision(deployedDocument(round))
      fleet.write(deployedDocument(round))
      fleet.use(buildOf(round))
      for (let at = 0; at < PROCESSES; at += 1) {
        await Promise.race([writers.failed, fleet.end(at, 'SIGTERM')])
        await Promise.race([writers.failed, fleet.start(at, ...(at === 0 ? ['--publish'] : []))])
        await progressOf(writers)
        for (const url of fleet.urls) expect(await revisionAt(url)).toBe(wanted)
        await useBoth(at, round)
      }
      const schema = await readSchema()
      // A machine that was forgotten starts once more, with the build and the document of before.
      fleet.write(deployedDocument(round - 1))
      fleet.use(buildOf(round - 1))
      await fleet.end(PROCESSES - 1, 'SIGTERM')
      await fleet.start(PROCESSES - 1)
      for (const url of fleet.urls) expect(await revisionAt(url)).toBe(wanted)
      expect(await readSchema(), 'what the build before has made of the tables').toEqual(schema)
      await useBoth(PROCESSES - 1, round)
    }
    await writers.stop()
    await expectAllOnce(fleet.url, caller, writers)
    for (const [why, count] of writers.repeated) repeated.set(why, (repeated.get(why) ?? 0) + count)
    expect(
      [...repeated].filter(([why]) => !why.startsWith('503 ')),
      'failed requests',
    ).toEqual([])
    // Else both builds have one client, and nothing was seen of the assets of two.
    if (builds.length > 1) expect([...assets].filter((path) => /\/first-/.test(path)).length).toBeGreaterThan(1)
    console.log(
      `${ROUNDS} deployments ${order}: ${writers.notes.size} records acknowledged, 0 lost, 0 twice; asked again: ${JSON.stringify([...repeated])}`,
    )
  },
)
