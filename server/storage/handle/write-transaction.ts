// Implements a transaction: the writes of one command, inside its savepoint.
import { setImmediate } from 'node:timers/promises'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { countBytesOf } from '../stored-bytes.ts'
import { formatSequence, isSequence } from '#shared/fields/sequence.ts'
import { toColumn } from '#shared/fields/stored-value.ts'
import type { Model } from '#shared/model/model.ts'
import type { EntityTable, FieldPlace } from '../schema/catalogue.ts'
import type { CommandExecutor, SqlValue } from '../executor.ts'
import { changeRow, UniqueViolation } from '../executor.ts'
import type { Batch } from '../engine.ts'
import { groupsCounted } from '../planner/facts-in-memory.ts'
import { knownInMemory, runFacts } from '../planner/facts-plan.ts'
import { deleteRows, findLongInTrash, restoreRows } from '../tables/delete-cascade.ts'
import { appendHistory } from '../tables/history-table.ts'
import type { InsertionEngine } from '../schema/insertion.ts'
import { addPairs, insertionInto } from '../schema/insertion.ts'
import { SELECT_NUMBER_IN_FORCE } from '../tables/revision-table.ts'
import { sequenceKey } from '../tables/sequence-table.ts'
import { findFreeSlug } from '../tables/slug-column.ts'
import { CountedNumbers } from './counted-numbers.ts'
import type { InsertedRow } from './inserted-rows.ts'
import { namedColumns, InsertedRows } from './inserted-rows.ts'
import { RecordsAtHand } from './records-at-hand.ts'
import { SEEN, SeenRecords, unseenTargets } from './seen-records.ts'
import { SystemTransaction } from './system-transaction.ts'
import type { SystemContext } from './system-transaction.ts'
import type { SearchObjects } from '../schema/schema-objects.ts'
import { RelationMissing } from '../storage-error.ts'
import { readConflict, setRowAside } from './unique-conflict.ts'
import type { RowWrite } from './unique-conflict.ts'
import type { NewAuditEntry } from '../audit-entry.ts'
import type { KnownRecord } from '../database-handle.ts'
import type { HistoryEntry } from '../history-entry.ts'
import type { RecordReference } from '../job.ts'
import type { Bindings, FactsPlan } from '../query-plans.ts'
import type { TouchedRecord, Transaction } from '../transaction.ts'

export interface TransactionContext extends SystemContext {
  readonly model: () => Model
  readonly search: SearchObjects
}

interface Follower {
  readonly follow: () => void
  /** `isOfBatch` is true if the follower is dropped with a batch that is undone. */
  readonly isOfBatch: boolean
}

/** So many take some milliseconds. A usual command has fewer, and gives no turn. */
export const STATEMENTS_PER_TURN = 200

export class WriteTransaction extends SystemTransaction implements Transaction {
  private readonly model: () => Model
  private readonly search: SearchObjects
  private readonly tableEngine: InsertionEngine
  private readonly seen = new SeenRecords()
  private readonly numbers = new CountedNumbers()
  private readonly inserted = new InsertedRows()
  private readonly records = new RecordsAtHand()
  private followers: Follower[] = []
  /** Statements that were run when others had their last turn. */
  private turnAt: number
  private look: () => void = () => {}

  constructor(executor: CommandExecutor, context: TransactionContext, batch: Batch) {
    super(executor, context, batch)
    this.turnAt = executor.runs
    this.model = context.model
    this.search = context.search
    this.tableEngine = { search: context.search, tables: context.dialect.tables }
  }

  askRevision(): () => Promise<number> {
    const { batch } = this
    if (batch.revisionInForce !== undefined) return this.revisionInForce.bind(this)
    const answer = this.executor.askAhead(SELECT_NUMBER_IN_FORCE, [])
    return async () => (batch.revisionInForce ??= Number((await answer())[0]?.[0]))
  }

  override async revisionInForce(): Promise<number> {
    return (this.batch.revisionInForce ??= await super.revisionInForce())
  }

  whenKept(follow: () => void): void {
    this.followers.push({ follow, isOfBatch: false })
  }

