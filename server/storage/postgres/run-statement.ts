// Runs single statements, as the installation of functions asks for.
import type { ClientBase, Pool, QueryResult } from 'pg'
import type { RunStatement } from './functions/install-functions.ts'

export function runIn(client: ClientBase | Pool): RunStatement {
  return async (sql, values) => {
    const result: QueryResult | readonly QueryResult[] = await client.query(sql, values && [...values])
    // Several statements give several results.
    return 'rows' in result ? result.rows : []
  }
}
