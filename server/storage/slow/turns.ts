// Orders waiting statements: callers who spent little of late go first, in a lane of their own.
import { LruCache } from '../lru-cache.ts'

/** A person who came later would wait for longer than anybody does, and each holds memory meanwhile. */
const MOST_WAITING = 300
/** Largest number of waiting statements of one caller. All callers who are not known count as one. */
const MOST_WAITING_OF_ONE = 100
/** Callers with more milliseconds of the processor's time than these, of late, leave the quick lane to the others. */
const QUICK_SPENDING = 200
/** Milliseconds after which half of what was spent is forgotten. */
const HALF_LIFE = 10_000
/** Callers whose spending is remembered. */
const MOST_REMEMBERED = 10_000

export type LaneName = 'quick' | 'long' | 'unhurried'

export interface Turn<Statement> {
  readonly by: string | null
  readonly statement: Statement
}

export interface Turns<Statement> {
  /** Adds a statement to the quick lane, or to the unhurried one. False: too many wait already. */
  add(by: string | null, statement: Statement, lane?: 'quick' | 'unhurried'): boolean
  /** Adds a statement that was too long for the lane before, ahead of the other statements of its caller. Never refuses it. */
  moveTo(lane: 'long' | 'unhurried', by: string | null, statement: Statement): void
  next(lane: LaneName): Turn<Statement> | undefined
  /** So many milliseconds were worked for them. */
  noteSpent(by: string | null, milliseconds: number): void
}

interface Line<Statement> {
  readonly usual: Statement[]
  readonly long: Statement[]
  readonly unhurried: Statement[]
}

/** Finds which of the statements of a caller are for a lane. `isLight`: the caller spent little of late. */
function queueFor(
  lane: LaneName,
  { usual, long, unhurried }: Line<unknown>,
  isLight: boolean,
): keyof Line<unknown> | undefined {
  if (lane === 'unhurried') return unhurried.length > 0 ? 'unhurried' : undefined
  if (lane === 'long' && long.length > 0) return 'long'
  return usual.length > 0 && isLight === (lane === 'quick') ? 'usual' : undefined
}

function lengthOf({ usual, long, unhurried }: Line<unknown>): number {
  return usual.length + long.length + unhurried.length
}

/** `clock`: milliseconds that only go forward. */
export function createTurns<Statement>(clock: () => number): Turns<Statement> {
  /** Waiting statements by caller, in the order of the callers' turns. */
  const lines = new Map<string | null, Line<Statement>>()
  const spending = new LruCache<{ readonly amount: number; readonly at: number }>(MOST_REMEMBERED)
  let count = 0

  const spentBy = (by: string | null): number => {
    const noted = spending.get(by ?? '')
    return noted === undefined ? 0 : noted.amount * 0.5 ** ((clock() - noted.at) / HALF_LIFE)
  }
  const lineOf = (by: string | null): Line<Statement> => {
    const line = lines.get(by) ?? { usual: [], long: [], unhurried: [] }
    lines.set(by, line)
    return line
  }
  /** A person who had a turn is last in the next round. */
  const take = (by: string | null, from: keyof Line<Statement>) => {
    const line = lineOf(by)
    const statement = line[from].shift()
    lines.delete(by)
    if (lengthOf(line) > 0) lines.set(by, line)
    if (statement === undefined) return undefined
    count -= 1
    return { by, statement }
  }

  return {
    add(by, statement, lane = 'quick') {
      const line = lines.get(by)
      const ofOne = line === undefined ? 0 : lengthOf(line)
      if (count >= MOST_WAITING || ofOne >= MOST_WAITING_OF_ONE) return false
      lineOf(by)[lane === 'quick' ? 'usual' : lane].push(statement)
      count += 1
      return true
    },
    moveTo(lane, by, statement) {
      lineOf(by)[lane].push(statement)
      count += 1
    },
    next(lane) {
      let first:
        | { readonly by: string | null; readonly from: keyof Line<Statement>; readonly spent: number }
        | undefined
      for (const [by, line] of lines) {
        const spent = spentBy(by)
        const from = queueFor(lane, line, spent <= QUICK_SPENDING)
        if (from === undefined) continue
        if (lane === 'quick') return take(by, from)
        if (first === undefined || spent < first.spent) first = { by, from, spent }
      }
      return first && take(first.by, first.from)
    },
    noteSpent(by, milliseconds) {
      spending.set(by ?? '', { amount: spentBy(by) + milliseconds, at: clock() })
    },
  }
}
