// Commands that undo each other run fewer at once; those that don't run as many as may.
import { expect, test } from 'vitest'
import type { CommandTurns } from '../../../server/storage/postgres/command-turns.ts'
import { createCommandTurns } from '../../../server/storage/postgres/command-turns.ts'
import { StorageBusy } from '../../../server/storage/storage-error.ts'

/** The most that run beside each other, of twenty that begin at once. */
async function mostAtOnce(turns: CommandTurns): Promise<number> {
  let running = 0
  let most = 0
  const command = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => turns.take(command)))
  return most
}

test('the more of them are undone, the fewer run at once, and as many as before when they are kept again', async () => {
  const turns = createCommandTurns(7, 60_000)
  expect(await mostAtOnce(turns)).toBe(7)
  turns.noteUndone()
  expect(await mostAtOnce(turns)).toBe(5)
  for (let times = 0; times < 50; times += 1) turns.noteUndone()
  expect(await mostAtOnce(turns)).toBe(2)
  for (let times = 0; times < 50; times += 1) turns.noteKept()
  expect(await mostAtOnce(turns)).toBe(7)
})

test('a command that fails gives its turn to the next', async () => {
  const turns = createCommandTurns(2, 60_000)
  const failing = Array.from({ length: 10 }, () => turns.take(() => Promise.reject(new Error('refused'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(failing.map(() => 'rejected'))
  expect(await turns.take(() => Promise.resolve('done'))).toBe('done')
})

test('a command whose turn does not come in time is refused for now, and never runs', async () => {
  const turns = createCommandTurns(1, 0)
  const ran: string[] = []
  let end = (): void => {}
  const first = turns.take(() => new Promise<void>((resolve) => (end = resolve)))
  await expect(
    turns.take(async () => {
      ran.push('second')
    }),
  ).rejects.toThrow(StorageBusy)
  end()
  await first
  expect(await turns.take(() => Promise.resolve(ran))).toEqual([])
})
