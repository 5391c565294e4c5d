// Searches a serial order in which commands that ran at the same time would have had the answers that they got.
import type { Operation, Outcome, Rooms } from './rooms-model.ts'
import { runOperation } from './rooms-model.ts'

export interface Answered {
  readonly operation: Operation
  readonly outcome: Outcome
}

/** Undefined: there is none that begins with `before` and ends with what `isAfter` accepts. */
export function findOrder(
  before: Rooms,
  answered: readonly Answered[],
  isAfter: (rooms: Rooms) => boolean,
): readonly Answered[] | undefined {
  const dead = new Set<string>()
  const search = (rooms: Rooms, done: readonly number[]): readonly number[] | undefined => {
    if (done.length === answered.length) return isAfter(rooms) ? done : undefined
    const state = stateKey(rooms, done)
    if (dead.has(state)) return undefined
    for (const [at, { operation, outcome }] of answered.entries()) {
      if (done.includes(at)) continue
      const { outcomes, after } = runOperation(rooms, operation)
      if (!outcomes.includes(outcome)) continue
      const found = search(after, [...done, at])
      if (found !== undefined) return found
    }
    dead.add(state)
    return undefined
  }
  return search(before, [])?.flatMap((at) => answered[at] ?? [])
}

function stateKey({ bookings, passes, links }: Rooms, done: readonly number[]): string {
  const byId = ([one]: readonly [string, object], [other]: readonly [string, object]) => (one < other ? -1 : 1)
  return JSON.stringify([
    done.toSorted((a, b) => a - b),
    [...bookings].toSorted(byId),
    [...passes].toSorted(byId),
    [...links],
  ])
}
