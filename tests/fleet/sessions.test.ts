// A session, a token and a role that end at one process have ended at all with the next request.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notes } from '../crash/server-process.ts'
import type { Caller } from '../crash/writers.ts'
import { ask } from './ask.ts'
import type { Answer } from './ask.ts'
import type { Fleet } from './fleet.ts'
import { PROCESSES, startFleet } from './fleet.ts'

const ROUNDS = Number(process.env['FLEET_SESSIONS'] ?? 8)
const PASSWORD = 'a sentence of words'

let fleet: Fleet
let administrator: Caller
beforeAll(async () => {
  const document = notes.replace('| requests |', '| sign-in attempts | 100,000 per minute | |\n| requests |')
  fleet = await startFleet(document)
  administrator = fleet.administrator
})
afterAll(() => fleet.stop())

async function signIn(at: number): Promise<string> {
  const body = { email: 'wanda@example.com', password: PASSWORD }
  const answer = await ask(fleet.urls[at] ?? '', { method: 'POST', path: '/api/auth/sign-in', body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return String(answer.body['token'])
}

/** Statuses that the processes answer the next request with it with. */
const statusesOf = async (token: string): Promise<readonly number[]> =>
  (await Promise.all(fleet.urls.map((url) => ask(url, { method: 'GET', path: '/api/notes?limit=1', token })))).map(
    ({ status }: Answer) => status,
  )

const ALL_GOOD = Array.from({ length: PROCESSES }, () => 200)
const ALL_OVER = Array.from({ length: PROCESSES }, () => 401)

test(`${ROUNDS} sessions, each begun at one process and ended at another`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const token = await signIn(round % PROCESSES)
    expect(await statusesOf(token)).toEqual(ALL_GOOD)
    const ending = fleet.urls[(round * 3 + 1) % PROCESSES] ?? ''
    const ended = await ask(ending, { method: 'POST', path: '/api/auth/sign-out', token, body: {} })
    expect(ended.status).toBe(204)
    expect(await statusesOf(token)).toEqual(ALL_OVER)
  }
})

test('all other sessions of a person, ended at one', async () => {
  const tokens = await Promise.all(ALL_GOOD.map((_, at) => signIn(at)))
  const ended = await ask(fleet.urls[2] ?? '', {
    method: 'DELETE',
    path: '/api/auth/sessions',
    token: administrator.token,
  })
  expect(ended.status, JSON.stringify(ended.body)).toBeLessThan(300)
  for (const token of tokens) expect(await statusesOf(token)).toEqual(ALL_OVER)
  expect(await statusesOf(administrator.token)).toEqual(ALL_GOOD)
})
