// Declares the storage interface: what commands and queries may ask of a database; no SQL.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Model, Sort } from '#shared/model/model.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

export interface Storage {
  /** The model whose schema this storage has now. */
  readonly model: Model
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
  /** Runs a plan of `planValues` outside commands, where it may take long without holding up others; rejects with `ReadingTooLong`. */
  readValues(plan: FactsPlan, bindings: Bindings): Promise<readonly Value[]>
  /** Reads outside commands, from the last committed state. */
  readonly database: DatabaseHandle
  /**
   * Runs a command in its savepoint of the next batch and resolves after the batch is durable (commit with synchronous=FULL).
   * A command awaits nothing but its transaction, and may be run more than once: what it does outside its transaction, it does
   * each time. When it throws, its savepoint alone is rolled back and the promise rejects with what it threw.
   * Rejects with `StorageBusy` when too many wait already, and with `StorageFull`, `StorageDamaged` or `StorageFailed` when the batch itself could not be committed: then nothing of it is kept.
   */
  write<T>(command: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Tells of each job that is put or changed, with the moment at which it falls due (RFC 3339), before its commit. */
  followJobs(listener: (dueAt: string) => void): void
  /** Applies the schema changes from the present model to another, and notes in the audit that it is in force, in one transaction; or says which rows stand against it. */
  migrate(model: Model, revision: string, widened?: readonly string[]): Promise<MigrationResult>
  /** What keeps it from writing; undefined: nothing does. Reads go on meanwhile, but for what is damaged itself. */
  trouble(): StorageTrouble | undefined
  /** Looks through the whole database for damage, in the background; what it finds becomes `trouble`. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface WriteOptions {
  /** When the disk is full it may use the room that is kept for deleting: it deletes, or lets somebody in who may. Then it may be run a second time. */
  readonly fromReserve?: boolean
}

export interface StorageTrouble {
  /** `damaged`: a page is corrupt, and nothing is written until a backup is restored. `disk_full`: only deleting goes on. */
  readonly kind: 'damaged' | 'disk_full'
  /** In the engine's words. */
  readonly detail: string
}

export type MigrationResult =
  | { readonly applied: true; readonly changes: readonly string[] }
  /** What would lose or break data: a sentence each, with the line of the document, the number of affected rows and the first of them. */
  | { readonly applied: false; readonly conflicts: readonly MigrationConflict[] }

export interface MigrationConflict {
  readonly sentence: string
  /** Of the document that does not fit the rows; none for an entity that is no longer in it. */
  readonly line?: number
  readonly rows: number
  /** For a person who runs the application: values of fields are among them, except of hidden ones. */
  readonly examples: readonly {
    readonly id: string
    readonly title?: string
    /** In JSON form; of a long text the beginning. */
    readonly value?: unknown
    /** "has 12 characters; at most 10 are allowed". */
    readonly problem?: string
  }[]
}

/** Values that are known only when a plan is run: who asks, when, and what was given. */
export interface Bindings {
  /** The acting person's record (all fields, JSON form), or null. */
  readonly me: RecordValue | null
  readonly now: string
  /** Where it is asked from: those who are nobody take turns by this. */
  readonly address?: string
  /** Input of a transition or literals of a filter, by name. */
  readonly input?: { readonly [name: string]: Value }
  /** The record as it was before the change, for facts that speak of `old`. */
  readonly old?: RecordValue | null
}

/** A field is shown where `when` is true for the row (`true`: in all rows); otherwise it is absent from the answer. */
export interface ReadField {
  readonly field: string
  readonly when: Node | true
}

export interface ReadShape {
  readonly policy: ReadPolicy
  /** Fields to answer with, among those of the policy; `id` and `version` always come. */
  readonly fields: readonly string[]
  /** The reader named the fields: lists leave no long text of them out. */
  readonly named?: boolean
  /** Relations whose records are put in place of their ids, as far as the reader may see them (else the id stays). */
  readonly expand: readonly { readonly field: string; readonly shape: ReadShape }[]
  /** The reader's own condition: sees only what the reader may read (masked fields are empty, hidden records do not exist). */
  readonly filter?: Node
  /** Policy on the entities that `filter` or `sort` walk to, by identifier; what is missing can't be read at all. */
  readonly otherPolicies?: ReadonlyMap<string, ReadPolicy>
  /** Does a search text come with each run? */
  readonly search?: boolean
  readonly sort: readonly Sort[]
  /** Only records in the trash, in place of those that are not. */
  readonly trash?: boolean
}

export interface ReadPlan {
  /** About how much memory it takes once all of it was asked for. */
  readonly bytes: number
  /** One record as JSON text (UTF-8 object), or undefined when it does not exist for this reader. `by`: id, or a unique field. */
  get(bindings: Bindings, by: string, value: string): Promise<string | undefined>
  /** `items`: JSON text of each record, of 2 MB together. `next`: the keyset cursor's values for the following page, null at the end. */
  list(
    bindings: Bindings,
    page: PageRequest,
  ): Promise<{ readonly items: readonly string[]; readonly next: readonly unknown[] | null }>
  count(bindings: Bindings, search?: string): Promise<number>
}

export interface PageRequest {
  readonly limit: number
  /** As given back by `list` before: the sort keys and the id of the last record. */
  readonly after?: readonly unknown[]
  readonly search?: string
}

export interface SummaryShape {
  readonly policy: ReadPolicy
  readonly filter?: Node
  readonly otherPolicies?: ReadonlyMap<string, ReadPolicy>
  readonly by?: { readonly field: string; readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  readonly measures: readonly { readonly kind: 'count' | 'sum' | 'average' | 'min' | 'max'; readonly field?: string }[]
}

export interface SummaryPlan {
  /** About how much memory it takes. */
  readonly bytes: number
  /** The first 1,000 groups by their keys; `isCut`: there are more. */
  run(bindings: Bindings): Promise<{ readonly groups: readonly Group[]; readonly isCut: boolean }>
}

/** A group's key (null: empty) and its measures, in the order of the shape, in JSON form. */
export interface Group {
  readonly key: string | number | boolean | null
  readonly measures: readonly (string | number | null)[]
}

/** An opaque compiled plan of facts. */
export interface FactsPlan {
  readonly entity: string
  readonly names: readonly string[]
}

export interface DatabaseHandle {
  /** The whole record with all fields (hidden ones too), JSON form, whatever the policy; undefined when there is none or it is in the trash (unless asked). */
  record(entity: string, id: string, options?: { readonly trash?: boolean }): Promise<RecordValue | undefined>
  /** Is there such a record, and not in the trash? */
  exists(entity: string, id: string): Promise<boolean>
  recordBy(entity: string, field: string, value: unknown): Promise<RecordValue | undefined>
  /** The same whatever the case of its ASCII letters; only the addresses of people have an index for it. */
  recordByFolded(entity: string, field: string, value: string): Promise<RecordValue | undefined>
  /** Values of the plan's nodes for the record as it is stored now, in the order of `nodes`. */
  facts(plan: FactsPlan, id: string, bindings: Bindings): Promise<readonly Value[]>
  /** Newest first: by version, then by id. `before`: id of the last entry of the page before. */
  history(
    entity: string,
    record: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<readonly HistoryEntry[]>
  inbox(person: string, page: { readonly limit: number; readonly before?: string }): Promise<readonly InboxEntry[]>
  inboxUnread(person: string): Promise<number>
  /** Rows of the system's own tables (accounts, sessions, tokens, idempotency), by name and key. */
  system(table: SystemTable, key: string): Promise<SystemRow | undefined>
  /** Whose row of the system it is, and which version that person's record has now, in one look; undefined: there is none, it has expired, or the person is gone. */
  holder(table: SystemTable, key: string): Promise<TokenHolder | undefined>
  /** All rows of a table that belong to a person (their sessions, their account), those that have not expired, oldest first. */
  systemOf(table: SystemTable, person: string): Promise<readonly SystemRow[]>
  /** The rows of a table that expire last, of those that have not: in a table whose rows live equally long the newest first. */
  newestSystemRows(table: SystemTable, limit: number): Promise<readonly SystemRow[]>
  /** Is there a job of this kind that is due by now and that nobody holds? */
  isJobDue(kind: JobKind, now: string): Promise<boolean>
  /** When the next job of this kind falls due that nobody holds (RFC 3339). */
  nextJobDue(kind: JobKind): Promise<string | undefined>
  /** The newest first. */
  newestJobs(kind: JobKind, limit: number): Promise<readonly Job[]>
  /** `dead`: those that were given up, the newest first. `due`: those that have a moment, the soonest first. */
  jobsBy(kind: JobKind, which: 'dead' | 'due', limit: number): Promise<readonly Job[]>
  job(number: number): Promise<Job | undefined>
  jobsOf(kind: JobKind, about: RecordReference): Promise<readonly Job[]>
  /** The rows of a table that belong to any of these people, of those that have not expired. */
  systemOfAll(table: SystemTable, people: readonly string[]): Promise<readonly SystemRow[]>
  /** How many rows of each table belong to each of these people, of those that have not expired. */
  countSystemOf(people: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<SystemTable, number>>>
  /** All rows of a table that have not expired: for the start, not for requests. */
  systemRows(table: SystemTable): Promise<readonly SystemRow[]>
  /** What was noted for administrators, newest first. */
  audit(request: AuditRequest): Promise<readonly AuditEntry[]>
  /** When each of these people last did one of these, for those who ever did (RFC 3339). */
  lastNoted(events: readonly string[], people: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The greatest id of all that is ordered by ids: records, those in the trash too, histories and inboxes; undefined: there is none. */
  newestId(): Promise<string | undefined>
  /** The newest entry of the audit; number 0: there is none. */
  auditHead(): Promise<Pick<AuditEntry, 'number' | 'hash'>>
}

export interface Transaction extends DatabaseHandle {
  /**
   * Does this once the command has been run for good: what lies in memory follows what was written, and only what is
   * harmless should the batch be lost.
   */
  whenKept(follow: () => void): void
  /** What is done within is undone when it throws, and the rest of the command goes on; these may lie one in another. */
  savepoint<T>(run: () => Promise<T>): Promise<T>
  /** `record` has all stored fields in JSON form, with id and version; unique conflicts throw `UniqueConflict`, missing relations `RelationMissing`. */
  insert(entity: string, record: RecordValue): Promise<void>
  /** Sets the given fields and version; false: there is no such record, or it is in the trash. */
  update(entity: string, id: string, changes: { readonly [field: string]: unknown }): Promise<boolean>
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
  /** Takes jobs that are due and that nobody holds, the soonest first, and counts a try of each. */
  claimJobs(
    kind: JobKind,
    claim: { readonly now: string; readonly leasedUntil: string; readonly limit: number },
  ): Promise<readonly Job[]>
  /** In place of the one of the same kind, record and key. */
  putJob(job: NewJob): Promise<void>
  /** Ends the lease too. False: it is not there any more. */
  changeJob(job: Job): Promise<boolean>
  deleteJob(number: number): Promise<boolean>
  deleteJobsOf(about: RecordReference): Promise<void>
  /** Ends all leases: for the start of the only process. */
  releaseJobs(): Promise<void>
  /**
   * Adds an entry; there is no way to change or delete one. It has no number yet: the writer gives them out at the end of the
   * batch, in the order of the commands, so no command reads its own.
   */
  appendAudit(entry: NewAuditEntry): Promise<void>
  /** How many records match: for `at most` and `no overlap` use facts; this is for "is there an account yet". */
  count(entity: string): Promise<number>
  /** What the records take that the person created, those in the trash too. */
  bytesStoredBy(person: string): Promise<number>
}

/** What else a deletion touched: records that went along, and records whose relations were cleared. */
export interface TouchedRecord {
  readonly entity: string
  readonly id: string
  readonly how: 'deleted' | 'cleared'
  /** The version that it has afterwards. */
  readonly version: number
  /** The relations that were cleared, as in a history. */
  readonly changes: HistoryEntry['changes']
}

export interface HistoryEntry {
  readonly id: string
  /** What was changed together has one: a request, a batch, a timer's run. Null: written before change sets were kept. */
  readonly changeSet: string | null
  /** Of the record, afterwards; entries are in this order. 0: written before versions were kept. */
  readonly version: number
  readonly entity: string
  readonly record: string
  readonly at: string
  /** Id of a person; null: the system. */
  readonly by: string | null
  readonly event: 'created' | 'changed' | 'deleted' | 'restored' | 'transition'
  readonly transition?: string
  /**
   * By field identifier, in JSON form: before and after, of every field that changed. Deleting and restoring change none:
   * the record is as it was.
   */
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] }
  /** Revision of the document that judged it. */
  readonly revision: string
  /** Line of the document under which it happened (a transition's row). */
  readonly line?: number
  /** Codes of warnings that the person confirmed. */
  readonly confirmed?: readonly string[]
}

export interface NewAuditEntry {
  readonly at: string
  readonly event: string
  /** Id of a person; null: nobody who is known, or the system. */
  readonly by: string | null
  /** Id of the person or record that it was done to. */
  readonly subject?: string | null
  /** Neither secrets nor values of fields. */
  readonly detail?: { readonly [name: string]: unknown }
  /** From where it was done, as `addressKey` gives it. */
  readonly address?: string | null
  /** Of the document in force. */
  readonly revision: string
}

export interface AuditEntry extends Required<NewAuditEntry> {
  /** From 1, without gaps. */
  readonly number: number
  /** Hash of the entry before. */
  readonly previous: string
  readonly hash: string
}

export interface AuditRequest {
  readonly limit: number
  /** Number of the last entry of the page before. */
  readonly before?: number
  readonly event?: string
  /** Done by this person, or to them. */
  readonly person?: string
}

export interface InboxEntry {
  readonly id: string
  readonly person: string
  readonly at: string
  readonly text: string
  readonly entity: string
  readonly record: string
  readonly readAt: string | null
}

/**
 * `account`: key e-mail (lower case); `session` and `token`: key SHA-256 of the token; `link`: one-time links; `sign_up`: key of the
 * address; `known_place`: hash of an account and a network; `second_factor`: key person; `idempotency`: caller + key; `view`, `shared_view`: key id.
 */
export type SystemTable =
  | 'account'
  | 'sign_up'
  | 'known_place'
  | 'session'
  | 'token'
  | 'link'
  | 'second_factor'
  | 'passkey'
  | 'identity'
  | 'idempotency'
  | 'view'
  | 'shared_view'
  | 'setting'

export interface SystemRow {
  readonly key: string
  /** Person it belongs to, for "all sessions of". */
  readonly person: string | null
  /** RFC 3339; null: never. Expired rows are not given back. */
  readonly expiresAt: string | null
  readonly value: { readonly [name: string]: unknown }
}

export type JobKind = 'mail' | 'timer' | 'timer scan' | 'schedule'

export interface RecordReference {
  readonly entity: string
  readonly record: string
}

/** Something that happens later: it is claimed with a lease when it is due. */
export interface Job {
  readonly number: number
  readonly kind: JobKind
  /** The record that it is about; it goes when that is deleted. */
  readonly about: RecordReference | null
  /** One of a kind (and record) under each. */
  readonly key: string | null
  /** When it is looked at next, RFC 3339; null: it waits for something else. */
  readonly dueAt: string | null
  /** Those that were begun. */
  readonly tries: number
  /** What the last try failed of. */
  readonly problem: string | null
  /** It was given up: it is not tried again by itself. */
  readonly isDead: boolean
  readonly value: { readonly [name: string]: unknown }
}

export type NewJob = Omit<Job, 'number'>

export interface TokenHolder {
  readonly person: string
  readonly expiresAt: string | null
  /** Of the person's record. */
  readonly version: number
}

export class UniqueConflict extends Error {
  readonly entity: string
  readonly fields: readonly string[]
  constructor(entity: string, fields: readonly string[]) {
    super(`${entity}: ${fields.join(', ')} is taken`)
    this.entity = entity
    this.fields = fields
  }
}

export class RelationMissing extends Error {
  readonly field: string
  /** Where it is not the one that is written: of a record that comes back along with it. */
  readonly entity: string | undefined
  constructor(field: string, entity?: string) {
    super(`${field} refers to nothing`)
    this.field = field
    this.entity = entity
  }
}

export class StillReferred extends Error {
  readonly by: readonly { readonly entity: string; readonly field: string; readonly rows: number }[]
  constructor(by: StillReferred['by']) {
    super('still referred to')
    this.by = by
  }
}

/** The disk is full: nothing of the batch was kept; reads go on. */
export class StorageFull extends Error {}

/** Too many writes, or long readings, wait already: a later try has a chance. */
export class StorageBusy extends Error {}

/** A reading took longer than any may, and was ended. */
export class ReadingTooLong extends Error {}

/** The file is corrupt: nothing is written any more, and what lies on the page can't be read. */
export class StorageDamaged extends Error {}

/** A measure is larger than a number of JSON can be. */
export class MeasureTooLarge extends Error {
  readonly field: string
  constructor(field: string) {
    super(`the measure of ${field} is too large`)
    this.field = field
  }
}

/** The engine could not make the batch durable: the process should stop. */
export class StorageFailed extends Error {}

/** The storage can't be opened, with the sentence that says why: in use, not writable, of a newer format, or rows that stand against the document. */
export class StorageRefused extends Error {
  readonly conflicts: readonly MigrationConflict[]
  constructor(sentence: string, conflicts: readonly MigrationConflict[] = []) {
    super(sentence)
    this.conflicts = conflicts
  }
}

/** A cursor that no `list` of this plan gave. */
export class CursorInvalid extends Error {}
