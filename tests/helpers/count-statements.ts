// Counts the statements that this thread runs, in all and between two turns of the event loop.
import { StatementSync } from 'node:sqlite'

const METHODS = ['get', 'all', 'run', 'iterate'] as const

/** Counts all of them while the work is done, and the most of any turn: so long everybody else waits. */
export async function countStatements<T>(
  work: () => PromiseLike<T>,
): Promise<{ readonly most: number; readonly total: number; readonly result: T }> {
  let most = 0
  let now = 0
  let total = 0
  const prototype = StatementSync.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
  const kept = METHODS.map((name) => [name, prototype[name]] as const)
  for (const [name, original] of kept)
    prototype[name] = function (this: unknown, ...given: unknown[]) {
      now += 1
      total += 1
      most = Math.max(most, now)
      return original?.apply(this, given)
    }
  let turn: NodeJS.Immediate | undefined
  const next = (): void => {
    now = 0
    turn = setImmediate(next)
  }
  next()
  try {
    return { result: await work(), most, total }
  } finally {
    clearImmediate(turn)
    for (const [name, original] of kept) if (original) prototype[name] = original
  }
}