  /** Writes what a command leaves to its end. */
  async complete(): Promise<void> {
    await this.numbers.write(this.executor)
  }

  /**
   * Brings memory up to date after the command was run for good. `isFollowed` is true if memory was updated already, by a
   * run in a batch that was undone.
   */
  follow(isFollowed: boolean): void {
    this.followCharges()
    const isDue = ({ isOfBatch }: Follower): boolean => isOfBatch || !isFollowed
    const due = this.followers.filter(isDue)
    this.followers = this.followers.filter((each) => !isDue(each))
    for (const { follow } of due) follow()
  }

  /** Says that the next statement is the last, unless entries of the audit are written behind it. */
  expectLast(): void {
    if (!this.followers.some(({ isOfBatch }) => isOfBatch)) this.executor.expectLast()
  }

  async giveTurn(): Promise<void> {
    if (this.executor.runs - this.turnAt < STATEMENTS_PER_TURN) return
    await setImmediate()
    this.turnAt = this.executor.runs
    this.look()
  }

  afterTurns(look: () => void): void {
    this.look = look
  }

  async giveBackPages(most: number): Promise<boolean> {
    return await this.executor.giveBackPages(most)
  }

  async savepoint<T>(run: () => Promise<T>): Promise<T> {
    const [before, forgetCharges] = [this.followers.length, this.keepCharges()]
    await this.numbers.write(this.executor)
    // Of several of one name the latest is meant: they are undone from the inside out.
    await this.executor.run('SAVEPOINT part', [])
    try {
      const result = await run()
      await this.executor.run('RELEASE part', [])
      return result
    } catch (error) {
      // After an error that took the whole transaction there is nothing left to undo.
      if (this.executor.inTransaction) {
        await this.executor.run('ROLLBACK TO part', [])
        await this.executor.run('RELEASE part', [])
        this.seen.clear()
        this.numbers.clear()
        this.foreseen.clear()
        this.inserted.clear()
        this.records.clear()
        this.followers.length = before
        forgetCharges()
      }
      throw error
    }
  }

  async indexWritten(): Promise<void> {
    await this.search.indexWaiting(this.executor, this.model(), this.context.present().places)
  }

  async lookFor(records: Iterable<RecordReference>): Promise<void> {
    if (!this.context.dialect.listsAtOnce) return
    const asked = [...records].map(({ entity, record }) => [this.tableOf(entity), record] as const)
    await this.seen.lookFor(this.executor, this.context.dialect, asked)
  }

  override async record(
    entity: string,
    id: string,
    { trash = false }: { readonly trash?: boolean } = {},
  ): Promise<RecordValue | undefined> {
    const found = await this.readRecord(entity, 'r.id', id, trash)
    if (found !== undefined && !trash) this.records.note(entity, found)
    return found
  }

  known(entity: string, id: string): KnownRecord | undefined {
    const found = this.records.find(this.tableOf(entity), id)
    return found && { ...found, asksNothing: this.context.dialect.listsAtOnce }
  }

  async insert(entity: string, record: RecordValue): Promise<void> {
    const table = this.tableOf(entity)
    const { sql, stored, related, note } = insertionInto(table, this.model(), this.tableEngine)
    const look = this.checkTargets(table, record, record.id)
    if (look !== undefined) await look
    const values = stored.map(({ field, column }) => toColumn(record[field], column) ?? this.given(field))
    const row: InsertedRow = { record, stored, values }
    await this.write(
      entity,
      () => this.executor.put(sql, values),
      () => ({ id: record.id, written: namedColumns(row) }),
    )
    this.inserted.add(entity, row)
    this.records.note(entity, record)
    if (note !== undefined) await this.executor.post(note, [])
    if (this.search.follow !== undefined)
      await this.search.follow(this.executor, this.model(), table, null, namedColumns(row))
    for (const place of related) await this.addPairs(place, record.id, record[place.field])
  }

