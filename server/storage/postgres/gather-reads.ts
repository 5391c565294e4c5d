// Sends the readings of several requests to PostgreSQL in one piece.
//
// To wake the server, and to be woken by it, takes longer than most readings.
import type { Pool } from 'pg'
import type { SentStatement, StatementAnswer } from './statement-batch.ts'
import { sendStatements } from './statement-batch.ts'

/** Sends a reading along with others that are asked for meanwhile. `isAlone`: it may take long, so that none waits behind it. */
export type GatherReads = (statement: SentStatement, isAlone?: boolean) => Promise<GatheredAnswer>

export interface GatheredAnswer extends StatementAnswer {
  /** Milliseconds that it took: its share of those of the piece. */
  readonly spent: number
}

/** Readings of a piece: the last waits for those before it. */
const MOST_TOGETHER = 8

interface AskedReading {
  readonly statement: SentStatement
  readonly isAlone: boolean
  readonly resolve: (answer: GatheredAnswer) => void
  readonly reject: (error: unknown) => void
}

/** `connections`: the number of those of the pool that it may use at once. */
export function gatherReads(pool: Pool, connections: number, mostTogether = MOST_TOGETHER): GatherReads {
  let waiting: readonly AskedReading[] = []
  let busy = 0
  let isPlanned = false
  const send = async (piece: readonly AskedReading[]): Promise<void> => {
    busy += 1
    const begun = performance.now()
    const answers: StatementAnswer[] = []
    const statements = piece.map(({ statement }) => ({
      ...statement,
      answered: (answer: StatementAnswer) => void answers.push(answer),
    }))
    let failure: { readonly error: unknown } | undefined
    try {
      await sendStatements(pool, statements)
    } catch (error) {
      failure = { error }
    }
    busy -= 1
    const spent = (performance.now() - begun) / piece.length
    const unanswered = piece.slice(answers.length)
    for (const [at, answer] of answers.entries()) piece[at]?.resolve({ rows: answer.rows, count: answer.count, spent })
    if (piece.length === 1 && failure !== undefined) piece[0]?.reject(failure.error)
    // One of them failed, and the server passed over those behind it: each gets its own error.
    else waiting = [...unanswered.map((reading) => ({ ...reading, isAlone: true })), ...waiting]
    plan()
  }
  const flush = (): void => {
    isPlanned = false
    while (waiting.length > 0 && busy < connections) {
      const [first, ...others] = waiting
      if (first === undefined) return
      const together = first.isAlone ? [] : others.filter(({ isAlone }) => !isAlone).slice(0, mostTogether - 1)
      const piece = new Set([first, ...together])
      waiting = waiting.filter((reading) => !piece.has(reading))
      void send([...piece])
    }
  }
  /** Sends what waits once all that came in with the same look at the sockets has been asked for. */
  const plan = (): void => {
    if (isPlanned || waiting.length === 0 || busy === connections) return
    isPlanned = true
    setImmediate(flush)
  }
  return (statement, isAlone = false) =>
    new Promise((resolve, reject) => {
      waiting = [...waiting, { statement, isAlone, resolve, reject }]
      plan()
    })
}
