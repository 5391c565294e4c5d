// Two applications over one PostgreSQL database keep what one application promises: limits, one-time things, sessions, jobs.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobHandler } from '../../../server/jobs/runner.ts'
import { createRunner } from '../../../server/jobs/runner.ts'
import { openKnownNetworks } from '../../../server/auth/rate-limit/known-networks.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { PASSKEY_DESK } from '../../apps/passkey-desk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { softwareAuthenticator } from '../../doubles/software-authenticator.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { openConnection } from '../../helpers/open-connection.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { thingsDocument } from '../api/imports/import-app.ts'
import { countStatuses, parallel, sendAs } from '../../races/parallel.ts'

const OPTIONS = { publicUrl: 'https://desk.example.com', keys: { secretKey: randomBytes(32).toString('base64') } }

async function startTwo(document: string): Promise<readonly [TestApp, TestApp]> {
  const one = await startApp(document, undefined, OPTIONS)
  return [one, await startApp(document, one.directory, OPTIONS)]
}

async function stopAll([one, two]: readonly [TestApp, TestApp]): Promise<void> {
  await two.close()
  await one.stop()
}

describe.runIf(ON_POSTGRES)('attempts to sign in at two processes', () => {
  let apps: readonly [TestApp, TestApp]
  beforeAll(async () => (apps = await startTwo(HELPDESK.replace('| requests | 300 per', '| requests | 100,000 per'))))
  afterAll(() => stopAll(apps))

  const guess = (from: string, index: number, password: string, email = 'known@example.com') => {
    const place = openConnection(apps[index % 2] as TestApp, from)
    return place.post('/api/auth/sign-in', { email, password }).finally(() => place.close())
  }

  test('are refused as at one, one after the other and at once, and the window ends', async () => {
    const { count, milliseconds } = apps[0].dependencies.current.running.model.settings.signInAttempts
    await apps[0].as('Customer', 'Guessed')
    const guessIt = (index: number) => guess(`127.0.4.${index}`, index, `guess ${index}`, 'guessed@example.com')
    const statuses: number[] = []
    for (let index = 0; index < count; index++) statuses.push((await guessIt(index)).status)
    expect(statuses).toEqual(Array.from({ length: count }, () => 401))
    for (const index of [count, count + 1]) {
      const refused = await guessIt(index)
      expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([429, true])
    }
    for (const { clock } of apps) clock.now += milliseconds
    const atOnce = await parallel(4 * count, guessIt)
    expect(atOnce.filter(({ status }) => status === 401)).toHaveLength(count)
    expect(atOnce.filter(({ status }) => status === 429)).toHaveLength(3 * count)
  })

  test('of others keep nobody out who has signed in at the other process from where they are', async () => {
    const { count } = apps[0].dependencies.current.running.model.settings.signInAttempts
    await apps[0].as('Customer', 'Known')
    const signIn = (index: number) => guess('127.0.5.1', index, 'password of Known')
    expect((await signIn(0)).status).toBe(200)
    for (let index = 0; index <= count; index++) await guess(`127.0.6.${index}`, index, 'a guess')
    expect((await guess('127.0.7.1', 1, 'password of Known')).status).toBe(429)
    expect((await signIn(1)).status).toBe(200)
  })

  test('a network that one process knows is known at another without a restart', async () => {
    const [here, there] = await Promise.all(apps.map(({ dependencies }) => openKnownNetworks(dependencies.storage)))
    const { now } = apps[0].clock
    expect(await there?.has('ann', 'a network', now)).toBe(false)
    await here?.add('ann', 'a network', now)
    await expect.poll(() => there?.has('ann', 'a network', now)).toBe(true)
  })
})

