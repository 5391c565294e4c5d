// Reads the last committed state, and remembers who holds which token as long as nothing is written.
import type { Executor } from '../executor.ts'
import type { Engine } from '../engine.ts'
import { LruCache } from '../lru-cache.ts'
import type { SystemTable, TokenHolder } from '../system-row.ts'
import type { HandleContext } from './storage-handle.ts'
import { StorageHandle } from './storage-handle.ts'

/** How many tokens are remembered with their holders. */
const MOST_HOLDERS = 2_000

/**
 * A holder is looked up anew once the only writer has run any statement, a commit among them, so that the next request after
 * a sign-out, a change of roles or a publication knows of it.
 */
export class StorageReader extends StorageHandle {
  private readonly writer: Pick<Engine, 'writes'>
  private holders = new LruCache<TokenHolder>(MOST_HOLDERS)
  private writesBefore = 0

  constructor(executor: Executor, context: HandleContext, writer: Pick<Engine, 'writes'>) {
    super(executor, context)
    this.writer = writer
  }

  override async holder(table: SystemTable, key: string): Promise<TokenHolder | undefined> {
    const { writes } = this.writer
    if (writes !== this.writesBefore) {
      this.holders = new LruCache(MOST_HOLDERS)
      this.writesBefore = writes
    }
    // What is found goes into the cache in which it was missing. A commit meanwhile has put another cache in its place.
    const { holders } = this
    const name = `${table} ${key}`
    const known = holders.get(name)
    if (known !== undefined) return known
    const found = await super.holder(table, key)
    if (found !== undefined) holders.set(name, found)
    return found
  }
}
