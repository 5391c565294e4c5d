// Runs slow queries (counts, summaries, long lists) in lanes, in which callers take turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import type { SqlRow, SqlValue } from '../executor.ts'
import { LruCache } from '../lru-cache.ts'
import type { SlowReader } from '../planner/plan-context.ts'
import { ReadingTooLong, StorageBusy, StorageDamaged, TooManyFound } from '../storage-error.ts'
import { createTurns } from './turns.ts'
import type { LaneName, Turn } from './turns.ts'

/**
 * Weight in the quick lane of a statement that was too long for it. After the second one its caller leaves the lane
 * to the others.
 */
const WEIGHT_OF_TOO_LONG = 5

export interface SlowQuery {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  /** Largest size of the result in bytes, as in a `Statement`. */
  readonly mostBytes?: number | undefined
  /** Number of rows after which it may end, as in the options of a slow reading. */
  readonly mostRows?: number | undefined
}

/** Outcome of a statement. `spent`: milliseconds that it took. */
export type Outcome =
  | { readonly kind: 'rows'; readonly rows: readonly SqlRow[]; readonly spent: number }
  | { readonly kind: 'too long' | 'too many'; readonly spent: number }
  | { readonly kind: 'too large'; readonly most: number; readonly spent: number }
  | { readonly kind: 'damaged'; readonly message: string; readonly spent: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly spent: number }

export interface Lane {
  /** Largest number of statements that it runs at once. */
  readonly most: number
  /** The number of these whose place a statement takes, where it is not one. */
  placesOf?(query: SlowQuery): number
  /** Ends a statement that takes longer than the lane allows. Never rejects. */
  run(query: SlowQuery): Promise<Outcome>
}

export interface SlowQueryOptions {
  /** Milliseconds that a statement may take in the long lane. */
  readonly longest?: number
  /** Milliseconds that a statement may take in the unhurried lane. */
  readonly longestUnhurried?: number
  /**
   * Gets the milliseconds that each statement took, the ended ones too. `by`: a person's id, an address, or null.
   * `isUnhurried`: for the unhurried lane, or in the long one before it was moved there.
   */
  readonly onSpent?: (by: string | null, milliseconds: number, isUnhurried: boolean) => void
  /** Gets a corrupt page that a statement met. */
  readonly onDamage?: (detail: string) => void
}

/** Milliseconds that one statement may take in the long lane. */
export const LONGEST = 1_000
/** Milliseconds that one may take in the unhurried lane: a summary of ten million records. */
export const LONGEST_UNHURRIED = 30_000
/**
 * Milliseconds that a statement may take in the quick lane before it begins anew in the long one. A caller who spent
 * little may wait this long for another such caller.
 */
export const QUICK = 30

/**
 * After a long statement the unhurried lane rests for this part of its time. While somebody reads, the log of writes only
 * grows; in between it is carried over.
 */
const REST = 1 / 5
/** Statements of which is remembered whether they were too long for the long lane. */
const MOST_REMEMBERED = 1_000
const MOST_REMEMBERED_CHARACTERS = 1_000_000

export interface SlowQueries extends SlowReader {
  /** Refuses what still waits: a later try has a chance. */
  close(): void
}

/**
 * A statement begins in the quick lane. One that needs longer, and those of callers who spent much of late, are run in
 * the long lane. What walks through all rows of an entity and is too long for that one, too, ends in the unhurried lane,
 * and begins there the next time.
 */
export function createLanes(
  lanes: { readonly [name in LaneName]: Lane },
  { longest = LONGEST, onSpent, onDamage }: Pick<SlowQueryOptions, 'longest' | 'onSpent' | 'onDamage'>,
): SlowQueries {
  const turns = createTurns<QueuedQuery>(() => performance.now())
  const running = { quick: 0, long: 0, unhurried: 0 }
  const unhurried = new LruCache<boolean>(MOST_REMEMBERED, MOST_REMEMBERED_CHARACTERS)
  const closing = new AbortController()
  const isClosed = (): boolean => closing.signal.aborted

  const goOn = (name: LaneName): void => {
    while (running[name] < lanes[name].most && !isClosed()) {
      const turn = turns.next(name)
      if (turn === undefined) return
      void run(name, turn)
    }
  }
  const run = async (name: LaneName, { by, statement }: Turn<QueuedQuery>): Promise<void> => {
    const { sql, parameters, mostBytes, mostRows } = statement
    const query: SlowQuery = { sql, parameters, mostBytes, mostRows }
    const places = lanes[name].placesOf?.(query) ?? 1
    running[name] += places
    const outcome = await lanes[name].run(query)
    const next = outcome.kind === 'too long' && !isClosed() ? laneAfter(name, statement) : undefined
    if (next === 'unhurried') unhurried.set(sql, true, sql.length)
    else if (name === 'unhurried' && outcome.spent < longest) unhurried.set(sql, false, sql.length)
    turns.noteSpent(by, outcome.spent * (next === 'long' ? WEIGHT_OF_TOO_LONG : 1))
    if (next !== undefined) turns.moveTo(next, by, statement)
    if (outcome.kind === 'damaged') onDamage?.(outcome.message)
    if (isClosed() && outcome.kind === 'failed') statement.reject(ended())
    else if (next === undefined) settle(statement, outcome)
    onSpent?.(by, outcome.spent, name === 'unhurried' || next === 'unhurried')
    if (name === 'unhurried') await sleep(REST * outcome.spent, undefined, closing).catch(() => undefined)
    running[name] -= places
    LANES.forEach(goOn)
  }

  return {
    all: (sql, parameters, by, { mostBytes, mostRows, isUnhurried = false } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed()) return reject(ended())
        const lane = isUnhurried && unhurried.get(sql) === true ? 'unhurried' : 'quick'
        if (!turns.add(by, { sql, parameters, mostBytes, mostRows, isUnhurried, resolve, reject }, lane))
          return reject(new StorageBusy('Too many slow queries wait.'))
        LANES.forEach(goOn)
      }),
    close() {
      closing.abort()
      for (const name of LANES)
        for (let turn = turns.next(name); turn !== undefined; turn = turns.next(name)) turn.statement.reject(ended())
    },
  }
}

const LANES = ['quick', 'long', 'unhurried'] as const

/** Gives the lane for a statement that was too long for one; undefined: it may not take longer. */
function laneAfter(name: LaneName, { isUnhurried }: QueuedQuery): 'long' | 'unhurried' | undefined {
  if (name === 'quick') return 'long'
  return name === 'long' && isUnhurried ? 'unhurried' : undefined
}

interface QueuedQuery extends SlowQuery {
  readonly isUnhurried: boolean
  readonly resolve: (rows: readonly SqlRow[]) => void
  readonly reject: (error: unknown) => void
}

function ended(): StorageBusy {
  return new StorageBusy('No slow queries are run any more.')
}

function settle({ resolve, reject }: QueuedQuery, outcome: Outcome): void {
  switch (outcome.kind) {
    case 'rows':
      return resolve(outcome.rows)
    case 'too long':
      return reject(new ReadingTooLong('The statement took too long.'))
    case 'too large':
      return reject(new TooLarge(outcome.most))
    case 'too many':
      return reject(new TooManyFound('Too many rows were found.'))
    case 'damaged':
      return reject(new StorageDamaged(outcome.message))
    case 'failed':
      return reject(outcome.error)
  }
}