  async update(entity: string, id: string, changes: { readonly [field: string]: unknown }): Promise<boolean> {
    const table = this.tableOf(entity)
    this.inserted.forget(entity, id)
    const { sets, values, written } = await this.assignments(entity, id, changes)
    if (!('_version' in changes)) sets.push('version = version + 1')
    const sql = `UPDATE ${table.table} SET ${sets.join(', ')} WHERE id = ? AND trashed_at IS NULL`
    if (!(await this.writeRow(entity, sql, [...values, id], { id, written }))) return false
    this.records.change(entity, id, changes)
    for (const [field, value] of Object.entries(changes)) {
      const place = table.fields.get(field)
      if (place?.pairs === undefined) continue
      await this.executor.post(`DELETE FROM ${place.pairs} WHERE source = ?`, [id])
      await this.addPairs(place, id, value)
    }
    return true
  }

  override async facts(plan: FactsPlan, id: string, bindings: Bindings): Promise<readonly Value[]> {
    const inserted = () => this.inserted.valuesOf(plan.entity, id)
    const known = knownInMemory(plan)
    const record = this.inserted.recordOf(plan.entity, id)
    if (known === undefined || record === undefined) return await runFacts(this.executor, plan, id, bindings, inserted)
    const { counted } = this.inserted
    const inMemory = counted.answer(plan.entity, known, record, bindings)
    if (inMemory !== undefined) return inMemory
    await this.executor.takeTurns?.(groupsCounted(plan.entity, known, record))
    const found = await runFacts(this.executor, plan, id, bindings, inserted)
    counted.learn(plan.entity, known, record, bindings, found)
    return found
  }

  async setAside(entity: string, id: string): Promise<void> {
    this.inserted.clear()
    this.records.clear()
    await setRowAside(this.executor, this.tableOf(entity).table, id)
  }

  async exchange(entity: string, changes: Parameters<Transaction['exchange']>[1]): Promise<void> {
    const { table } = this.tableOf(entity)
    this.inserted.clear()
    for (const { id } of changes) await this.setAside(entity, id)
    for (const { id, values: given } of changes) {
      const { sets, values, written } = await this.assignments(entity, id, given)
      const sql = `UPDATE ${table} SET ${[...sets, 'trashed_at = NULL'].join(', ')} WHERE id = ? AND trashed_at = ''`
      await this.writeRow(entity, sql, [...values, id], { id, written })
    }
  }

  /** Changes a row, whose words follow. False: there is no such row. */
  private async writeRow(entity: string, sql: string, values: readonly SqlValue[], write: RowWrite): Promise<boolean> {
    const [table, model] = [this.tableOf(entity), this.model()]
    const beside = this.search.neededBeside?.(model, table, write.written) ?? []
    const row = await this.write(
      entity,
      () => changeRow(this.executor, sql, values, beside),
      () => write,
    )
    if (row === undefined) return false
    const others = beside.map((name, at) => [name, row[at] as SqlValue] as const)
    const all = others.length === 0 ? write.written : new Map([...write.written, ...others])
    await this.search.follow?.(this.executor, model, table, write.id, all)
    return true
  }

  private async assignments(
    entity: string,
    id: string,
    changes: { readonly [field: string]: unknown },
  ): Promise<{ readonly sets: string[]; readonly values: SqlValue[]; readonly written: RowWrite['written'] }> {
    const sets: string[] = []
    const values: SqlValue[] = []
    const written = new Map<string | undefined, SqlValue>()
    await this.checkTargets(this.tableOf(entity), changes, id)
    for (const [field, value] of Object.entries(changes)) {
      if (this.isWorkedOut(entity, field)) continue
      const place = this.placeOf(entity, field)
      if (place.name === undefined || field === 'id') continue
      const stored = toColumn(value, place.column)
      sets.push(`${place.name} = ?`)
      values.push(stored)
      written.set(place.name, stored)
    }
    return { sets, values, written }
  }

  async delete(entity: string, id: string, forGood: boolean): Promise<readonly TouchedRecord[]> {
    this.seen.clear()
    this.inserted.clear()
    this.records.clear()
    return await deleteRows(this.executor, this.context.present().places, {
      entity,
      id,
      forGood,
      at: this.context.now(),
      forget: (table, key) => this.search.forget?.(this.executor, this.model(), table, key),
    })
  }

