// Commits commands in batches: one fsync for all, then their results.
//
//   waiting:  a b c d …   →   BEGIN  a b c  COMMIT (fsync)   →   a, b, c resolve   →   next batch
//   b fails after it wrote   →   ROLLBACK  BEGIN  [a] [b] [c]  COMMIT, and for a while each in a savepoint [ ]
import { failureOf } from './sqlite-error.ts'
import type { Connection } from './connection.ts'
import { NextBatch } from './next-batch.ts'
import type { Reserve } from './health/reserve.ts'
import { StorageBusy, StorageDamaged, StorageFailed, StorageFull } from '../storage-error.ts'
import type { CommandOutcome } from '../engine.ts'
import type { WriteOptions } from '../storage.ts'
import type { StorageHealth } from './health/storage-health.ts'

/**
 * Limits of a batch: the most commands that share one commit, and the milliseconds after which a batch commits the
 * commands it has.
 */
const MOST_COMMANDS = 256
const LONGEST_BATCH_MILLISECONDS = 40

/** A person who comes later is refused at once: what waits takes memory, and waits the longer the more there is. */
const MOST_WAITING = 5_000

/**
 * A savepoint keeps each page as it was before the command: a fifth of what a write costs. So a command has none, unless one of
 * the last so many had to be undone: then its whole batch had to run again.
 */
const CAREFUL_COMMANDS = 256

interface QueuedCommand {
  /** Runs the command; gives back what follows once it was run for good, and how to tell its result once the batch is durable. */
  readonly run: () => Promise<{ readonly whenKept: CommandOutcome<unknown>['whenKept']; readonly tell: () => void }>
  readonly reject: (error: unknown) => void
  /** Takes the connection for itself, outside a batch, and begins and commits on its own. */
  readonly exclusive: boolean
  /** Once the room that is kept for it was given up, it is tried a second time. */
  readonly fromReserve: boolean
  tries: number
  /** `isFollowed` is true if memory was already updated after the command, in a batch that was undone. */
  isFollowed: boolean
}

export interface GroupCommitOptions {
  readonly onFailed: (error: StorageFailed) => void
  /** A batch that failed may have left something in memory. */
  readonly afterBegin: () => void
  /** Runs once for a whole batch, in its transaction, after its commands. */
  readonly beforeCommit: () => Promise<void>
  /** Runs between two batches, once the commands of the last one are acknowledged; the next one waits for its promise. */
  readonly afterCommit: () => Promise<void> | undefined
  readonly health: StorageHealth
  readonly reserve: Reserve
  readonly runTwice: boolean
}

export class GroupCommit {
  private readonly connection: Connection
  private readonly options: GroupCommitOptions
  private waiting: QueuedCommand[] = []
  private readonly nextBatch = new NextBatch()
  private running = false
  private failed: StorageFailed | undefined
  private closed = false
  /** How many commands still run in a savepoint each. */
  private careful = 0
  private whenIdle: (() => void)[] = []

  constructor(connection: Connection, options: GroupCommitOptions) {
    this.connection = connection
    this.options = options
  }

  /** Resolves with the command's result when the batch that it ran in is on the disk. Rejects with `StorageBusy` when too many wait already. */
  write<T>(command: () => Promise<CommandOutcome<T>>, { fromReserve = false }: WriteOptions = {}): Promise<T> {
    if (this.waiting.length >= MOST_WAITING)
      return Promise.reject(new StorageBusy('Too many commands wait for the writer.'))
    return this.enqueue(command, { exclusive: false, fromReserve })
  }

  /** Runs work that has a transaction of its own, between two batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.enqueue(async () => ({ result: await work(), whenKept: () => {} }), {
      exclusive: true,
      fromReserve: false,
    })
  }

  /** Refuses further commands and resolves when those that wait are through. */
  async close(): Promise<void> {
    this.closed = true
    if (this.running || this.waiting.length > 0) await new Promise<void>((resolve) => this.whenIdle.push(resolve))
  }

