// Commands that count the same rows run one after the other, and none undoes another of its process.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createGroupTurns } from '../../../server/storage/postgres/group-turns.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { watchStatements } from '../../postgres/watch-statements.ts'

/** Runs commands that take turns in these groups, and gives those that began and ended, in order. */
async function runAll(asked: readonly (readonly string[])[], longestWait = 60_000): Promise<readonly string[]> {
  const hold = createGroupTurns(longestWait)
  const seen: string[] = []
  await Promise.all(
    asked.map(async (groups, at) => {
      const turns = hold()
      await turns.take(groups)
      seen.push(`${at} begins`)
      await new Promise(setImmediate)
      seen.push(`${at} ends`)
      turns.release()
    }),
  )
  return seen
}

test('one group: in the order in which they ask', async () => {
  expect(await runAll([['a'], ['a'], ['a']])).toEqual([0, 1, 2].flatMap((at) => [`${at} begins`, `${at} ends`]))
})

test('other groups: beside each other', async () => {
  const seen = await runAll([['a'], ['b'], []])
  expect(seen.slice(0, 3).toSorted()).toEqual(['0 begins', '1 begins', '2 begins'])
})

test('several groups, asked for in any order: none waits for ever', async () => {
  const seen = await runAll([
    ['a', 'b'],
    ['b', 'a'],
    ['b', 'a', 'b'],
    ['c', 'b'],
  ])
  expect(seen.filter((each) => each.endsWith('ends'))).toHaveLength(4)
})

test('who has a turn waits for no other, and who waits too long goes on', async () => {
  const hold = createGroupTurns(0)
  const [first, second] = [hold(), hold()]
  await first.take(['a'])
  await first.take(['a'])
  await second.take(['a'])
  second.release()
  first.release()
  // All have left.
  const third = createGroupTurns(60_000)()
  await third.take(['a'])
  third.release()
  await third.take(['a'])
})

describe.runIf(ON_POSTGRES)('many tickets of one requester at once', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp(HELPDESK)
  })
  afterAll(() => app.stop())

  test('a command in five is undone at most', async () => {
    const manager = await app.as('Manager')
    const { id } = await app.as('Customer')
    const create = () => manager.post('/api/tickets', { ...TICKET, requester: id }).expect(201)
    await create()
    const statements = watchStatements()
    await Promise.all(Array.from({ length: 15 }, create))
    vi.restoreAllMocks()
    const begun = statements.filter((text) => text.startsWith('BEGIN ISOLATION LEVEL SERIALIZABLE')).length
    expect(begun).toBeGreaterThanOrEqual(15)
    expect(begun).toBeLessThanOrEqual(18)
  })
})
