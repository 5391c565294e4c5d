// Declares what can be read of a database: without a policy, and one record under a plan's.
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { AuditEntry, AuditRequest } from './audit-entry.ts'
import type { DocumentRevision, RevisionEntry } from './document-revision.ts'
import type { ChangeSet, ChangeSetPage, ChangeSetRequest, HistoryEntry, InboxEntry } from './history-entry.ts'
import type { JobKind, RecordReference, Job } from './job.ts'
import type { Bindings, FactsPlan, ReadPlan } from './query-plans.ts'
import type { StoredFile } from './stored-file.ts'
import type { SystemTable, SystemRow, TokenHolder } from './system-row.ts'

export interface KnownRecord {
  readonly record: RecordValue
  /** Gives the JSON text that `find` would give of these fields; undefined: only the engine can. */
  print(fields: readonly string[]): string | undefined
  /** To ask takes a trip, and the engine commits with the answer: where anything has to be asked, all of it is. */
  readonly asksNothing: boolean
}

export interface DatabaseHandle {
  /** The whole record with all fields (hidden ones too), JSON form, whatever the policy; undefined when there is none or it is in the trash (unless asked). */
  record(entity: string, id: string, options?: { readonly trash?: boolean }): Promise<RecordValue | undefined>
  /** A record as this transaction has read and written it, without a look. Undefined: it did not, or the engine does not tell. */
  known?(entity: string, id: string): KnownRecord | undefined
  /** Is there such a record, and not in the trash? */
  exists(entity: string, id: string): Promise<boolean>
  recordBy(entity: string, field: string, value: unknown): Promise<RecordValue | undefined>
  /**
   * Finds a record by a field, ignoring the case of ASCII characters. Only the email addresses of people have an
   * index for this.
   */
  recordByFolded(entity: string, field: string, value: string): Promise<RecordValue | undefined>
  /** Ids of the records, none in the trash, whose text in this field is one of these. */
  idsWith(entity: string, field: string, values: readonly string[], limit: number): Promise<readonly string[]>
  /** One record as JSON text (UTF-8 object), or undefined when it does not exist for the plan's reader. `by`: id, or a unique field. */
  find(plan: ReadPlan, bindings: Bindings, by: string, value: string): Promise<string | undefined>
  /** Values of the plan's nodes for the record as it is stored now, in the order of `nodes`. */
  facts(plan: FactsPlan, id: string, bindings: Bindings): Promise<readonly Value[]>
  /** Newest first: by version, then by id. `before`: id of the last entry of the page before. */
  history(
    entity: string,
    record: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<readonly HistoryEntry[]>
  /** Newest first. */
  changeSets(request: ChangeSetRequest): Promise<readonly ChangeSet[]>
  /** The entries of a change set, in the order in which they were written. */
  changeSetEntries(id: string, page: ChangeSetPage): Promise<readonly HistoryEntry[]>
  /** Counts the entries of a change set, as far as `most`. */
  changeSetSize(id: string, most: number): Promise<number>
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
  /** The one of that key which is about no record. */
  jobNamed(kind: JobKind, key: string): Promise<Job | undefined>
  jobsOf(kind: JobKind, about: RecordReference): Promise<readonly Job[]>
  /** The rows of a table that belong to any of these people, of those that have not expired. */
  systemOfAll(table: SystemTable, people: readonly string[]): Promise<readonly SystemRow[]>
  /** How many rows of each table belong to each of these people, of those that have not expired. */
  countSystemOf(people: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<SystemTable, number>>>
  /** Rows of a table whose keys begin with one of these, of those that have not expired. */
  systemWithin(table: SystemTable, prefixes: readonly string[]): Promise<readonly SystemRow[]>
  /** All rows of a table that have not expired: for the start, not for requests. */
  systemRows(table: SystemTable): Promise<readonly SystemRow[]>
  /** Reads the entries of the audit for administrators, newest first. */
  audit(request: AuditRequest): Promise<readonly AuditEntry[]>
  /** When each of these people last did one of these, for those who ever did (RFC 3339). */
  lastNoted(events: readonly string[], people: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The greatest id of all that is ordered by ids: records, those in the trash too, histories and inboxes; undefined: there is none. */
  newestId(): Promise<string | undefined>
  /** The number of the revision in force; 0: none was published. `holder` gives it too. */
  revisionInForce(): Promise<number>
  /** A revision of the document by its number; undefined: there is none, or its text is not kept any more. */
  documentRevision(number: number): Promise<DocumentRevision | undefined>
  /** Newest first. `before`: number of the last one of the page before. */
  documentRevisions(page: {
    readonly limit: number
    readonly before?: number | undefined
  }): Promise<readonly RevisionEntry[]>
  /** Undefined: there is none, or it has not arrived as a whole. */
  file(id: string): Promise<StoredFile | undefined>
  /** Reads a part of a file by its number, from 0; undefined after the last one. */
  filePart(content: string, number: number): Promise<Uint8Array | undefined>
  /** The newest entry of the audit; number 0: there is none. */
  auditHead(): Promise<Pick<AuditEntry, 'number' | 'hash'>>
}
