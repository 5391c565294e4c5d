// Runs transactions on PostgreSQL, and tells what is known of what they wrote when the connection breaks.
import type { Pool, PoolClient } from 'pg'
import { OutcomeUnknown } from '../storage-error.ts'
import { ConnectionBroken, isNeverSent, storageErrorOf } from './postgres-errors.ts'

/** `work`: ends the transaction, unless it throws. */
type TransactionWork<T> = (client: PoolClient) => Promise<T>

export interface HeldConnection {
  /** Runs one transaction: on the connection that is held, or on a new one where that broke. */
  run<T>(work: TransactionWork<T>): Promise<T>
  release(): void
}

/** Takes a connection, and holds it: who runs a command again does not wait for one again. */
export async function holdConnection(pool: Pool): Promise<HeldConnection> {
  let held: PoolClient | undefined
  let broken: Error | undefined
  const note = (error: Error): void => void (broken = error)
  const take = async (): Promise<PoolClient> => {
    const taken = await pool.connect().catch((error: unknown) => {
      throw storageErrorOf(error)
    })
    broken = undefined
    taken.on('error', note)
    return taken
  }
  const release = (): void => {
    held?.off('error', note)
    held?.release(broken)
    held = undefined
  }
  held = await take()
  return {
    async run(work) {
      if (broken !== undefined) release()
      const client = (held ??= await take())
      try {
        return await work(client)
      } catch (error) {
        const told = storageErrorOf(error)
        if (told instanceof ConnectionBroken || told instanceof OutcomeUnknown) broken ??= told
        // The server undoes what a broken connection leaves.
        else await client.query('ROLLBACK').catch(note)
        throw told
      }
    },
    release,
  }
}

/** Runs one transaction on a connection of its own. */
export async function inTransaction<T>(pool: Pool, begin: string, work: TransactionWork<T>): Promise<T> {
  const connection = await holdConnection(pool)
  try {
    return await connection.run(async (client) => {
      await client.query(begin)
      return await work(client)
    })
  } finally {
    connection.release()
  }
}

/** Rejects with `OutcomeUnknown` where the connection broke meanwhile: only what a later transaction reads tells whether it was kept. */
export async function commit<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const told = storageErrorOf(error)
    throw told instanceof ConnectionBroken && !isNeverSent(error)
      ? new OutcomeUnknown('The connection to PostgreSQL broke in a commit.', { cause: error })
      : told
  }
}

/** Runs work on a connection, which is not used again where it broke. */
export async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const note = (error: Error): void => void (broken = error)
  client.on('error', note)
  try {
    return await work(client)
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}
