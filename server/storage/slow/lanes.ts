// Runs slow queries (counts, summaries, long lists) in two lanes, in which callers take turns.
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import type { SqlRow, SqlValue } from '../executor.ts'
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
  /** Ends a statement that takes longer than the lane allows. Never rejects. */
  run(query: SlowQuery): Promise<Outcome>
}

export interface SlowQueryOptions {
  /** Milliseconds that a statement may take in the long lane. */
  readonly longest?: number
  /** Gets the milliseconds that each statement took, the ended ones too. `by`: a person's id, an address, or null. */
  readonly onSpent?: (by: string | null, milliseconds: number) => void
  /** Gets a corrupt page that a statement met. */
  readonly onDamage?: (detail: string) => void
}

/** Milliseconds that one statement may take. */
export const LONGEST = 1_000
/**
 * Milliseconds that a statement may take in the quick lane before it begins anew in the long one. A caller who spent
 * little may wait this long for another such caller.
 */
export const QUICK = 30

export interface SlowQueries extends SlowReader {
  /** Refuses what still waits: a later try has a chance. */
  close(): void
}

/**
 * A statement begins in the quick lane. One that needs longer, and those of callers who spent much of late, are run in
 * the long lane.
 */
export function createLanes(
  lanes: { readonly [name in LaneName]: Lane },
  { onSpent, onDamage }: Pick<SlowQueryOptions, 'onSpent' | 'onDamage'>,
): SlowQueries {
  const turns = createTurns<QueuedQuery>(() => performance.now())
  const running = { quick: 0, long: 0 }
  let isClosed = false

  const goOn = (name: LaneName): void => {
    while (running[name] < lanes[name].most && !isClosed) {
      const turn = turns.next(name)
      if (turn === undefined) return
      void run(name, turn)
    }
  }
  const run = async (name: LaneName, { by, statement }: Turn<QueuedQuery>): Promise<void> => {
    running[name] += 1
    const { sql, parameters, mostBytes } = statement
    const outcome = await lanes[name].run({ sql, parameters, mostBytes })
    running[name] -= 1
    const isMoved = name === 'quick' && outcome.kind === 'too long' && !isClosed
    turns.noteSpent(by, outcome.spent * (isMoved ? WEIGHT_OF_TOO_LONG : 1))
    if (isMoved) turns.addLong(by, statement)
    goOn('quick')
    goOn('long')
    if (outcome.kind === 'damaged') onDamage?.(outcome.message)
    if (isClosed && outcome.kind === 'failed') statement.reject(ended())
    else if (!isMoved) settle(statement, outcome)
    onSpent?.(by, outcome.spent)
  }

  return {
    all: (sql, parameters, by, mostBytes) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(ended())
        if (!turns.add(by, { sql, parameters, mostBytes, resolve, reject }))
          return reject(new StorageBusy('Too many slow queries wait.'))
        goOn('quick')
        goOn('long')
      }),
    close() {
      isClosed = true
      for (const name of ['quick', 'long'] as const)
        for (let turn = turns.next(name); turn !== undefined; turn = turns.next(name)) turn.statement.reject(ended())
    },
  }
}

interface QueuedQuery extends SlowQuery {
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
