// Implements what a command writes into the system's own tables: inbox, system rows, jobs and files.
import type { Batch } from '../engine.ts'
import type { CommandExecutor } from '../executor.ts'
import type { InboxEntry } from '../history-entry.ts'
import type { Job, JobKind, NewJob, RecordReference } from '../job.ts'
import type { StoredFile } from '../stored-file.ts'
import type { SystemRow, SystemTable } from '../system-row.ts'
import { deleteFile, findFilesLeft, findUnusedFiles, putFile, putFilePart } from '../tables/file-table.ts'
import { appendInbox, markEntryRead } from '../tables/inbox-table.ts'
import { changeJob, deleteJob, deleteJobsOf, hasDeadJobs, putJob, releaseJobs } from '../tables/job-table.ts'
import { clearExpiredRows, deleteSystemRow, putSystemRow } from '../tables/system-row-table.ts'
import { putTotal, raiseTotal } from '../tables/stored-totals.ts'
import { addBytes, type ChargedBytes, NO_BYTES } from '../stored-bytes.ts'
import { ForeseenRows } from './foreseen-rows.ts'
import { StorageHandle, systemRow } from './storage-handle.ts'
import type { HandleContext } from './storage-handle.ts'

export interface SystemContext extends HandleContext {
  readonly noteJob: (dueAt: string) => void
  readonly clearsExpired: boolean
}

interface Charge {
  readonly person: string
  readonly bytes: ChargedBytes
  readonly whenCommitted: () => void
}

export abstract class SystemTransaction extends StorageHandle {
  protected override readonly executor: CommandExecutor
  protected readonly batch: Batch
  protected readonly foreseen = new ForeseenRows()
  /** The charges of this transaction so far, and their sum by person. */
  private readonly charges: Charge[] = []
  private readonly chargedTo = new Map<string, ChargedBytes>()
  private readonly noteJob: (dueAt: string) => void
  private readonly clearsExpired: boolean

  constructor(executor: CommandExecutor, context: SystemContext, batch: Batch) {
    super(executor, context)
    this.executor = executor
    this.batch = batch
    this.noteJob = context.noteJob
    this.clearsExpired = context.clearsExpired
  }

  abstract whenKept(follow: () => void): void

  foresee(table: SystemTable, prefixes: readonly string[]): void {
    // Within the process nothing is gained, and what is asked is asked once more where something was written since.
    if (!this.context.dialect.listsAtOnce) return
    this.foreseen.ask(keyWithin(table, prefixes), this.executor, ...this.rowsWithin(table, prefixes))
  }

  override async systemWithin(table: SystemTable, prefixes: readonly string[]): Promise<readonly SystemRow[]> {
    const rows = this.context.dialect.listsAtOnce ? this.foreseen.take(keyWithin(table, prefixes)) : undefined
    return rows === undefined ? await super.systemWithin(table, prefixes) : (await rows()).map(systemRow)
  }

  async appendInbox(entry: InboxEntry): Promise<void> {
    const table = entry.entity === null ? undefined : this.tableOf(entry.entity)
    await appendInbox(this.executor, table?.number, entry)
  }

  async markRead(person: string, id: string, at: string): Promise<boolean> {
    return await markEntryRead(this.executor, person, id, at)
  }

  async putSystem(table: SystemTable, row: SystemRow): Promise<void> {
    this.foreseen.clear()
    await putSystemRow(this.executor, table, row)
    // Each new row clears away two that have expired: the table does not grow with time.
    if (this.clearsExpired) await this.clearExpired(table, 2)
  }

  async clearExpired(table: SystemTable, limit: number): Promise<number> {
    return await clearExpiredRows(this.executor, table, this.context.now(), limit)
  }

  async deleteSystem(table: SystemTable, key: string): Promise<boolean> {
    this.foreseen.clear()
    return await deleteSystemRow(this.executor, table, key)
  }

  async hasDeadJobs(kind: JobKind): Promise<boolean> {
    const { deadJobs } = this.batch
    const known = deadJobs.get(kind)
    if (known !== undefined) return known
    const found = await hasDeadJobs(this.executor, kind)
    deadJobs.set(kind, found)
    return found
  }

  async putJob(job: NewJob): Promise<void> {
    this.noteDead(job)
    await putJob(this.executor, this.context.dialect, this.jobEntities, job)
    this.wakeFor(job.dueAt)
  }

  async changeJob(job: Job): Promise<boolean> {
    this.noteDead(job)
    this.wakeFor(job.dueAt)
    return await changeJob(this.executor, job)
  }

  async deleteJob(number: number): Promise<boolean> {
    return await deleteJob(this.executor, number)
  }

  async deleteJobsOf(about: RecordReference): Promise<void> {
    await deleteJobsOf(this.executor, this.jobEntities, about)
  }

  async releaseJobs(kinds: readonly JobKind[]): Promise<void> {
    await releaseJobs(this.executor, kinds)
  }

  async putFile(file: StoredFile, isWhole: boolean): Promise<void> {
    await putFile(this.executor, this.ownerNumbers, file, isWhole)
  }

  async putFilePart(content: string, number: number, bytes: Uint8Array): Promise<void> {
    await putFilePart(this.executor, content, number, bytes)
  }

  async deleteFile(id: string): Promise<void> {
    await deleteFile(this.executor, id)
  }

  bytesOfBatch(person: string): ChargedBytes {
    return this.batch.bytes.get(person) ?? NO_BYTES
  }

  noteBytes(person: string, bytes: ChargedBytes, whenCommitted: () => void): void {
    this.charges.push({ person, bytes, whenCommitted })
    this.chargedTo.set(person, addBytes(this.bytesCharged(person), bytes))
  }

  bytesCharged(person: string): ChargedBytes {
    return this.chargedTo.get(person) ?? NO_BYTES
  }

  /** Keeps what was charged so far; the function that it gives back forgets what came since. */
  protected keepCharges(): () => void {
    const [count, sums] = [this.charges.length, new Map(this.chargedTo)]
    return () => {
      this.charges.length = count
      this.chargedTo.clear()
      for (const [person, sum] of sums) this.chargedTo.set(person, sum)
    }
  }

  async raiseTotal(person: string, bytes: number): Promise<number> {
    return await raiseTotal(this.executor, person, bytes)
  }

  async putTotal(person: string, bytes: number): Promise<void> {
    await putTotal(this.executor, person, bytes)
  }

  /** Hands what the command has charged on to its batch, each time that it was run for good. */
  protected followCharges(): void {
    for (const { person, bytes, whenCommitted } of this.charges.splice(0)) {
      this.batch.bytes.set(person, addBytes(this.bytesOfBatch(person), bytes))
      this.batch.whenCommitted.push(whenCommitted)
    }
    this.chargedTo.clear()
  }

  async clearFiles(before: string, limit: number): Promise<number> {
    const found = [...(await findUnusedFiles(this.executor, before, limit))]
    for (const { number, table } of this.context.present().places.values())
      if (found.length < limit) found.push(...(await findFilesLeft(this.executor, number, table, limit - found.length)))
    for (const id of found) await deleteFile(this.executor, id)
    return found.length
  }

  private noteDead({ kind, isDead }: NewJob): void {
    if (isDead) this.batch.deadJobs.set(kind, true)
  }

  private wakeFor(dueAt: string | null): void {
    if (dueAt !== null) this.whenKept(() => this.noteJob(dueAt))
  }
}

function keyWithin(table: SystemTable, prefixes: readonly string[]): string {
  return JSON.stringify([table, ...prefixes])
}
