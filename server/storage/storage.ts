// Declares the storage interface: what commands and queries may ask of a database; no SQL.
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { FormerName } from '#shared/protocol/follow-renames.ts'
import type { DatabaseHandle } from './database-handle.ts'
import type { DocumentSource } from './document-revision.ts'
import type { Job, JobClaim, JobKind } from './job.ts'
import type { Bindings, ReadShape, ReadPlan, SummaryShape, SummaryPlan, FactsPlan } from './query-plans.ts'
import type { RateLimiter } from './rate-limits.ts'
import type { Transaction } from './transaction.ts'

export interface Storage {
  /** The model whose schema this storage has now. */
  readonly model: Model
  /** The revision of the document that the model comes from. */
  readonly revision: string
  /** The number of that revision; 0: none is kept. */
  readonly number: number
  /** Former names of the model's fields, over all its revisions. */
  readonly formerNames: readonly FormerName[]
  /** Compiles a shape of reading into statements, once; the caller keeps the plan as long as the model. */
  plan(shape: ReadShape): ReadPlan
  planSummary(shape: SummaryShape): SummaryPlan
  /** Compiles facts (and conditions) over one record; run inside commands by `Transaction.facts`, or outside by `facts`. */
  planFacts(entity: string, nodes: readonly Node[]): FactsPlan
  /**
   * Compiles values that need no record at hand: sets, and fields of records that inputs name. With `policies` they see what
   * a reader may read; without, all data. Run like facts, by any id.
   */
  planValues(nodes: readonly Node[], policies?: ReadonlyMap<string, ReadPolicy>): FactsPlan
  /** Runs a plan of `planValues` outside commands, so that it holds up nobody when it takes long; rejects with `ReadingTooLong`. */
  readValues(plan: FactsPlan, bindings: Bindings): Promise<readonly Value[]>
  /** Counts what `Transaction.bytesStoredBy` counts, of what is committed: no command that writes meanwhile is in its way. */
  committedBytesBy(person: string): Promise<number>
  /** State of all processes that write into the same database; absent: there is only this one, and its memory is enough. */
  readonly shared?: SharedState | undefined
  /** Reads outside commands, from the last committed state. */
  readonly database: DatabaseHandle
  /**
   * Runs a command in the next batch and resolves after the batch is durable (commit with synchronous=FULL).
   * A command awaits nothing but its transaction, and may be run more than once: what it does outside its transaction, it does
   * each time. When it throws, only what it has written is undone and the promise rejects with what it threw.
   * Rejects with `StorageBusy` when too many wait already, and with `StorageFull`, `StorageDamaged` or `StorageFailed` when the batch itself could not be committed: then nothing of it is kept. Rejects with `OutcomeUnknown` when that is not known.
   */
  write<T>(command: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Says that the command asks the database one question more at the most, and then ends: an engine may commit with it. Absent
   * where commands run within another.
   */
  expectLast?(transaction: Transaction): void
  /** Takes jobs that are due and that nobody holds, the soonest first, and counts a try of each. */
  claimJobs(kind: JobKind, claim: JobClaim, options?: WriteOptions): Promise<readonly Job[]>
  /** Tells of each job that is put or changed, with the moment at which it falls due (RFC 3339), before its commit. */
  followJobs(listener: (dueAt: string) => void): void
  /**
   * Puts another model in force, in one transaction: applies the schema changes from the present one, keeps the text, and
   * notes it in the audit; or says which rows stand against it.
   */
  migrate(model: Model, revision: string, publication?: Publication): Promise<MigrationResult>
  /**
   * Goes on with the tables of a revision that another process has put in force, and writes nothing. False: that revision is
   * no longer in force.
   */
  adopt(model: Model, revision: string, number: number): Promise<boolean>
  /**
   * Describes the problem that keeps the storage from writing, or undefined if there is none. Reads go on meanwhile,
   * except of data that is itself damaged.
   */
  trouble(): StorageTrouble | undefined
  /** Looks through the whole database for damage, in the background; what it finds becomes `trouble`. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface SharedState {
  /** The number of commands of this process that run beside each other: others wait. */
  readonly commandsAtOnce: number
  readonly rateLimiter: RateLimiter
  /** Lets jobs that were claimed until one moment be held until another (RFC 3339), or by nobody, as far as nobody else claimed them since. */
  changeLeases(jobs: readonly number[], from: string, to: string | null): Promise<void>
}

export interface WriteOptions {
  /** When the disk is full it may use the room that is kept for deleting: it deletes, or lets somebody in who may. Then it may be run a second time. */
  readonly fromReserve?: boolean
  /** The command writes very many records. Where commands run beside each other, none runs beside it, since each would undo it. */
  readonly isLong?: boolean
  /** A further run finds what an earlier one kept, so that it may be run again when nobody knows whether it was kept. */
  readonly isRepeatable?: boolean
}

export interface StorageTrouble {
  /** `damaged`: a page is corrupt, and nothing is written until a backup is restored. `disk_full`: only deleting goes on. */
  readonly kind: 'damaged' | 'disk_full'
  /** Description of the problem in the engine's words. */
  readonly detail: string
}

/** Facts about a document, besides its model, when it is put in force. */
export interface Publication {
  /** Kept as a revision; without, none is. */
  readonly source?: DocumentSource
  /** Rights that people have under the new document and did not have before, for the audit. */
  readonly widened?: readonly string[]
  /** Address from which the document was published, as `addressKey` gives it. */
  readonly address?: string | null
  /** The number of the revision that it follows; where another is in force, nothing is done. */
  readonly follows?: number
  /** Everything is undone in the end: it says what would be. */
  readonly isDryRun?: boolean
  /** Names of what is deleted with its values, as `MigrationConflict.deletes` gives them. */
  readonly deletes?: readonly string[]
}

export type MigrationResult =
  /** `number`: of the revision that is in force now; 0 where none is kept. */
  | { readonly applied: true; readonly changes: readonly string[]; readonly number: number }
  /**
   * Changes that would lose or break data: a sentence for each, with the document's line, the number of affected rows
   * and the first of them. `isOvertaken` is true if another revision was published meanwhile.
   */
  | { readonly applied: false; readonly conflicts: readonly MigrationConflict[]; readonly isOvertaken?: true }

export interface MigrationConflict {
  readonly sentence: string
  /** Line of the document that does not fit the rows, or none for an entity that is no longer in the document. */
  readonly line?: number
  readonly rows: number
  /** Name of what publishing the document would delete: "Ticket.note", or "Report" with all its records. */
  readonly deletes?: string
  /** Examples for a person who runs the application. They contain values of fields, except of hidden ones. */
  readonly examples: readonly {
    readonly id: string
    readonly title?: string
    /** Value in JSON form, or the beginning of it for a long text. */
    readonly value?: unknown
    /** "has 12 characters; at most 10 are allowed". */
    readonly problem?: string
  }[]
}
