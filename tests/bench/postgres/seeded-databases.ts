// Seeded databases: made once in a run, or kept on the server that DATABASE_URL names, and copied for each round.
import { addressOf, startPostgres } from '../../postgres/postgres.ts'
import type { Places } from '../seeded.ts'
import { hashSources } from '../seeded.ts'

const ROUND = 'verbatim_bench_round'

/** Starts a PostgreSQL that keeps what it acknowledges, unless DATABASE_URL names one. */
export async function openDatabases(): Promise<Places> {
  const server = await startPostgres({ isDurable: true })
  if ('reason' in server) throw new Error(`There is no PostgreSQL: ${server.reason}.`)
  const { client } = server
  const ask = async (statement: string): Promise<readonly { readonly [column: string]: unknown }[]> =>
    (await client.query<{ [column: string]: unknown }>(statement)).rows
  return {
    async ensureSeeded(data, fresh) {
      const prefix = `verbatim_bench_${data.name.replaceAll(/[^a-z0-9]+/g, '_')}_`
      const name = `${prefix}${hashSources(data.sources)}`
      const made = (await ask(`SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`)).map((row) =>
        String(row['datname']),
      )
      if (made.includes(name) && !fresh) return addressOf(server, name)
      for (const each of made) await ask(`DROP DATABASE ${each} WITH (FORCE)`)
      const unfinished = `${prefix}unfinished`
      await ask(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`)
      await data.seed(addressOf(server, unfinished))
      await ask(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
      return addressOf(server, name)
    },
    async copyForRound(seeded) {
      await ask(`DROP DATABASE IF EXISTS ${ROUND} WITH (FORCE)`)
      await ask(`CREATE DATABASE ${ROUND} TEMPLATE ${new URL(seeded).pathname.slice(1)} STRATEGY FILE_COPY`)
      return addressOf(server, ROUND)
    },
    async undoneIn() {
      const [row] = await ask(`SELECT xact_rollback::int AS undone FROM pg_stat_database WHERE datname = '${ROUND}'`)
      return Number(row?.['undone'])
    },
    async close() {
      await ask(`DROP DATABASE IF EXISTS ${ROUND} WITH (FORCE)`)
      await server.stop()
    },
  }
}