describe.runIf(ON_POSTGRES)('a sign-in at two processes', () => {
  let apps: readonly [TestApp, TestApp]
  beforeAll(async () => (apps = await startTwo(PASSKEY_DESK)))
  afterAll(() => stopAll(apps))

  test('a challenge of passkeys that one gave is taken at the other, and once over both', async () => {
    const [one, two] = apps
    const person = await one.as('Customer', 'Owner')
    const atTwo = sendAs(two, person)
    const device = softwareAuthenticator(OPTIONS.publicUrl, { counts: false })
    const { body: options } = await person.post('/api/auth/passkeys/challenge', {})
    const added = await atTwo('POST', '/api/auth/passkeys', { name: 'Laptop', response: device.create(options) })
    expect([added.status, added.body]).toMatchObject([201, { name: 'Laptop' }])

    const { body: asked } = await one.anyone.post('/api/auth/sign-in/passkey/challenge').send({})
    const response = device.get(asked)
    const show = (index: number) => apps[index % 2]?.anyone.post('/api/auth/sign-in/passkey').send({ response })
    const shows = await parallel(6, async (index) => await show(index))
    expect(shows.filter((shown) => shown?.status === 200)).toHaveLength(1)
    for (const index of [0, 1]) expect((await show(index))?.status).toBe(401)
  })

  test('a session that one has ended is ended at the other with the next request', async () => {
    const [one, two] = apps
    const person = await one.as('Customer', 'Leaver')
    const atTwo = sendAs(two, person)
    expect((await atTwo('GET', '/api/auth/me')).status).toBe(200)
    expect((await person.post('/api/auth/sign-out')).status).toBe(204)
    expect((await atTwo('GET', '/api/auth/me')).status).toBe(401)
  })
})

describe.runIf(ON_POSTGRES)('jobs of two processes', () => {
  let apps: readonly [TestApp, TestApp]
  beforeAll(async () => (apps = await startTwo(HELPDESK)))
  afterAll(() => stopAll(apps))

  const put = async (...names: readonly string[]): Promise<void> => {
    const dueAt = '2026-11-01T00:00:00.000Z'
    const job = { kind: 'schedule', about: null, dueAt, tries: 0, problem: null, isDead: false, value: {} } as const
    await apps[0].dependencies.storage.write(async (transaction) => {
      for (const key of names) await transaction.putJob({ ...job, key })
    })
  }
  const runnerOf = ({ dependencies }: TestApp, run: (key: string) => void) => {
    const handler: JobHandler = {
      kind: 'schedule',
      atOnce: 3,
      async run({ key, number }) {
        run(key ?? '')
        return (transaction) => transaction.deleteJob(number)
      },
    }
    return createRunner({ ...dependencies, log: { error: (fields) => run(JSON.stringify(fields)) } }, [handler])
  }

  test('run each once', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `job ${index}`)
    await put(...names)
    const ran: string[] = []
    await Promise.all(apps.map((app) => runnerOf(app, (key) => ran.push(key)).runDue()))
    expect(ran.toSorted()).toEqual(names.toSorted())
  })

  test('keep their leases when another process starts, and run when these have ended', async () => {
    const [one, two] = apps
    await put('held')
    const now = new Date(one.clock.now).toISOString()
    const leasedUntil = new Date(one.clock.now + 60_000).toISOString()
    await one.dependencies.storage.claimJobs('schedule', { now, leasedUntil, limit: 1 })
    await put('free')
    const ran: string[] = []
    const started = await new Promise<ReturnType<typeof runnerOf>>((resolve) => {
      const runner = runnerOf(two, (key) => {
        ran.push(key)
        resolve(runner)
      })
      runner.start()
    })
    await started.stop()
    expect(ran).toEqual(['free'])
    two.clock.now += 60_000
    await runnerOf(two, (key) => ran.push(key)).runDue()
    expect(ran).toEqual(['free', 'held'])
  })

  test('that are under way are held longer only by the process that claimed them last', async () => {
    const [one, two] = apps.map(({ dependencies }) => dependencies.storage)
    await put('long')
    const [first, second, third] = [0, 60, 120].map((more) => new Date(apps[0].clock.now + more * 1_000).toISOString())
    const [job] = (await one?.claimJobs('schedule', { now: first ?? '', leasedUntil: second ?? '', limit: 1 })) ?? []
    await one?.shared?.changeLeases([job?.number ?? 0], second ?? '', third ?? '')
    expect(await two?.claimJobs('schedule', { now: second ?? '', leasedUntil: third ?? '', limit: 1 })).toEqual([])
    await one?.shared?.changeLeases([job?.number ?? 0], second ?? '', '9999-12-31T00:00:00.000Z')
    expect(await two?.claimJobs('schedule', { now: third ?? '', leasedUntil: third ?? '', limit: 1 })).toHaveLength(1)
  })
})

