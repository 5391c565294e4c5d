// Processes that start on one PostgreSQL database at once do once what is to be done once, and none takes back what another did.
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { createKeyring, secretKey } from '../../../server/auth/secrets/keyring.ts'
import { inviteFirst } from '../../../server/auth/sign-up/invitations.ts'
import type { DocumentPreference } from '../../../server/document/choose-document.ts'
import { chooseDocument } from '../../../server/document/choose-document.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import { planCleanUp } from '../../../server/jobs/clean-up-job.ts'
import { prepareSample } from '../../../server/prepare-sample.ts'
import { openPostgresStorage } from '../../../server/storage/postgres/open-postgres.ts'
import { buildNumber } from '../../../server/storage/build-number.ts'
import { OBJECTS } from '../../../server/storage/schema/schema-objects.ts'
import { WORDS } from '../../../server/storage/sqlite/sqlite-words.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { databaseOf, dropDatabaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'

const FILE = fileURLToPath(new URL('../../../shared/documents/leave-requests.md', import.meta.url))
const LEAVE = readFileSync(FILE, 'utf8')
const EDITED = LEAVE.replace(/^# Specification: .*$/m, '# Specification: Days off')
const STARTS = 4
const NOW = '2026-11-21T10:00:00.000Z'

const each = <T>(make: (at: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: STARTS }, (_, at) => make(at)))

function given(text: string) {
  const { model } = compile(text)
  if (model === undefined) throw new Error('the document does not compile')
  return runDocument('leave-requests.md', text, model)
}

describe.runIf(ON_POSTGRES)('a start on a database', () => {
  const opened: Storage[] = []
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close()
    await dropDatabaseOf('starts')
  })

  async function ask(sql: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: await databaseOf('starts') })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    await client.end()
    return rows
  }

  async function start(text: string, how: Pick<DocumentPreference, 'publishes'> = { publishes: 'none' }) {
    const url = await databaseOf('starts')
    const running = given(text)
    const storage = await openPostgresStorage({
      url,
      now: () => NOW,
      words: WORDS,
      random: Math.random,
      choose: async (stored) => {
        const choice = await chooseDocument(running, { isNamed: true, ...how }, stored)
        const { model, revision } = choice.running
        return { model, revision, source: choice.source, widened: choice.widened }
      },
    })
    opened.push(storage)
    return storage
  }

  test(`that is empty publishes the document once, of ${STARTS} at once, and all of them serve it`, async () => {
    await ask('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const storages = await each(() => start(LEAVE))
    for (const storage of storages) {
      expect([storage.revision, storage.number]).toEqual([given(LEAVE).revision, 1])
      expect(await storage.database.revisionInForce()).toBe(1)
      expect(await storage.write((transaction) => transaction.count('Person'))).toBe(0)
    }
  })

  test('with an older file takes nothing back, and runs what is in force', async () => {
    await start(LEAVE)
    expect(await start(EDITED, { publishes: 'given' })).toMatchObject({ revision: given(EDITED).revision, number: 2 })
    expect(await start(LEAVE)).toMatchObject({ revision: given(EDITED).revision, number: 2 })
    expect(await opened[0]?.database.revisionInForce()).toBe(2)
  })

  test('goes on with the revision of the one before it, of several that publish different texts at once', async () => {
    await start(LEAVE)
    const texts = Array.from({ length: STARTS }, (_, at) =>
      LEAVE.replace(/^# Specification: .*$/m, `# Specification: Desk ${at}`),
    )
    const storages = await Promise.all(texts.map((text) => start(text, { publishes: 'given' })))
    expect(storages.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5])
    for (const { number, revision, database } of storages)
      expect((await database.documentRevision(number))?.revision).toBe(revision)
  })

  test('leaves functions of a newer version, and puts its own in place of older ones', async () => {
    await start(LEAVE)
    const noted = `SELECT obj_description('v_time_zone'::regclass) AS key`
    const [own] = (await ask(noted)) as readonly { readonly key: string }[]
    const [number, unicode] = String(own?.key).split(' ')
    for (const newer of [`${Number(number) + 1} 1.0 abc`, `${number} ${Number(unicode) + 1}.0 abc`]) {
      await ask(`COMMENT ON TABLE v_time_zone IS '${newer}'`)
      await start(LEAVE)
      expect(await ask(noted)).toEqual([{ key: newer }])
    }
    for (const older of [
      `${Number(number) - 1} ${unicode} abc`,
      `${number} 9.0 abc`,
      `${number} ${unicode} abc`,
      'abc',
    ]) {
      await ask(`COMMENT ON TABLE v_time_zone IS '${older}'`)
      await start(LEAVE)
      expect(await ask(noted), older).toEqual([own])
    }
  })

  test('leaves the indexes of a newer version, unless another document is published', async () => {
    await start(LEAVE)
    const names = 'SELECT name FROM catalogue_object ORDER BY name'
    const own = await ask(names)
    const [present, newer] = [OBJECTS, OBJECTS + 1].map(buildNumber)
    const addTo = async (version: string | undefined) => {
      await ask(`UPDATE about SET value = '${version}' WHERE name = 'objects'`)
      await ask(`CREATE INDEX newer ON t1 (version); INSERT INTO catalogue_object VALUES ('newer', 'index', 'newer')`)
    }
    const noted = `SELECT value, to_regclass('newer') IS NOT NULL AS there FROM about WHERE name = 'objects'`
    await addTo(newer)
    await start(LEAVE)
    expect(await ask(noted)).toEqual([{ value: newer, there: true }])
    await start(EDITED, { publishes: 'given' })
    expect(await ask(noted)).toEqual([{ value: present, there: false }])
    await addTo(present)
    await start(EDITED)
    expect(await ask(noted)).toEqual([{ value: present, there: false }])
    expect(await ask(names)).toEqual(own)
  })

  test('is refused where the clocks differ by more than two seconds, and says by how much', async () => {
    const url = await databaseOf('starts')
    const { model, revision } = given(LEAVE)
    const open = (milliseconds: number) =>
      openPostgresStorage({
        url,
        model,
        revision,
        now: () => NOW,
        words: WORDS,
        random: Math.random,
        machineClock: () => Date.now() + milliseconds,
      })
    await expect(open(60_000)).rejects.toThrow(
      /^The clock of this machine is \d\d\.\d s ahead of that of the PostgreSQL server/,
    )
    await expect(open(-60_000)).rejects.toThrow(/is \d\d\.\d s behind that/)
    opened.push(await open(1_000))
  })
})