  async longInTrash(
    entity: string,
    asked: { readonly before: string; readonly skip: number; readonly limit: number },
  ): Promise<readonly string[]> {
    return await findLongInTrash(this.executor, this.context.present().places, this.tableOf(entity), asked)
  }

  async restore(entity: string, id: string): Promise<readonly { readonly entity: string; readonly id: string }[]> {
    const { places } = this.context.present()
    this.inserted.clear()
    this.records.clear()
    return await this.write(entity, () => restoreRows(this.executor, places, entity, id))
  }

  async idsAfter(entity: string, after: string, limit: number): Promise<readonly string[]> {
    const sql = `SELECT id FROM ${this.tableOf(entity).table} WHERE id > ? AND trashed_at IS NULL ORDER BY id LIMIT ? + 0`
    return (await this.executor.all(sql, [after, limit])).map(([id]) => String(id))
  }

  async next(entity: string, field: string, per = '', date = ''): Promise<string | number> {
    const type = this.model().entities.get(entity)?.fields.get(field)?.type
    const pattern = type && isSequence(type) ? type.pattern : undefined
    const { number } = this.placeOf(entity, field)
    const last = await this.numbers.next(this.executor, number, sequenceKey(pattern, per, date))
    return pattern === undefined ? last : formatSequence(pattern, last, date)
  }

  async freeSlug(entity: string, field: string, wanted: string): Promise<string> {
    return await findFreeSlug(this.executor, this.tableOf(entity).table, this.placeOf(entity, field), wanted)
  }

  async appendHistory(entry: HistoryEntry): Promise<void> {
    await appendHistory(this.executor, this.tableOf(entry.entity), entry)
  }

  async appendAudit(entry: NewAuditEntry): Promise<void> {
    this.followers.push({ follow: () => this.batch.journal.push(entry), isOfBatch: true })
  }

  async count(entity: string): Promise<number> {
    const sql = `SELECT count(*) FROM ${this.tableOf(entity).table} WHERE trashed_at IS NULL`
    return Number((await this.executor.get(sql, []))?.[0] ?? 0)
  }

  async bytesStoredBy(person: string): Promise<number> {
    return await countBytesOf(this.executor, this.model(), this.context.present().places, person)
  }

  protected override isThere(table: EntityTable, id: string): Promise<boolean> {
    return this.seen.has(table, id) ? SEEN : this.seen.note(table, id, super.isThere(table, id))
  }

  /** Computed anew at each reading; there is nothing to be kept. */
  private isWorkedOut(entity: string, field: string): boolean {
    return this.model().entities.get(entity)?.fields.get(field)?.computed?.stored === false
  }

  /** Every record has the moments of its making and of its last change. */
  private given(field: string): SqlValue {
    return field === 'created_at' || field === 'updated_at' ? this.context.now() : null
  }

  private async addPairs(place: FieldPlace, id: string, value: unknown): Promise<void> {
    if (place.pairs === undefined || !Array.isArray(value)) return
    await addPairs(this.executor, this.context.dialect, place.pairs, id, [...new Set(value.map(String))])
  }

  /** A foreign key would be content with a record in the trash; a relation is not. */
  private checkTargets(
    table: EntityTable,
    values: { readonly [field: string]: unknown },
    self: string,
  ): Promise<void> | undefined {
    const targets = unseenTargets(table, values, self, (entity, id) => this.seen.has(this.tableOf(entity), id))
    return targets.length === 0 ? undefined : this.requireTargets(targets)
  }

  private async requireTargets(targets: ReturnType<typeof unseenTargets>): Promise<void> {
    if (targets.length > 1) await this.lookFor(targets)
    for (const { field, entity, record } of targets)
      if (!(await this.isThere(this.tableOf(entity), record))) throw new RelationMissing(field)
  }

  /** Tells a unique value that is taken from every other error. */
  private async write<T>(entity: string, work: () => Promise<T>, row?: () => RowWrite): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      throw await readConflict(this.executor, this.context.present().places, error, this.tableOf(entity), row?.())
    }
  }
}
