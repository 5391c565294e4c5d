// Reads whole records, facts, history, inbox and system rows, without a policy.
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { toColumn } from '#shared/fields/stored-value.ts'
import { readEntries, readHead, readLast } from '../audit/audit-table.ts'
import type { EntityTable, FieldPlace, Places } from '../schema/catalogue.ts'
import {
  isJobDue,
  readJobNumbered,
  readJobsBy,
  readJobNamed,
  readJobsOf,
  readNewestJobs,
  readNextDue,
} from '../tables/job-table.ts'
import type { JobEntities } from '../tables/job-table.ts'
import { NUMBER_IN_FORCE, readNumberInForce, readRevision, readRevisions } from '../tables/revision-table.ts'
import { cachePerTable } from '../schema/cache-per-table.ts'
import type { Executor, SqlValue, SqlRow } from '../executor.ts'
import { runFacts } from '../planner/facts-plan.ts'
import type { CompiledStatement } from '../planner/plan-context.ts'
import { runFind } from '../planner/read-plan.ts'
import type { AuditRequest, AuditEntry } from '../audit-entry.ts'
import type { DocumentRevision, RevisionEntry } from '../document-revision.ts'
import type { DatabaseHandle } from '../database-handle.ts'
import type { ChangeSet, ChangeSetPage, ChangeSetRequest, HistoryEntry, InboxEntry } from '../history-entry.ts'
import type { Job, JobKind, RecordReference } from '../job.ts'
import type { Bindings, FactsPlan, ReadPlan } from '../query-plans.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import type { StoredFile } from '../stored-file.ts'
import { readKeptInputs } from '../tables/history-table.ts'
import { NO_ENTITY } from '../tables/inbox-table.ts'
import { selectFile, readFilePart } from '../tables/file-table.ts'
import { selectSystemRows } from '../tables/system-row-table.ts'
import type { OwnerNumbers } from '../tables/file-table.ts'
import type { TokenHolder, SystemRow, SystemTable } from '../system-row.ts'

/** Parts of the storage that a migration changes. Readers and transactions look them up at each call. */
export interface PresentSchema {
  readonly places: Places
  /** Names of entities and fields by number, the removed ones too: history may speak of them. */
  readonly entityNames: ReadonlyMap<number, string>
  readonly fieldNames: ReadonlyMap<number, string>
  /** The statement that reads a whole record by the `key` in a column (`r.id`), from the trash too if so; compiled once. */
  readonly wholeRecord: (entity: string, column: string, trash: boolean) => CompiledStatement
}

export interface HandleContext {
  readonly present: () => PresentSchema
  readonly now: () => string
  readonly dialect: StorageDialect
  /** Called before the audit is read: its entries may wait for their numbers. */
  readonly numberAudit?: () => Promise<void>
}

export class StorageHandle implements DatabaseHandle {
  protected readonly executor: Executor
  protected readonly context: HandleContext
  protected readonly jobEntities: JobEntities
  protected readonly ownerNumbers: OwnerNumbers

  constructor(executor: Executor, context: HandleContext) {
    this.executor = executor
    this.context = context
    this.jobEntities = {
      numberOf: (entity) => this.tableOf(entity).number,
      nameOf: (number) => this.context.present().entityNames.get(number) ?? '',
    }
    this.ownerNumbers = {
      numbersOf: ({ entity, field }) => [this.tableOf(entity).number, this.placeOf(entity, field).number],
      namesOf: (entity, field) => {
        const { entityNames, fieldNames, places } = this.context.present()
        const names = { entity: entityNames.get(entity) ?? '', field: fieldNames.get(field) ?? '' }
        return places.get(names.entity)?.fields.has(names.field) === true ? names : undefined
      },
    }
  }

  async record(entity: string, id: string, options?: { readonly trash?: boolean }): Promise<RecordValue | undefined> {
    return await this.readRecord(entity, 'r.id', id, options?.trash === true)
  }

  exists(entity: string, id: string): Promise<boolean> {
    return this.isThere(this.tableOf(entity), id)
  }

  async recordBy(entity: string, field: string, value: unknown): Promise<RecordValue | undefined> {
    const place = this.placeOf(entity, field)
    return await this.readRecord(entity, `r.${place.name}`, toColumn(value, place.column), false)
  }

  async recordByFolded(entity: string, field: string, value: string): Promise<RecordValue | undefined> {
    return await this.readRecord(entity, `lower(r.${this.placeOf(entity, field).name})`, value.toLowerCase(), false)
  }

