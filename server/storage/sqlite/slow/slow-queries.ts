// Runs slow queries (counts, summaries, long lists, costly filters) in two threads, off the main one.
// A statement begins in the quick lane; one that needs longer, and those of callers who spent much of late, are run in the long lane.
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import type { SqlValue, SqlRow } from '../../executor.ts'
import type { SlowReader } from '../../planner/plan-context.ts'
import { ReadingTooLong, StorageBusy, StorageDamaged, TooManyFound } from '../../storage-error.ts'
import { createQueryThread } from './query-thread.ts'
import type { Outcome, QueryThread } from './query-thread.ts'
import { createTurns } from './turns.ts'
import type { Lane, Turn } from './turns.ts'

/** Milliseconds of the processor's time that one statement may take. */
const LONGEST = 1_000
/** Milliseconds on the wall before which none is ended from outside, however little it may take. */
const LATE = 2_000
/**
 * Milliseconds of the processor's time that a statement may take in the quick lane before it begins anew in the long
 * one. A caller who spent little may wait this long for another such caller.
 */
const QUICK = 30
/**
 * Weight in the quick lane of a statement that was too long for it. After the second one its caller leaves the lane
 * to the others.
 */
const WEIGHT_OF_TOO_LONG = 5

export interface SlowQueries extends SlowReader {
  close(): Promise<void>
}

export interface SlowQueryOptions {
  readonly longest?: number
  readonly late?: number
  /** Gets the milliseconds of the processor's time that each statement took, the ended ones too. `by`: a person's id, an address, or null. */
  readonly onSpent?: (by: string | null, milliseconds: number) => void
  /** Gets a corrupt page that a statement met. */
  readonly onDamage?: (detail: string) => void
}

interface QueuedQuery {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  readonly mostBytes: number | undefined
  readonly resolve: (rows: readonly SqlRow[]) => void
  readonly reject: (error: Error) => void
}

interface LaneThread {
  readonly thread: QueryThread
  readonly longest: number
  isBusy: boolean
}

/** Threads start with the first request of their lane; should one end, only its statement fails, and another goes on. */
export function startSlowQueries(
  path: string,
  { longest = LONGEST, late = LATE, onSpent, onDamage }: SlowQueryOptions = {},
): SlowQueries {
  const turns = createTurns<QueuedQuery>(() => performance.now())
  const lanes: { readonly [lane in Lane]: LaneThread } = {
    quick: { thread: createQueryThread(path, late), longest: Math.min(QUICK, longest), isBusy: false },
    long: { thread: createQueryThread(path, late), longest, isBusy: false },
  }
  let isClosed = false

  const goOn = (lane: Lane): void => {
    const turn = lanes[lane].isBusy || isClosed ? undefined : turns.next(lane)
    if (turn !== undefined) void run(lane, turn)
  }
  const run = async (lane: Lane, { by, statement }: Turn<QueuedQuery>): Promise<void> => {
    const used = lanes[lane]
    const { sql, parameters, mostBytes } = statement
    used.isBusy = true
    const outcome = await used.thread.run({ sql, parameters, mostBytes, longest: used.longest })
    used.isBusy = false
    const isMoved = lane === 'quick' && outcome.kind === 'too long' && !isClosed
    turns.noteSpent(by, outcome.spent * (isMoved ? WEIGHT_OF_TOO_LONG : 1))
    if (isMoved) turns.addLong(by, statement)
    goOn('quick')
    goOn('long')
    if (outcome.kind === 'damaged') onDamage?.(outcome.message)
    if (isClosed && outcome.kind === 'failed') statement.reject(ended())
    else if (!isMoved) settle(statement, outcome)
    onSpent?.(by, outcome.spent)
  }
  const refuseAll = (): void => {
    for (const lane of ['quick', 'long'] as const)
      for (let turn = turns.next(lane); turn !== undefined; turn = turns.next(lane)) turn.statement.reject(ended())
  }

  return {
    all: (sql, parameters, by, mostBytes) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(ended())
        if (!turns.add(by, { sql, parameters, mostBytes, resolve, reject }))
          return reject(new StorageBusy('Too many wait for the reading threads.'))
        goOn('quick')
        goOn('long')
      }),
    async close() {
      isClosed = true
      refuseAll()
      await Promise.all([lanes.quick.thread.close(), lanes.long.thread.close()])
    },
  }
}

/** A stop refuses what still waits: a later try has a chance. */
function ended(): StorageBusy {
  return new StorageBusy('The reading threads have ended.')
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
      return reject(new Error(outcome.message))
  }
}
