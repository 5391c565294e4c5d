// Declares what a command may do to a database.
import type { ChargedBytes } from './stored-bytes.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { NewAuditEntry } from './audit-entry.ts'
import type { DatabaseHandle } from './database-handle.ts'
import type { HistoryEntry, InboxEntry } from './history-entry.ts'
import type { JobKind, RecordReference, Job, NewJob } from './job.ts'
import type { StoredFile } from './stored-file.ts'
import type { SystemTable, SystemRow } from './system-row.ts'

export interface Transaction extends DatabaseHandle {
  /**
   * Does this once the command has been run for good: what lies in memory follows what was written, and only what is
   * harmless should the batch be lost.
   */
  whenKept(follow: () => void): void
  /**
   * Runs a part of the command and undoes it when it throws, while the rest of the command goes on. Savepoints may be
   * nested.
   */
  savepoint<T>(run: () => Promise<T>): Promise<T>
  /** Lets those who read have their turn, once this command has run some milliseconds' work of statements since the last one. */
  giveTurn(): Promise<void>
  /** Does this after each turn from now on; what it throws ends the command. */
  afterTurns(look: () => void): void
  /**
   * Brings the words of what was written so far up to date, outside of savepoints. The end of the transaction does so for all the
   * rest, in one statement: for a hundred thousand records that would hold up everybody for seconds.
   */
  indexWritten(): Promise<void>
  /** Asks for the number of the document in force, under which the command has to run; gives what waits for it. */
  askRevision(): () => Promise<number>
  /** Says that `systemWithin` will be asked for these: an engine may answer along with what is asked first. */
  foresee(table: SystemTable, prefixes: readonly string[]): void
  /** Looks for these together, so that `exists` and the writes of this command know which are there and not in the trash. */
  lookFor(records: Iterable<RecordReference>): Promise<void>
  /** `record` has all stored fields in JSON form, with id and _version; unique conflicts throw `UniqueConflict`, missing relations `RelationMissing`. */
  insert(entity: string, record: RecordValue): Promise<void>
  /** Sets the given fields and version; false: there is no such record, or it is in the trash. */
  update(entity: string, id: string, changes: { readonly [field: string]: unknown }): Promise<boolean>
  /** Sets these fields of several records at once: they may take each other's unique values. Their versions stay. */
  exchange(
    entity: string,
    changes: readonly { readonly id: string; readonly values: { readonly [field: string]: unknown } }[],
  ): Promise<void>
  /** Lets another record have its unique values, and hides it: only in what is undone afterwards. */
  setAside(entity: string, id: string): Promise<void>
  /** Into the trash, or for good; `StillReferred` when others refer to it. Cascades and clears as the relations say; gives back what else was touched. */
  delete(entity: string, id: string, forGood: boolean): Promise<readonly TouchedRecord[]>
  /** Ids of what was put into the trash by then (RFC 3339) by itself, or with something that no longer lies there; the oldest first. */
  longInTrash(
    entity: string,
    asked: { readonly before: string; readonly skip: number; readonly limit: number },
  ): Promise<readonly string[]>
  /** Out of the trash, with what was deleted along with it: that is given back. */
  restore(entity: string, id: string): Promise<readonly { readonly entity: string; readonly id: string }[]>
  /** Ids that follow this one, in their order, of records that are not in the trash. */
  idsAfter(entity: string, after: string, limit: number): Promise<readonly string[]>
  /** Next value of a sequence field (formatted), counting within `per` and the period of the date when the field says so. */
  next(entity: string, field: string, per?: string, date?: string): Promise<string | number>
  /** A value of this text field that no record has yet: "printer-jam", "printer-jam-2". */
  freeSlug(entity: string, field: string, wanted: string): Promise<string>
  appendHistory(entry: HistoryEntry): Promise<void>
  appendInbox(entry: InboxEntry): Promise<void>
  /** Marks an inbox entry as read; false when the person has none of that id. */
  markRead(person: string, id: string, at: string): Promise<boolean>
  putSystem(table: SystemTable, row: SystemRow): Promise<void>
  deleteSystem(table: SystemTable, key: string): Promise<boolean>
  /** Removes so many rows that have expired, at most; gives how many. Each row that is put removes two, beside. */
  clearExpired(table: SystemTable, limit: number): Promise<number>
  /** Reports whether any job of this kind was given up. */
  hasDeadJobs(kind: JobKind): Promise<boolean>
  /** Writes a job, in place of the one with the same kind, record and key. */
  putJob(job: NewJob): Promise<void>
  /** Ends the lease too. False: it is not there any more. */
  changeJob(job: Job): Promise<boolean>
  deleteJob(number: number): Promise<boolean>
  deleteJobsOf(about: RecordReference): Promise<void>
  /** Ends all leases on these: for the start of the only process. */
  releaseJobs(kinds: readonly JobKind[]): Promise<void>
  /**
   * Adds an entry; there is no way to change or delete one. It has no number yet: the writer gives them out at the end of the
   * batch, in the order of the commands, so no command reads its own.
   */
  appendAudit(entry: NewAuditEntry): Promise<void>
  /** How many records match: for `at most` and `no overlap` use facts; this is for "is there an account yet". */
  count(entity: string): Promise<number>
  /** Writes a file, in place of the one with its id. `isWhole` is true once all its parts are there. */
  putFile(file: StoredFile, isWhole: boolean): Promise<void>
  putFilePart(content: string, number: number, bytes: Uint8Array): Promise<void>
  /** Its parts go with the last file that has them. */
  deleteFile(id: string): Promise<void>
  /** Removes files that no record took until then (RFC 3339), and those whose record is deleted for good; gives how many. */
  clearFiles(before: string, limit: number): Promise<number>
  /** Gives so many empty pages back to the disk at most, and gives whether there are more; some stay for what is written next. */
  giveBackPages(most: number): Promise<boolean>
  /**
   * Counts the bytes of the records that a person created, including those in the trash, and of the files that they
   * uploaded.
   */
  bytesStoredBy(person: string): Promise<number>
  /** Gives the bytes that earlier commands of the same batch have charged to a person: memory hears of them when it is committed. */
  bytesOfBatch(person: string): ChargedBytes
  /** Gives the bytes that this transaction has charged to a person so far, in all the commands that run within it. */
  bytesCharged(person: string): ChargedBytes
  /** Notes bytes that this command has charged to a person. `whenCommitted`: brings memory up to date; of what is undone it is never run. */
  noteBytes(person: string, bytes: ChargedBytes, whenCommitted: () => void): void
  /** Raises the total that the database notes for a person, which is never less than what they store, and gives the new one. */
  raiseTotal(person: string, bytes: number): Promise<number>
  /** Writes the total of a person whose bytes were counted. */
  putTotal(person: string, bytes: number): Promise<void>
}

/** Record that a deletion touched besides its own: it was deleted along, or its relations were cleared. */
export interface TouchedRecord {
  readonly entity: string
  readonly id: string
  readonly how: 'deleted' | 'cleared'
  /** The version that it has afterwards. */
  readonly version: number
  /** The relations that were cleared, as in a history. */
  readonly changes: HistoryEntry['changes']
}
