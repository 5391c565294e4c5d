// Sends the readings of several requests to PostgreSQL in one piece.
//
// To wake the server, and to be woken by it, takes longer than most readings.
import type { Pool } from 'pg'
import type { SentStatement, StatementAnswer } from './statement-batch.ts'
import { sendStatements } from './statement-batch.ts'

/** Sends a reading that takes no time, along with others that are asked for meanwhile. */
export type GatherReads = (statement: SentStatement) => Promise<StatementAnswer>

/** Readings of a piece: the last waits for those before it. */
const MOST_TOGETHER = 8

interface AskedReading {
  readonly statement: SentStatement
  readonly resolve: (answer: StatementAnswer | Promise<StatementAnswer>) => void
  readonly reject: (error: unknown) => void
}

/** `connections`: the number of those of the pool that it may use at once. */
export function gatherReads(pool: Pool, connections: number): GatherReads {
  let waiting: AskedReading[] = []
  let busy = 0
  let isPlanned = false
  const send = async (piece: readonly AskedReading[]): Promise<void> => {
    busy += 1
    try {
      const answers = await sendStatements(
        pool,
        piece.map(({ statement }) => statement),
      )
      for (const [at, { resolve }] of piece.entries()) resolve(answers[at] ?? { rows: [], count: 0 })
    } catch (error) {
      // One of them failed, and the server passed over those behind it: each gets its own error.
      if (piece.length === 1) piece[0]?.reject(error)
      else for (const { statement, resolve } of piece) resolve(sendAlone(pool, statement))
    } finally {
      busy -= 1
      plan()
    }
  }
  const flush = (): void => {
    isPlanned = false
    while (waiting.length > 0 && busy < connections) {
      const piece = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(MOST_TOGETHER)
      void send(piece)
    }
  }
  /** Sends what waits once all that came in with the same look at the sockets has been asked for. */
  const plan = (): void => {
    if (isPlanned || waiting.length === 0 || busy === connections) return
    isPlanned = true
    setImmediate(flush)
  }
  return (statement) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, resolve, reject })
      plan()
    })
}

async function sendAlone(pool: Pool, statement: SentStatement): Promise<StatementAnswer> {
  const [answer = { rows: [], count: 0 }] = await sendStatements(pool, [statement])
  return answer
}
