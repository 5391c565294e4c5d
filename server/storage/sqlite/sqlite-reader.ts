// Reads the last committed state, and remembers who holds which token as long as nothing is written.
import type { Connection } from '../connection.ts'
import { LruCache } from '../lru-cache.ts'
import type { SystemTable, TokenHolder } from '../system-row.ts'
import type { HandleContext } from './sqlite-handle.ts'
import { SqliteHandle } from './sqlite-handle.ts'

/** How many tokens are remembered with their holders. */
const MOST_HOLDERS = 2_000

/**
 * `writer` is the only connection that changes the file. A holder is looked up anew once it has run any statement, a
 * commit among them, so that the next request after a sign-out, a change of roles or a publication knows of it.
 */
export class SqliteReader extends SqliteHandle {
  private readonly writer: Pick<Connection, 'writes'>
  private holders = new LruCache<TokenHolder>(MOST_HOLDERS)
  private writesBefore = 0

  constructor(connection: Connection, context: HandleContext, writer: Pick<Connection, 'writes'>) {
    super(connection, context)
    this.writer = writer
  }

  override async holder(table: SystemTable, key: string): Promise<TokenHolder | undefined> {
    const { writes } = this.writer
    if (writes !== this.writesBefore) {
      this.holders = new LruCache(MOST_HOLDERS)
      this.writesBefore = writes
    }
    const name = `${table} ${key}`
    const known = this.holders.get(name)
    if (known !== undefined) return known
    const found = await super.holder(table, key)
    if (found !== undefined) this.holders.set(name, found)
    return found
  }
}
