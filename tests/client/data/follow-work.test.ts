// Work in the background is followed through what passes, and ends with what does not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followWork } from '../../../client/data/follow-work.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Follows work whose state is asked for as often as there are answers. */
async function follow(answers: readonly (() => Response)[]): Promise<unknown> {
  const left = [...answers]
  vi.stubGlobal('fetch', async () => left.shift()?.() ?? Response.json({ state: 'done' }))
  const ended = followWork(
    '/api/system/imports/x',
    { state: 'running' as const },
    {
      isWanted: () => true,
      onStatus: () => {},
    },
  ).then(
    ({ state }) => state,
    (error: unknown) => error,
  )
  await vi.runAllTimersAsync()
  expect(left).toEqual([])
  return ended
}

const offline = (): Response => {
  throw new TypeError('Failed to fetch')
}
const problem = (status: number, code: string) => () => Response.json({ code, detail: code }, { status })

test.each([
  ['no network', offline],
  ['too many requests', problem(429, 'too_many')],
  ['a busy server', problem(503, 'unavailable')],
  ['a proxy whose server starts anew', () => new Response('<html>Bad gateway</html>', { status: 502 })],
])('the work goes on behind %s', async (_, answer) => {
  expect(await follow([answer, () => Response.json({ state: 'running' })])).toBe('done')
})

test.each([
  [404, 'not_found'],
  [500, 'internal'],
])('an answer of %i ends it', async (status, code) => {
  expect(await follow([problem(status, code)])).toMatchObject({ problem: { status, code } })
})
