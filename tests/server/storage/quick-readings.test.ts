// A reading that looked long once goes back to the quick way soon; one that is long stays on a thread of its own.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { Node } from '#shared/expressions/node.ts'
import { compileValuesPlan, readValuesApart } from '../../../server/storage/planner/facts-plan.ts'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.ts'
import { createPlanContext } from '../../../server/storage/planner/plan-context.ts'
import { ReadingTooLong } from '../../../server/storage/storage-error.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const ONE: Node = { kind: 'literal', value: 1, type: { kind: 'integer' }, span: { start: 0, end: 0 } }

/** How many of these readings went to a thread; `isLong` says which take too long where they are begun. */
async function countOnThread(readings: number, isLong: (at: number) => boolean): Promise<number> {
  const { model } = compile(documentOf({}))
  if (model === undefined) throw new Error('the document does not compile')
  let at = 0
  let onThread = 0
  const get = async () => {
    if (isLong(at)) throw new ReadingTooLong('too long')
    return [1]
  }
  const slow = {
    all: async () => {
      onThread += 1
      return [[1]]
    },
  }
  const context = createPlanContext({ model, places: new Map(), dialect: sqliteDialect })
  const plan = compileValuesPlan(context, [ONE], new Map())
  const reader = { quick: { get }, slow }
  for (; at < readings; at++) expect(await readValuesApart(reader, plan, { me: null, now: '' })).toEqual([1])
  return onThread
}

test('one that looked long once is on the thread for two more', async () => {
  expect(await countOnThread(100, (at) => at === 10)).toBe(3)
  expect(await countOnThread(1_000, (at) => at % 100 === 10)).toBe(30)
})

test('one that is always long is begun in vain a dozen times of a thousand', async () => {
  let begun = 0
  const onThread = await countOnThread(1_000, () => {
    begun += 1
    return true
  })
  expect([onThread, begun <= 12]).toEqual([1_000, true])
})
