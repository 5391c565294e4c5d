// Declares what a database engine does in its own way; everything else is SQL over an executor, written once.
import type { NewAuditEntry } from './audit-entry.ts'
import type { CommandExecutor, Executor } from './executor.ts'
import type { ChargedBytes } from './stored-bytes.ts'
import type { JobKind } from './job.ts'
import type { ListEngine } from './planner/list-engine.ts'
import type { QuickReader, SlowReader } from './planner/plan-context.ts'
import type { SchemaEngine } from './schema/migration.ts'
import type { SharedState, StorageTrouble, WriteOptions } from './storage.ts'

export interface Engine extends SchemaEngine {
  /** Reads the last committed state. */
  readonly reader: Executor
  readonly quick: QuickReader
  readonly slow: SlowReader
  readonly lists: ListEngine
  /** How many statements were run so far that may have written, the only writer's. */
  readonly writes: number
  readonly shared?: SharedState
  /** Runs a command in a transaction, and resolves once that is durable. The command may be run more than once. */
  write<T>(command: StorageCommand<T>, options?: WriteOptions): Promise<T>
  /** Claims jobs in a statement of its own, where commands that claim would undo each other; absent: a command claims. */
  readonly claimer?: { readonly executor: Executor; readonly lock: string }
  /** Runs work that may change the schema in a transaction of its own, in which nobody else writes. */
  alone<T>(work: LoneWork<T>): Promise<T>
  /** Numbers the entries that wait, in an engine that numbers them later. */
  numberAudit?(): Promise<void>
  /** Does each new row of the system's clear away some that have expired? Where many write at once, only the clean-up does it. */
  readonly clearsExpired: boolean
  /** Describes the problem that keeps the engine from writing. */
  trouble(): StorageTrouble | undefined
  /** Looks through the whole database for damage. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Commands that share a transaction. */
export interface Batch {
  /** Entries of the audit that are numbered at the end of the transaction. */
  readonly journal: NewAuditEntry[]
  /** Read once; no command changes it. */
  revisionInForce: number | undefined
  /** Whether any job of a kind was given up: read once, and noted where a command gives one up. */
  readonly deadJobs: Map<JobKind, boolean>
  /** Bytes that commands have charged to people so far, by person. */
  readonly bytes: Map<string, ChargedBytes>
  /** Run when it is committed; of one that is undone, nothing is. */
  readonly whenCommitted: (() => void)[]
}

export interface CommandOutcome<T> {
  readonly result: T
  /** Called once the command was run for good. `isFollowed`: it was before, in a transaction that was undone, and memory has followed. */
  readonly whenKept: (isFollowed: boolean) => void
}

export type StorageCommand<T> = (executor: CommandExecutor, batch: Batch) => Promise<CommandOutcome<T>>

export interface LoneOutcome<T> {
  readonly result: T
  /** Called in the same turn as the commit; where it is absent, everything is undone. */
  readonly whenKept?: () => void
}

export type LoneWork<T> = (executor: Executor) => Promise<LoneOutcome<T>>

/** Completes a transaction after its commands. */
export type CompleteBatch = (executor: Executor, batch: Batch) => Promise<void>
