// A search on PostgreSQL looks through the newest records first: what it finds among them and behind them comes in one order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { WORKS } from '../../races/document.ts'

/** More than are looked through at first. */
const TASKS = 2_300

describe.runIf(ON_POSTGRES)('a search', () => {
  let app: TestApp
  let worker: Caller
  const titleOf = (number: number): string =>
    number === 7 ? 'Unusual 7' : number % 3 === 0 ? `Common third ${number}` : `Common ${number}`
  beforeAll(async () => {
    app = await startApp(WORKS)
    worker = await app.as('Worker')
    const ids = Array.from({ length: TASKS }, () => app.dependencies.newId('2026-11-30T10:00:00.000Z'))
    await app.dependencies.storage.write(
      async (transaction) => {
        for (const [number, id] of ids.entries())
          await transaction.insert('Task', { id, _version: 1, title: titleOf(number), state: 'new', billing: 'due' })
      },
      { isLong: true },
    )
  })
  afterAll(() => app.stop())

  const found = async (search: string, limit: number): Promise<readonly string[]> => {
    const titles: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`
      const { body } = await worker.get(`/api/tasks?search=${search}&limit=${limit}${after}`).expect(200)
      titles.push(...body.items.map(({ title }: { readonly title: string }) => title))
      next = body.next
    }
    return titles
  }
  const newestFirst = (fits: (title: string) => boolean): readonly string[] =>
    Array.from({ length: TASKS }, (_, number) => titleOf(number))
      .filter(fits)
      .toReversed()

  test.each([100, 333, 1_000])('gives all that match, the newest first, in pages of %i', async (limit) => {
    expect(await found('third', limit)).toEqual(newestFirst((title) => title.includes('third')))
    expect(await found('common', limit)).toEqual(newestFirst((title) => title.startsWith('Common')))
  })

  test('finds what only old records have, and nothing where there is nothing', async () => {
    expect(await found('unusual', 20)).toEqual(['Unusual 7'])
    expect(await found('nothing', 20)).toEqual([])
  })
})