  async idsWith(entity: string, field: string, values: readonly string[], limit: number): Promise<readonly string[]> {
    const { table } = this.tableOf(entity)
    const column = this.placeOf(entity, field).name
    const sql = `SELECT id FROM ${table} WHERE ${this.context.dialect.isOneOf(column ?? '')} AND trashed_at IS NULL ORDER BY id LIMIT ? + 0`
    const rows = await this.executor.all(sql, [JSON.stringify(values), limit])
    return rows.map(([id]) => String(id))
  }

  async find(plan: ReadPlan, bindings: Bindings, by: string, value: string): Promise<string | undefined> {
    return await runFind(this.executor, plan, bindings, by, value)
  }

  async facts(plan: FactsPlan, id: string, bindings: Bindings): Promise<readonly Value[]> {
    return await runFacts(this.executor, plan, id, bindings)
  }

  async history(
    entity: string,
    record: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<readonly HistoryEntry[]> {
    const before =
      page.before === undefined ? '' : ' AND (version, id) < (SELECT version, id FROM history WHERE id = ?)'
    const sql = `SELECT ${HISTORY_COLUMNS} FROM history WHERE entity = ? AND record = ?${before} ORDER BY version DESC, id DESC LIMIT ? + 0`
    const parameters = [
      this.tableOf(entity).number,
      record,
      ...(page.before === undefined ? [] : [page.before]),
      page.limit,
    ]
    return (await this.executor.all(sql, parameters)).map((row) => this.historyEntry(entity, record, row))
  }

  async changeSets({ limit, before = AFTER_ALL_IDS, person }: ChangeSetRequest): Promise<readonly ChangeSet[]> {
    const of = person === undefined ? '' : ' AND person = ?'
    const sql = `SELECT change_set, min(at), max(person) FROM history WHERE change_set < ?${of} GROUP BY change_set ORDER BY change_set DESC LIMIT ? + 0`
    return (await this.executor.all(sql, [before, ...(person === undefined ? [] : [person]), limit])).map(
      ([id, at, by]) => ({ id: String(id), at: String(at), by: by === null ? null : String(by) }),
    )
  }

  async changeSetEntries(
    id: string,
    { limit, first = 'oldest', beyond }: ChangeSetPage,
  ): Promise<readonly HistoryEntry[]> {
    const [follows, order] = first === 'oldest' ? ['>', 'ASC'] : ['<', 'DESC']
    const row = this.context.dialect.tables.historyRow
    const page = beyond === undefined ? '' : ` AND ${row} ${follows} (SELECT ${row} FROM history WHERE id = ?)`
    const sql = `SELECT ${HISTORY_COLUMNS}, entity, record FROM history WHERE change_set = ?${page} ORDER BY ${row} ${order} LIMIT ? + 0`
    const names = this.context.present().entityNames
    return (await this.executor.all(sql, [id, ...(beyond === undefined ? [] : [beyond]), limit])).map((entry) =>
      this.historyEntry(names.get(Number(entry.at(-2))) ?? '', String(entry.at(-1)), entry),
    )
  }

  async changeSetSize(id: string, most: number): Promise<number> {
    const sql = 'SELECT count(*) FROM (SELECT 1 FROM history WHERE change_set = ? LIMIT ? + 0)'
    return Number((await this.executor.get(sql, [id, most]))?.[0] ?? 0)
  }

  async inbox(
    person: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<readonly InboxEntry[]> {
    const before = page.before === undefined ? '' : ' AND id < ?'
    const sql = `SELECT id, at, message, entity, record, read_at, subject FROM inbox WHERE person = ?${before} ORDER BY id DESC LIMIT ? + 0`
    const parameters = [person, ...(page.before === undefined ? [] : [page.before]), page.limit]
    const names = this.context.present().entityNames
    return (await this.executor.all(sql, parameters)).map(([id, at, text, entity, record, readAt, subject]) => ({
      id: String(id),
      person,
      at: String(at),
      subject: subject === null ? null : String(subject),
      text: String(text),
      entity: Number(entity) === NO_ENTITY ? null : (names.get(Number(entity)) ?? ''),
      record: Number(entity) === NO_ENTITY ? null : String(record),
      readAt: readAt === null ? null : String(readAt),
    }))
  }

  async inboxUnread(person: string): Promise<number> {
    return Number(
      (await this.executor.get('SELECT count(*) FROM inbox WHERE person = ? AND read_at IS NULL', [person]))?.[0] ?? 0,
    )
  }

  async system(table: SystemTable, key: string): Promise<SystemRow | undefined> {
    const sql =
      'SELECT key, person, expires_at, value FROM system_row WHERE kind = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)'
    const row = await this.executor.get(sql, [table, key, this.context.now()])
    return row && systemRow(row)
  }

  async holder(table: SystemTable, key: string): Promise<TokenHolder | undefined> {
    const sql = lookForHolder(this.tableOf('Person'))
    const row = await this.executor.get(sql, [table, key, this.context.now()])
    if (!row) return undefined
    const [person, expiresAt, version, revisionInForce] = row
    return {
      person: String(person),
      expiresAt: expiresAt === null ? null : String(expiresAt),
      version: Number(version),
      revisionInForce: Number(revisionInForce),
    }
  }

  async systemOf(table: SystemTable, person: string): Promise<readonly SystemRow[]> {
    const sql =
      'SELECT key, person, expires_at, value FROM system_row WHERE person = ? AND kind = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY number'
    return (await this.executor.all(sql, [person, table, this.context.now()])).map(systemRow)
  }

  async newestSystemRows(table: SystemTable, limit: number): Promise<readonly SystemRow[]> {
    const sql =
      'SELECT key, person, expires_at, value FROM system_row WHERE kind = ? AND expires_at > ? ORDER BY expires_at DESC, key LIMIT ? + 0'
    return (await this.executor.all(sql, [table, this.context.now(), limit])).map(systemRow)
  }

  async isJobDue(kind: JobKind, now: string): Promise<boolean> {
    return await isJobDue(this.executor, kind, now)
  }

  async nextJobDue(kind: JobKind): Promise<string | undefined> {
    return await readNextDue(this.executor, kind)
  }

  async newestJobs(kind: JobKind, limit: number): Promise<readonly Job[]> {
    return await readNewestJobs(this.executor, this.jobEntities, kind, limit)
  }

  async jobsBy(kind: JobKind, which: 'dead' | 'due', limit: number): Promise<readonly Job[]> {
    return await readJobsBy(this.executor, this.jobEntities, kind, which, limit)
  }

  async job(number: number): Promise<Job | undefined> {
    return await readJobNumbered(this.executor, this.jobEntities, number)
  }

  async jobNamed(kind: JobKind, key: string): Promise<Job | undefined> {
    return await readJobNamed(this.executor, this.jobEntities, kind, key)
  }

  async jobsOf(kind: JobKind, about: RecordReference): Promise<readonly Job[]> {
    return await readJobsOf(this.executor, this.jobEntities, kind, about)
  }

  async systemOfAll(table: SystemTable, people: readonly string[]): Promise<readonly SystemRow[]> {
    const sql = `SELECT key, person, expires_at, value FROM system_row WHERE ${this.context.dialect.isOneOf('person')} AND kind = ? AND (expires_at IS NULL OR expires_at > ?)`
    return (await this.executor.all(sql, [JSON.stringify(people), table, this.context.now()])).map(systemRow)
  }

  async countSystemOf(people: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<SystemTable, number>>> {
    const sql = `SELECT person, kind, count(*) FROM system_row WHERE ${this.context.dialect.isOneOf('person')} AND (expires_at IS NULL OR expires_at > ?) GROUP BY person, kind`
    const counts = new Map<string, Map<SystemTable, number>>(people.map((person) => [person, new Map()]))
    for (const [person, kind, rows] of await this.executor.all(sql, [JSON.stringify(people), this.context.now()]))
      counts.get(String(person))?.set(kind as SystemTable, Number(rows))
    return counts
  }

  async systemWithin(table: SystemTable, prefixes: readonly string[]): Promise<readonly SystemRow[]> {
    return (await this.executor.all(...this.rowsWithin(table, prefixes))).map(systemRow)
  }

  protected rowsWithin(table: SystemTable, prefixes: readonly string[]): readonly [string, readonly SqlValue[]] {
    return selectSystemRows(this.context.dialect, table, prefixes, this.context.now())
  }

  async systemRows(table: SystemTable): Promise<readonly SystemRow[]> {
    const sql =
      'SELECT key, person, expires_at, value FROM system_row WHERE kind = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY key'
    return (await this.executor.all(sql, [table, this.context.now()])).map(systemRow)
  }

  async audit(request: AuditRequest): Promise<readonly AuditEntry[]> {
    await this.context.numberAudit?.()
    return await readEntries(this.executor, request)
  }

  async lastNoted(events: readonly string[], people: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await this.context.numberAudit?.()
    return await readLast(this.executor, this.context.dialect, events, people)
  }

  async revisionInForce(): Promise<number> {
    return await readNumberInForce(this.executor)
  }

  async documentRevision(number: number): Promise<DocumentRevision | undefined> {
    return await readRevision(this.executor, number)
  }

  async documentRevisions(page: {
    readonly limit: number
    readonly before?: number | undefined
  }): Promise<readonly RevisionEntry[]> {
    return await readRevisions(this.executor, page)
  }

  async file(id: string): Promise<StoredFile | undefined> {
    return await selectFile(this.executor, this.ownerNumbers, id)
  }

  async filePart(content: string, number: number): Promise<Uint8Array | undefined> {
    return await readFilePart(this.executor, content, number)
  }

  async auditHead(): Promise<Pick<AuditEntry, 'number' | 'hash'>> {
    await this.context.numberAudit?.()
    return await readHead(this.executor)
  }

  async newestId(): Promise<string | undefined> {
    const { places } = this.context.present()
    const looks = [newestIn('history'), ...[...places.values()].map(({ table }) => newestIn(table))]
    const people = places.get('Person')?.table
    // A look for each person: an inbox is ordered within itself.
    if (people !== undefined) looks.push(`SELECT max((${newestIn('inbox')} AND person = p.id)) FROM ${people} AS p`)
    let newest: string | undefined
    for (const sql of looks) {
      const id = (await this.executor.get(sql, [UUID7]))?.[0]
      if (typeof id === 'string' && (newest === undefined || id > newest)) newest = id
    }
    return newest
  }

  protected tableOf(entity: string): EntityTable {
    const table = this.context.present().places.get(entity)
    if (!table) throw new Error(`there is no entity ${entity}`)
    return table
  }

  protected placeOf(entity: string, field: string): FieldPlace {
    const place = this.tableOf(entity).fields.get(field)
    if (!place) throw new Error(`${entity} has no stored field ${field}`)
    return place
  }

  protected async isThere(table: EntityTable, id: string): Promise<boolean> {
    return (await this.executor.get(lookInto(table), [id])) !== undefined
  }

  protected async readRecord(
    entity: string,
    column: string,
    key: SqlValue,
    trash: boolean,
  ): Promise<RecordValue | undefined> {
    const statement = this.context.present().wholeRecord(entity, column, trash)
    const row = await statement.get(this.executor, { me: null, now: this.context.now() }, { key })
    return row && (JSON.parse(String(row[0])) as RecordValue)
  }

  private historyEntry(entity: string, record: string, row: SqlRow): HistoryEntry {
    const [id, at, by, event, transition, changes, revision, line, confirmed, changeSet, version, input, call] = row
    const names = this.context.present().fieldNames
    const byNumber = Object.entries(JSON.parse(String(changes)) as HistoryEntry['changes'])
    return {
      id: String(id),
      changeSet: changeSet === null ? null : String(changeSet),
      version: Number(version),
      entity,
      record,
      at: String(at),
      by: by === null ? null : String(by),
      event: String(event) as HistoryEntry['event'],
      ...(transition === null ? {} : { transition: String(transition) }),
      changes: Object.fromEntries(byNumber.map(([key, change]) => [names.get(Number(key)) ?? key, change])),
      revision: String(revision),
      ...(line === null ? {} : { line: Number(line) }),
      ...(confirmed === null ? {} : { confirmed: JSON.parse(String(confirmed)) as readonly string[] }),
      ...(input === null ? {} : readKeptInputs(String(input))),
      ...(call === null ? {} : { call: String(call) }),
    }
  }
}

const HISTORY_COLUMNS =
  'id, at, person, event, transition, changes, revision, line, confirmed, change_set, version, input, call'

/** Ids begin with a hexadecimal digit. */
const AFTER_ALL_IDS = 'g'

/** Ids of another form are none of ours. */
const UUID7 = '________-____-7___-%'

const newestIn = (table: string): string => `SELECT max(id) FROM ${table} WHERE id LIKE ?`

const lookInto = cachePerTable(({ table }) => `SELECT 1 FROM ${table} WHERE id = ? AND trashed_at IS NULL`)

const lookForHolder = cachePerTable(
  ({ table }) =>
    `SELECT s.person, s.expires_at, p.version, ${NUMBER_IN_FORCE} FROM system_row AS s JOIN ${table} AS p ON p.id = s.person WHERE s.kind = ? AND s.key = ? AND (s.expires_at IS NULL OR s.expires_at > ?) AND p.trashed_at IS NULL`,
)

export function systemRow([key, person, expiresAt, value]: SqlRow): SystemRow {
  return {
    key: String(key),
    person: person === null ? null : String(person),
    expiresAt: expiresAt === null ? null : String(expiresAt),
    value: JSON.parse(String(value)) as SystemRow['value'],
  }
}
