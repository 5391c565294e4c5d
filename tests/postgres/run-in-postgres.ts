// Runs statements in a PostgreSQL of the tests, as the installation of functions asks for.
import type { Client, QueryResult } from 'pg'
import type { RunStatement } from '../../server/storage/postgres/functions/install-functions.ts'

export function runIn(client: Client): RunStatement {
  return async (sql, values) => {
    const result: QueryResult | readonly QueryResult[] = await client.query(sql, values && [...values])
    // Several statements give several results.
    return 'rows' in result ? result.rows : []
  }
}
