// Nobody learns who has an account, nor by when the answer comes; but for open sign-up without mail, which lets in at once.
// @module-tag A03
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '../../../shared/policy/actor.ts'
import { accountRow } from '../../../server/auth/account.ts'
import { entityNamed } from '../../../server/policy/policy.ts'
import { runCreate } from '../../../server/records/write/run-create.ts'
import { runInTransaction } from '../../../server/records/write/unit-of-work.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { openConnection } from '../../helpers/open-connection.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { welchP } from '../../helpers/welch-test.ts'

/** `npm run test:policy` measures; in the short run other work on the machine would disturb it. */
const TIMED_PAIRS = Number(process.env['POLICY_TIMED_PAIRS'] ?? 0)
const SOME = 12
const PAIRS = Math.max(SOME, TIMED_PAIRS)
const HOUR = 3_600_000

const DOCUMENT = HELPDESK.replace('- sign-in: password', '- sign-in: password, link by email').replace(
  '| requests | 300 per minute |',
  '| requests | 10,000,000 per minute |',
)

/** Makes an email address with an account. Those of `known` and of `unknown` are equally long. */
const known = (index: number) => `known${String(index).padStart(5, '0')}@example.com`
const unknown = (index: number) => `empty${String(index).padStart(5, '0')}@example.com`

/** One sends letters; the other sends none, and administrators approve there who signs up. */
let mailing: TestApp
let silent: TestApp
let manager = ''
beforeAll(async () => {
  const options = { trustedProxies: 1, publicUrl: 'https://desk.example.com' }
  mailing = await startApp(DOCUMENT, undefined, { ...options, deliver: async () => {} })
  mailing.runner.start()
  silent = await startApp(
    DOCUMENT.replace('open, as Customer', 'open, as Customer, approved by administrators'),
    undefined,
    options,
  )
  manager = (await mailing.as('Manager')).token
  const now = new Date(mailing.clock.now).toISOString()
  const hash = await mailing.dependencies.passwords.hash('a password of everybody')
  for (const { dependencies } of [mailing, silent]) {
    await runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
      for (let index = 0; index < PAIRS; index++) {
        const person = { name: 'Somebody', email: known(index), roles: ['Customer'], active: true }
        const { id } = await runCreate(context, 'document', entityNamed(context.running.model, 'Person'), person)
        await context.transaction.putSystem('account', accountRow(known(index), id, hash, now))
      }
    })
  }
})
afterAll(() => Promise.all([mailing.stop(), silent.stop()]))

test.each<readonly [string, () => TestApp, string, object]>([
  ['signing in', () => mailing, '/api/auth/sign-in', { password: 'not the password' }],
  ['asking for a new password', () => mailing, '/api/auth/password/forgot', {}],
  ['asking for a link to sign in', () => mailing, '/api/auth/links', {}],
  ['signing up by a letter', () => mailing, '/api/auth/sign-up', { name: 'Somebody', password: 'a quiet sentence' }],
  [
    'asking administrators to be let in',
    () => silent,
    '/api/auth/sign-up',
    { name: 'Somebody', password: 'a quiet sentence' },
  ],
  ['inviting', () => mailing, '/api/auth/invitations', { roles: ['Agent'] }],
])(
  '%s is answered alike for every address, and as soon where that is measured',
  async (_, appOf, path, more) => {
    const app = appOf()
    const connection = openConnection(app)
    const bearer: { [name: string]: string } = path.endsWith('invitations')
      ? { Authorization: `Bearer ${manager}` }
      : {}
    const shapes = new Set<string>()
    let asked = 0
    const ask = async (email: string): Promise<number> => {
      asked += 1
      // Each from a place of its own, and slowly enough for the limits of letters.
      if (asked % 40 === 0) app.clock.now += HOUR
      const place = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
      const sent = await connection.post(path, { email, ...more }, { ...bearer, 'X-Forwarded-For': place })
      shapes.add(JSON.stringify([sent.status, blank(sent.text), sent.headerNames]))
      return sent.milliseconds
    }
    const measure = async (pairs: number): Promise<number> => {
      const times: [number[], number[]] = [[], []]
      for (let index = 0; index < pairs; index++) {
        // In turns, so that whatever slows the machine slows both.
        const turns = [[times[0], known(index)] as const, [times[1], unknown(index)] as const]
        for (const [kept, email] of index % 2 === 0 ? turns : turns.toReversed()) kept.push(await ask(email))
      }
      return welchP(...times)
    }
    await measure(SOME)
    if (TIMED_PAIRS > 0) {
      // A true difference shows each time; chance does so once in a hundred.
      const chances = [await measure(TIMED_PAIRS)]
      while (chances.length < 3 && Math.max(...chances) <= 0.01) chances.push(await measure(TIMED_PAIRS))
      console.info(`${path}: p = ${chances.map((each) => each.toFixed(3)).join(', ')}`)
      expect(Math.max(...chances)).toBeGreaterThan(0.01)
    }
    expect([...shapes]).toHaveLength(1)
    connection.close()
  },
  600_000,
)

/** Blanks the values that differ each time: the number of the request, a link, a moment. */
function blank(text: string): string {
  return text.replaceAll(/"(request|invitation|path|link|expires_at)":"[^"]*"/g, '"$1":""')
}
