// A PostgreSQL for one test file: that of DATABASE_URL, or a server of its own. It ends with the process that asked for it, however
// that ends.
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import type { NoPostgres } from './own-server.ts'
import { makePlace, runServer } from './own-server.ts'

export interface Postgres {
  /** A client that sees an empty schema of its own. */
  readonly client: Client
  stop(): Promise<void>
}

const AS_OPERATED = ['fsync=on', 'max_pred_locks_per_transaction=256']

/** `isDurable`: keeps what it acknowledges though the machine stops, with the settings of `OPERATING.md`, as a measure of it must. */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres | NoPostgres> {
  const url = process.env['DATABASE_URL']
  return url === undefined ? startOwn(isDurable) : connectTo(url)
}

async function connectTo(url: string): Promise<Postgres> {
  const schema = `verbatim_test_${process.pid}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`)
  return {
    client,
    stop: async () => {
      await client.query(`DROP SCHEMA ${schema} CASCADE`)
      await client.end()
    },
  }
}

async function startOwn(isDurable: boolean): Promise<Postgres | NoPostgres> {
  const place = makePlace()
  if ('reason' in place) return place
  const server = runServer(place, place.data, [
    ...(isDurable ? AS_OPERATED : ['fsync=off']),
    'jit=off',
    'max_connections=300',
  ])
  const client = await server.connect()
  const stop = async (): Promise<void> => {
    await server.end()
    rmSync(place.directory, { recursive: true, force: true })
  }
  if (!('reason' in client)) return { client, stop: () => client.end().then(stop) }
  await stop()
  return client
}

/** The address of a database beside that of the client. */
export function addressOf({ client }: Pick<Postgres, 'client'>, name: string): string {
  const { user = 'postgres', password, host, port } = client
  const secret = password == null ? '' : `:${encodeURIComponent(password)}`
  return `postgres://${user}${secret}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
}