  private enqueue<T>(
    command: () => Promise<CommandOutcome<T>>,
    kind: Pick<QueuedCommand, 'exclusive' | 'fromReserve'>,
  ): Promise<T> {
    const refused = this.refusalOf(kind)
    if (refused) return Promise.reject(refused)
    if (this.closed) return Promise.reject(new Error('The storage is closed.'))
    return new Promise<T>((resolve, reject) => {
      const run = async () => {
        const { result, whenKept } = await command()
        return { whenKept, tell: () => resolve(result) }
      }
      this.waiting.push({ run, reject, tries: 0, isFollowed: false, ...kind })
      this.nextBatch.noteCommand()
      if (!this.running) {
        this.running = true
        void this.drain()
      }
    })
  }

  private async drain(): Promise<void> {
    await this.nextBatch.wait(() => this.waiting.length)
    while (this.waiting.length > 0) {
      this.refuseWaiting()
      const first = this.waiting[0]
      if (first === undefined) break
      if (first.exclusive) {
        this.waiting.shift()
        await first.run().then(
          ({ tell }) => tell(),
          (error: unknown) => first.reject(this.classify(error)),
        )
      } else {
        const begun = performance.now()
        this.nextBatch.noteBatch(await this.runBatch(), begun)
      }
      await this.nextBatch.wait(() => this.waiting.length)
    }
    this.running = false
    for (const resolve of this.whenIdle.splice(0)) resolve()
  }

  /** Why it is not even begun: what is written now would not be kept, or takes the last room from those who delete. */
  private refusalOf({ exclusive, fromReserve }: Pick<QueuedCommand, 'exclusive' | 'fromReserve'>): Error | undefined {
    if (this.failed) return this.failed
    const { health, reserve } = this.options
    if (health.trouble?.kind === 'damaged') return new StorageDamaged(health.trouble.detail)
    const isRoomKept = exclusive || fromReserve || reserve.isWhole
    return health.trouble?.kind === 'disk_full' && !isRoomKept ? new StorageFull(health.trouble.detail) : undefined
  }

  private refuseWaiting(): void {
    this.waiting = this.waiting.filter((command) => {
      const refused = this.refusalOf(command)
      if (refused) command.reject(refused)
      return refused === undefined
    })
  }

  /** Gives back how many commands were acknowledged. */
  private async runBatch(): Promise<number> {
    const taken: QueuedCommand[] = []
    let tell: readonly (() => void)[]
    try {
      this.begin()
      tell = await this.runCommands(taken)
      await this.options.beforeCommit()
      const { trouble } = this.options.health
      // A command may have gone on without what it could not read.
      if (trouble?.kind === 'damaged') throw new StorageDamaged(trouble.detail)
      this.connection.execute('COMMIT')
    } catch (error) {
      this.rollBack()
      // BEGIN itself may have failed: then the waiting commands are rejected, or the queue would never end.
      if (taken.length === 0) taken.push(...this.waiting.splice(0))
      const failure = this.classify(error)
      const again =
        failure instanceof StorageFull ? taken.filter(({ fromReserve, tries }) => fromReserve && tries === 1) : []
      this.waiting.unshift(...again)
      for (const command of taken) if (!again.includes(command)) command.reject(failure)
      return 0
    }
    for (const acknowledge of tell) acknowledge()
    const checkpoint = this.options.afterCommit()
    if (checkpoint !== undefined) await checkpoint
    this.makeRoom()
    return tell.length
  }

  private begin(): void {
    this.connection.execute('BEGIN IMMEDIATE')
    this.options.afterBegin()
  }

  /** Takes what waits, as far as one batch goes, and gives back how to tell the results. */
  private async runCommands(taken: QueuedCommand[]): Promise<readonly (() => void)[]> {
    const tell: (() => void)[] = []
    const start = performance.now()
    while (taken.length < MOST_COMMANDS && this.waiting[0] && !this.waiting[0].exclusive) {
      const command = this.waiting.shift()
      if (!command) break
      command.tries += 1
      taken.push(command)
      const { tell: told, isToUndo } = await this.runOne(command)
      if (isToUndo) tell.splice(0, tell.length, ...(await this.undo(taken, told)))
      else tell.push(told)
      if (performance.now() - start > LONGEST_BATCH_MILLISECONDS) break
    }
    return tell
  }

  /** The log does not grow while the disk is full: what was written is carried over, and its room used again. */
  private makeRoom(): void {
    const { health, reserve } = this.options
    if (health.trouble?.kind !== 'disk_full') return
    if (reserve.isWhole) return health.noteRoom()
    try {
      this.connection.carryOver('what can be')
    } catch (error) {
      // The file itself has no room to grow: what was written stays in the log.
      if (failureOf(error) !== 'full') this.classify(error)
    }
  }