describe.runIf(ON_POSTGRES)(`of ${STARTS} processes that start on one database`, () => {
  let apps: TestApp[] = []
  afterEach(async () => {
    for (const app of apps.slice(1)) await app.close()
    await apps[0]?.stop()
    apps = []
  })

  async function startAll(): Promise<TestApp> {
    const first = await startApp(LEAVE)
    apps = [first, ...(await Promise.all([1, 2, 3].map(() => startApp(LEAVE, first.directory))))]
    return first
  }

  const at = (index: number): TestApp => apps[index] as TestApp

  test('one loads the sample, and all know of it', async () => {
    const first = await startAll()
    const prepared = await each((index) =>
      prepareSample(at(index).dependencies, FILE, { sample: 'yes', isPublic: true }),
    )
    const passwords = prepared.map((one) => (one.kind === 'there' ? one.password.kind : one.kind))
    expect(passwords.toSorted()).toEqual(['made', 'made before', 'made before', 'made before'])
    const setting = await first.dependencies.storage.database.system('setting', 'sample')
    const people = await first.dependencies.storage.write((transaction) => transaction.count('Person'))
    expect(people).toBe(setting?.value['people'])
    const shown = prepared.flatMap((one) => (one.kind === 'there' && 'text' in one.password ? [one] : []))
    const [{ password, people: kinds }] = shown as [Extract<(typeof prepared)[number], { kind: 'there' }>]
    const signIn = { email: kinds[0]?.email, password: 'text' in password ? password.text : '' }
    expect((await at(3).anyone.post('/api/auth/sign-in').send(signIn)).status).toBe(200)
  })

  test('all show one link by which the first administrator signs up', async () => {
    const first = await startAll()
    const now = new Date(first.clock.now).toISOString()
    const keys = { present: secretKey(randomBytes(32)), make: () => secretKey(randomBytes(32)), former: [] }
    const invitations = await each((index) => inviteFirst(at(index).dependencies, now, createKeyring(keys)))
    const [link] = invitations
    expect(link?.path).toMatch(/^\/sign-up#invitation=.+/)
    expect(invitations).toEqual(Array.from({ length: STARTS }, () => link))
    const look = await at(2).anyone.post('/api/auth/sign-up/invitation').send({ invitation: link?.invitation })
    expect([look.status, look.body.first]).toEqual([200, true])
    const links = await first.dependencies.storage.database.systemRows('link')
    expect(links.map(({ value }) => String(value['kind'])).toSorted()).toEqual(['first', 'invitation'])
  })

  test('one plans the clean-up, and the others leave it as it is', async () => {
    const first = await startAll()
    await each((index) => planCleanUp(at(index).dependencies))
    const planned = await first.dependencies.storage.database.newestJobs('clean-up', 2)
    first.clock.now += 30_000
    at(1).clock.now += 30_000
    await planCleanUp(at(1).dependencies)
    expect(planned).toHaveLength(1)
    expect(await first.dependencies.storage.database.newestJobs('clean-up', 2)).toEqual(planned)
  })
})