const NOTES = documentOf({
  3: `
### Note

| field | type |
|---|---|
| name | text |
| body | long text |
`,
  6: `
- sign-in: password

| role | is |
|---|---|
| Writer | writes |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note | everything | | all |
`,
  9: `
| name | value | meaning |
|---|---|---|
| storage per person | 1 MB | |
`,
})

describe.runIf(ON_POSTGRES)('what a person stores through two processes', () => {
  test('is one sum some seconds later', async () => {
    const apps = await startTwo(NOTES)
    const person = await apps[0].as('Writer')
    const sends = apps.map((app) => sendAs(app, person))
    const note = { name: 'large', body: 'x'.repeat(99_000) }
    for (let index = 0; index < 12; index++) await sends[index % 2]?.('POST', '/api/notes', note)
    for (const { clock } of apps) clock.now += 5_000
    const answers = await Promise.all(sends.map((send) => send('POST', '/api/notes', note)))
    expect(countStatuses(answers)).toEqual({ 413: 2 })
    await stopAll(apps)
  })
})

describe.runIf(ON_POSTGRES)('an import in the background that another process runs', () => {
  let apps: readonly [TestApp, TestApp]
  let person: Caller
  beforeAll(async () => {
    apps = await startTwo(thingsDocument('en'))
    person = await apps[0].as('Administrator')
  })
  afterAll(() => stopAll(apps))

  const begin = async (query: string): Promise<string> => {
    const file = ['name', ...Array.from({ length: 250 }, (_, at) => `n${at}`)].join('\n')
    const import_ = person.post(`/api/things/import?mode=run&${query}`).type('text/csv')
    return String((await import_.set('Prefer', 'respond-async').send(file)).headers['location'])
  }
  const stopAtOther = (location: string) => sendAs(apps[1], person)('POST', `${location}/stop`)
  type Write = TestApp['dependencies']['storage']['write']
  const replaceWrite = ({ dependencies }: TestApp, replace: (write: Write) => Write): (() => void) => {
    const storage = dependencies.storage as { write: Write }
    const { write } = storage
    storage.write = replace(write)
    return () => void (storage.write = write)
  }

  test('is stopped from here after its next command, with what is kept so far', async () => {
    const location = await begin('keep=good')
    let stopped: Promise<unknown> | undefined
    const putBack = replaceWrite(apps[0], (write) => async (command, options) => {
      const result = await write(command, options)
      await (stopped ??= stopAtOther(location))
      return result
    })
    await apps[0].runner.runDue()
    putBack()
    const { body } = await person.get(location)
    expect(body).toMatchObject({ state: 'stopped', created: 100, tried: 100, result: { kept: true, created: 100 } })
  })

  test('is not said to be stopped where all its rows were kept meanwhile', async () => {
    const location = await begin('keep=all')
    const stopWrites = Promise.withResolvers<void>()
    const putBackOther = replaceWrite(apps[1], (write) => (command, options) => {
      stopWrites.resolve()
      return write(command, options)
    })
    let stopped: ReturnType<typeof stopAtOther> | undefined
    const putBack = replaceWrite(apps[0], (write) => (command, options) => {
      if (stopped !== undefined) return write(command, options)
      return write(async (transaction) => {
        const result = await command(transaction)
        stopped ??= stopAtOther(location)
        await stopWrites.promise
        return result
      }, options)
    })
    await apps[0].runner.runDue()
    putBack()
    putBackOther()
    expect(['running', 'done']).toContain((await stopped)?.body['state'])
    expect((await person.get(location)).body).toMatchObject({ state: 'done', created: 250, result: { kept: true } })
  })

  test('goes on here at once when the other ends in order, which waits for no lease', async () => {
    const location = await begin('keep=good')
    let stopped: Promise<void> | undefined
    const putBack = replaceWrite(apps[0], (write) => async (command, options) => {
      const result = await write(command, options)
      stopped ??= apps[0].runner.stop()
      return result
    })
    await apps[0].runner.runDue()
    putBack()
    await stopped
    expect((await person.get(location)).body).toMatchObject({ state: 'running', created: 100 })
    await apps[1].runner.runDue()
    expect((await person.get(location)).body).toMatchObject({ state: 'done', created: 250, result: { kept: true } })
  })
})
