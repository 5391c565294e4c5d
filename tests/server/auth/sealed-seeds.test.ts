// Seeds of authenticator apps lie sealed in the database, under a key that is not in it: made, set, changed, missing and lost.
// @module-tag V01
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createKeyring, secretKey } from '../../../server/auth/secrets/keyring.ts'
import type { GivenKeys } from '../../../server/auth/secrets/open-keyring.ts'
import { KeyRefused } from '../../../server/auth/secrets/open-keyring.ts'
import { codeAt } from '../../doubles/authenticator.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const newKey = () => randomBytes(32).toString('base64')
const KEY_FILE = 'secret.key'

let app: TestApp
let isRunning = false

async function start(directory: string, keys: GivenKeys): Promise<void> {
  app = await startApp(HELPDESK, directory, { keys })
  isRunning = true
}

async function stop(): Promise<void> {
  if (!isRunning) return
  isRunning = false
  app.server.closeAllConnections()
  await new Promise((resolve) => app.server.close(resolve))
  await app.dependencies.storage.close()
}

const begin = (keys: GivenKeys = {}) => start(mkdtempSync(join(tmpdir(), 'verbatim-')), keys)

/** Stops, and starts with other keys on the same data. */
async function startAgain(keys: GivenKeys): Promise<void> {
  await stop()
  await start(app.directory, keys)
}

async function refusalOf(keys: GivenKeys): Promise<string> {
  const error: unknown = await startAgain(keys).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(KeyRefused)
  return (error as KeyRefused).message
}

afterEach(async () => {
  await stop()
  rmSync(app.directory, { recursive: true, force: true })
})

/** Gives the seed as the person's app has it, and the recovery codes. */
async function setUp(name: string) {
  const person = await app.as('Customer', name)
  const { seed } = (await person.post('/api/auth/second-factor/set-up', {})).body as { seed: string }
  const { body } = await person.post('/api/auth/second-factor/confirm', { code: codeAt(seed, app.clock.now) })
  return { id: person.id, seed, codes: body.recovery_codes as readonly string[] }
}

/** The clock stands anew where it stood with each start: no code is of a moment that was before. */
let minutes = 0

async function signInWith(name: string, code: () => string): Promise<number> {
  app.clock.now += ++minutes * 60_000
  const { challenge } = (
    await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: `${name.toLowerCase()}@example.com`, password: `password of ${name}` })
  ).body
  return (await app.anyone.post('/api/auth/second-factor').send({ challenge, code: code() })).status
}

const appOf = (seed: string) => () => codeAt(seed, app.clock.now)

function everyFile(): string {
  const paths = readdirSync(app.directory).map((name) => join(app.directory, name))
  return paths.map((path) => readFileSync(path, 'latin1')).join('\n')
}

describe('the key', () => {
  test('is made at first need, in a file that only its owner may read, and stands nowhere else', async () => {
    await begin()
    await app.as('Customer', 'Ada')
    expect(readdirSync(app.directory)).not.toContain(KEY_FILE)
    const { seed } = await setUp('Ada')
    const key = readFileSync(join(app.directory, KEY_FILE), 'latin1').trim()
    expect(statSync(join(app.directory, KEY_FILE)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(readFileSync(join(app.directory, 'verbatim.db'), 'latin1')).not.toContain(key)
    expect(everyFile()).not.toContain(seed)
    await startAgain({})
    expect(await signInWith('Ada', appOf(seed))).toBe(200)
  })

  test('in the environment leaves nothing of it in the data directory', async () => {
    const secretKey = newKey()
    await begin({ secretKey })
    const { seed } = await setUp('Ada')
    expect(readdirSync(app.directory)).not.toContain(KEY_FILE)
    expect(everyFile()).not.toContain(secretKey)
    await startAgain({ secretKey: secretKey.replace('=', '') })
    expect(await signInWith('Ada', appOf(seed))).toBe(200)
  })

  test('is changed with the former one at hand, for one start', async () => {
    const [first, second] = [newKey(), newKey()]
    await begin({ secretKey: first })
    const { seed } = await setUp('Ada')
    await startAgain({ secretKey: second, formerSecretKey: first })
    expect(await signInWith('Ada', appOf(seed))).toBe(200)
    await startAgain({ secretKey: second })
    expect(await signInWith('Ada', appOf(seed))).toBe(200)
  })

  test('moves from the file to the environment by being set there', async () => {
    await begin()
    const { seed } = await setUp('Ada')
    const secretKey = newKey()
    await startAgain({ secretKey })
    rmSync(join(app.directory, KEY_FILE))
    await startAgain({ secretKey })
    expect(await signInWith('Ada', appOf(seed))).toBe(200)
  })
})

describe('nothing starts', () => {
  test.each([
    ['too short', { secretKey: 'abc' }],
    ['no Base64', { formerSecretKey: '!'.repeat(44) }],
  ])('with a key that is none: %s', async (_, keys) => {
    await begin()
    expect(await refusalOf(keys)).toContain('32 random bytes in Base64')
  })

  test('with a key file that was cut off', async () => {
    await begin()
    await setUp('Ada')
    writeFileSync(join(app.directory, KEY_FILE), 'abc')
    expect(await refusalOf({})).toContain('holds no key')
  })
})

test('without the key the log says whose apps wait for it: recovery codes count, and the apps too once it is back', async () => {
  const secretKey = newKey()
  await begin({ secretKey })
  const { seed, codes } = await setUp('Ada')
  await setUp('Bea')
  await startAgain({ secretKey: newKey() })
  const warnings = app.logged.filter(({ level }) => level === 'warn').map(({ message }) => message)
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The authenticator apps of 2 people can't be checked: the key [\w-]{8} that sealed .*FORMER/,
    ),
  ])
  expect(await signInWith('Ada', appOf(seed))).toBe(401)
  expect(await signInWith('Ada', () => String(codes[0]))).toBe(200)
  await startAgain({ secretKey: newKey(), formerSecretKey: secretKey })
  expect(app.logged).toEqual([])
  expect(await signInWith('Ada', appOf(seed))).toBe(200)
})

test('what was sealed for one person opens for nobody else, and not when a byte of it was changed', () => {
  const key = secretKey(randomBytes(32))
  const keyring = createKeyring({ present: key, make: () => key, former: [] })
  const sealed = keyring.seal('JBSWY3DPEHPK3PXP', 'Ada')
  expect(keyring.open(sealed, 'Ada')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => keyring.open(sealed, 'Bea')).toThrow()
  const other = createKeyring({ present: secretKey(randomBytes(32)), make: () => key, former: [] })
  expect(other.open(sealed, 'Ada')).toBeUndefined()
  const at = sealed.lastIndexOf(':') + 1
  const [head, body] = [sealed.slice(0, at), sealed.slice(at)]
  for (let place = 0; place < body.length; place += 5) {
    const changed = body.slice(0, place) + (body[place] === 'A' ? 'B' : 'A') + body.slice(place + 1)
    expect(() => keyring.open(head + changed, 'Ada')).toThrow()
  }
  expect(keyring.seal('JBSWY3DPEHPK3PXP', 'Ada')).not.toBe(sealed)
})
