// Counts sequences on PostgreSQL, apart from the transactions of the commands that take the numbers.
import type { CommandExecutor, Executor } from '../executor.ts'

/**
 * Apart from the transaction, or all who create would wait for each other, and be undone: what is undone leaves a number out.
 * It waits for no disk. What is kept of the command that bears the number lies behind it in the log, and is not kept without it.
 */
const NEXT_NUMBERS =
  "INSERT INTO sequence AS s (field, per, last) SELECT ?, ?, ? FROM set_config('synchronous_commit', 'off', true) ON CONFLICT (field, per) DO UPDATE SET last = s.last + excluded.last RETURNING last"

interface Asker {
  readonly give: (number: number) => void
  readonly refuse: (error: unknown) => void
}

type NextNumber = NonNullable<CommandExecutor['nextNumber']>

export interface NumbersOfCommand {
  /** Counts for a run, which first gets the numbers that an earlier one took. */
  begin(): NextNumber
  /** Forgets what was taken: a run may have been kept that bears it. */
  forget(): void
}

/** Keeps the numbers that runs of a command took which were undone: nobody else has them, and to count again takes a statement. */
export function keepNumbers(next: NextNumber): NumbersOfCommand {
  const taken = new Map<string, number[]>()
  return {
    begin() {
      const given = new Map<string, number>()
      return async (field, per) => {
        const key = `${field} ${per}`
        const at = given.get(key) ?? 0
        given.set(key, at + 1)
        const numbers = taken.get(key) ?? []
        taken.set(key, numbers)
        return (numbers[at] ??= await next(field, per))
      }
    },
    forget: () => taken.clear(),
  }
}

/** Those who ask while a statement is under way get their numbers together by the next one, in the order in which they ask. */
export function countTogether(executor: Executor): NextNumber {
  const waiting = new Map<string, Asker[]>()
  const count = async (field: number, per: string, key: string): Promise<void> => {
    for (let askers = waiting.get(key) ?? []; askers.length > 0; askers = waiting.get(key) ?? []) {
      waiting.set(key, [])
      try {
        const row = await executor.get(NEXT_NUMBERS, [field, per, askers.length])
        const last = Number(row?.[0])
        for (const [at, { give }] of askers.entries()) give(last - askers.length + 1 + at)
      } catch (error) {
        for (const { refuse } of askers) refuse(error)
      }
    }
    waiting.delete(key)
  }
  return (field, per) =>
    new Promise((give, refuse) => {
      const key = `${field} ${per}`
      const others = waiting.get(key)
      if (others !== undefined) return void others.push({ give, refuse })
      waiting.set(key, [{ give, refuse }])
      void count(field, per, key)
    })
}
