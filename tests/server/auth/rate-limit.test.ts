// Guessing, and what a password may be.
// @module-tag A01
// @module-tag A02
// @module-tag A16
import { describe, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { openConnection } from '../../helpers/open-connection.ts'
import type { Sent } from '../../helpers/open-connection.ts'
import { signUp } from '../../apps/people.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'

/** Guesses of each kind: `npm run test:fuzz` makes ten thousand in all, `npm test` enough to meet every limit many times. */
const GUESSES = Number(process.env['GUESSES'] ?? 300)

const UNLIMITED = HELPDESK.replace('| requests | 300 per minute |', '| requests | 10,000,000 per minute |')

describe('guessing a password', () => {
  test('of one account from everywhere, or of all accounts from one place, is limited, and shuts nobody out', async () => {
    const app = await startApp(UNLIMITED)
    await app.as('Customer', 'Known')
    const { count } = app.dependencies.current.running.model.settings.signInAttempts
    const right = { email: 'known@example.com', password: 'password of Known' }
    // A connection of its own each time: one that waited through the flood might just be closed.
    const signInAtHome = async (): Promise<number> => {
      const home = openConnection(app, '127.0.9.9')
      const { status } = await home.post('/api/auth/sign-in', right)
      home.close()
      return status
    }
    expect(await signInAtHome()).toBe(200)

    const spellings = ['known@example.com', 'KNOWN@example.com', ' known@example.com ', 'Known@Example.COM']
    const toOne: Sent[] = []
    for (let place = 1; place <= GUESSES / 50; place++) {
      const guesser = openConnection(app, `127.0.1.${place}`)
      const guess = (index: number) =>
        guesser.post(
          '/api/auth/sign-in',
          { email: spellings[index % 4], password: `guess number ${place} ${index}` },
          {
            'X-Forwarded-For': `10.${place}.0.${index}`,
            Forwarded: `for=10.0.0.${index}`,
            'X-Real-IP': `10.1.0.${index}`,
          },
        )
      toOne.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => guess(index)))))
      guesser.close()
    }
    const guesser = openConnection(app, '127.0.2.1')
    const fromOne = await Promise.all(
      Array.from({ length: GUESSES }, (_, index) =>
        guesser.post('/api/auth/sign-in', { email: `person${index}@example.com`, password: 'password of Known' }),
      ),
    )
    guesser.close()

    expect(toOne.filter(({ status }) => status === 401)).toHaveLength(count)
    expect(fromOne.filter(({ status }) => status === 401)).toHaveLength(4 * count)
    for (const { status, retryAfter } of [...toOne, ...fromOne])
      if (status !== 401) expect([status, Number(retryAfter) > 0]).toEqual([429, true])
    expect(await signInAtHome()).toBe(200)
    await app.stop()
  })

  test('and flooding from one place keep nobody from signing in who is known there', async () => {
    const app = await startApp(HELPDESK)
    const known = await app.as('Customer', 'Known')
    await app.as('Customer', 'Stranger')
    const place = openConnection(app, '127.0.3.1')
    const signIn = (name: string) =>
      place.post('/api/auth/sign-in', { email: `${name.toLowerCase()}@example.com`, password: `password of ${name}` })
    expect((await signIn('Known')).status).toBe(200)

    const flood = await Promise.all(
      Array.from({ length: 400 }, () => place.post('/api/tickets', { subject: 'x', description: 'y' })),
    )
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect((await signIn('Known')).status).toBe(200)
    expect((await signIn('Stranger')).status).toBe(200)

    const guesses = await Promise.all(Array.from({ length: 100 }, (_, index) => signIn(`Person ${index}`)))
    expect(guesses.at(-1)?.status).toBe(429)
    expect((await signIn('Known')).status).toBe(200)
    expect((await known.get('/api/tickets')).status).toBe(200)
    place.close()
    await app.stop()
  })

  test('keeps nobody out either who was known there before a restart', async () => {
    const before = await startApp(HELPDESK)
    await before.as('Customer', 'Known')
    const signIn = (place: ReturnType<typeof openConnection>, password = 'password of Known') =>
      place.post('/api/auth/sign-in', { email: 'known@example.com', password })
    const home = openConnection(before, '127.0.4.1')
    expect((await signIn(home)).status).toBe(200)
    home.close()
    const app = await before.restart()
    const guesser = openConnection(app, '127.0.4.2')
    const guesses = await Promise.all(Array.from({ length: 100 }, (_, index) => signIn(guesser, `guess ${index}`)))
    expect(guesses.at(-1)?.status).toBe(429)
    const [again, elsewhere] = [openConnection(app, '127.0.4.1'), openConnection(app, '127.0.4.3')]
    expect([(await signIn(again)).status, (await signIn(elsewhere)).status]).toEqual([200, 429])
    for (const each of [guesser, again, elsewhere]) each.close()
    await app.stop()
  })

  test('from all addresses of one network counts as from one place, however they are written', async () => {
    const app = await startApp(UNLIMITED, undefined, { trustedProxies: 1 })
    const { count } = app.dependencies.current.running.model.settings.signInAttempts
    const proxy = openConnection(app)
    const statuses = async (address: (index: number) => string): Promise<number> => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          proxy.post(
            '/api/auth/sign-in',
            { email: `${address(0)}-${index}@example.com`, password: 'a guess' },
            { 'X-Forwarded-For': address(index) },
          ),
        ),
      )
      return answers.filter(({ status }) => status === 401).length
    }
    const hex = (index: number) => (index + 1).toString(16)
    expect(await statuses((index) => `2001:db8:1:2:${hex(index)}::${hex(index)}`)).toBe(4 * count)
    expect(await statuses((index) => (index % 2 === 0 ? '198.51.100.7' : '::ffff:198.51.100.7'))).toBe(4 * count)
    expect(await statuses((index) => `2001:db8:2:${hex(index)}::1`)).toBe(200)
    proxy.close()
    await app.stop()
  })
})

describe('a password', () => {
  test('of any characters and up to 256 of them is taken, and each of them counts', async () => {
    const app = await startApp(UNLIMITED)
    const longest = `${'ab c'.repeat(63)}xyz`
    const taken = [
      'eight ch',
      longest,
      '🌙🌙🌙 über Nacht',
      '  blanks around  ',
      '\u0001\tcontrol\u007f',
      'x'.repeat(72) + ' and on',
    ]
    for (const [index, password] of taken.entries()) {
      const email = `person${index}@example.com`
      await signUp(urlOf(app), { name: 'Somebody', email, password })
      const signIn = (given: string) => app.anyone.post('/api/auth/sign-in').send({ email, password: given })
      expect((await signIn(password)).status).toBe(200)
      expect((await signIn(password.slice(0, -1))).status).toBe(401)
    }
    await app.stop()
  })

  test('that was breached, or is the person’s or the application’s name, is not', async () => {
    const app = await startApp(UNLIMITED)
    const refused = [
      'PASSWORD123',
      'qwertyuiop',
      'iloveyou1',
      'Trustno1',
      'Eva.Klein',
      'evaklein1987',
      'eva.klein@example.com',
      'Helpdesk2026!',
      'abababababab',
      '        ',
    ]
    for (const password of refused) {
      const person = { name: 'Eva Klein', email: 'eva.klein@example.com', password }
      const { status, body } = await app.anyone.post('/api/auth/sign-up').send(person)
      expect([password, status, body.errors?.[0]?.code]).toEqual([password, 422, 'weak_password'])
    }
    await app.stop()
  })
})