  /** `isToUndo`: it failed and has written something, which goes only with the whole transaction. */
  private async runOne(command: QueuedCommand): Promise<{ readonly tell: () => void; readonly isToUndo: boolean }> {
    if (this.careful > 0) return { tell: await this.runInSavepoint(command), isToUndo: false }
    if (this.options.runTwice) await this.rehearse(command)
    const { writes } = this.connection
    try {
      return { tell: await this.runForGood(command), isToUndo: false }
    } catch (error) {
      if (!this.connection.inTransaction || endsBatch(error)) throw error
      return { tell: () => command.reject(error), isToUndo: this.connection.writes !== writes }
    }
  }

  /** Undoes the batch after its last command has failed, and runs again what was in it: nothing was acknowledged yet. */
  private async undo(taken: readonly QueuedCommand[], told: () => void): Promise<readonly (() => void)[]> {
    this.connection.execute('ROLLBACK')
    this.begin()
    if (taken.length === 1) return [told]
    this.careful = CAREFUL_COMMANDS + taken.length
    const tell: (() => void)[] = []
    for (const command of taken) tell.push(await this.runInSavepoint(command))
    return tell
  }

  /** A command's own error undoes the command; an error of the engine that took the transaction, or must, undoes the batch. */
  private async runInSavepoint(command: QueuedCommand): Promise<() => void> {
    this.careful -= 1
    this.connection.prepare('SAVEPOINT command').run([])
    try {
      if (this.options.runTwice) await this.rehearse(command)
      return await this.runForGood(command, () => this.connection.prepare('RELEASE command').run([]))
    } catch (error) {
      if (!this.connection.inTransaction || endsBatch(error)) throw error
      this.connection.prepare('ROLLBACK TO command').run([])
      this.connection.prepare('RELEASE command').run([])
      return () => command.reject(error)
    }
  }

  private async runForGood(command: QueuedCommand, release: () => void = () => {}): Promise<() => void> {
    const { tell, whenKept } = await command.run()
    if (!this.connection.inTransaction) throw new StorageFailed('The transaction ended before its time.')
    release()
    whenKept(command.isFollowed)
    command.isFollowed = true
    return tell
  }

  /** Runs a command and rolls it back first, as an engine does that has to try a transaction again. */
  private async rehearse(command: QueuedCommand): Promise<void> {
    this.connection.prepare('SAVEPOINT rehearsal').run([])
    try {
      await command.run()
    } catch (error) {
      if (!this.connection.inTransaction || endsBatch(error)) throw error
    }
    this.connection.prepare('ROLLBACK TO rehearsal').run([])
    this.connection.prepare('RELEASE rehearsal').run([])
  }

  private rollBack(): void {
    try {
      if (this.connection.inTransaction) this.connection.execute('ROLLBACK')
    } catch (error) {
      this.classify(new StorageFailed(String(error)))
    }
  }

  /** Nobody may write after an engine that could not make something durable: what it holds in memory is no longer what the disk holds. */
  private classify(error: unknown): unknown {
    const failure = failureOf(error)
    if (failure === 'full') {
      this.options.health.noteFull(error instanceof Error ? error.message : String(error))
      this.options.reserve.release()
      return new StorageFull('The disk is full.', { cause: error })
    }
    if (failure === 'damaged') {
      const detail = error instanceof Error ? error.message : String(error)
      this.options.health.noteDamage(detail)
      return new StorageDamaged(detail, { cause: error })
    }
    if (failure === 'failed' || error instanceof StorageFailed) {
      if (!this.failed) {
        this.failed =
          error instanceof StorageFailed
            ? error
            : new StorageFailed('The database could not be written.', { cause: error })
        this.options.onFailed(this.failed)
      }
      return this.failed
    }
    return error
  }
}

/**
 * Decides whether an error comes from the engine itself, so that it may concern all commands of the batch and not
 * only this one.
 */
function endsBatch(error: unknown): boolean {
  const failure = failureOf(error)
  return failure === 'full' || failure === 'failed' || failure === 'damaged' || error instanceof StorageFailed
}
