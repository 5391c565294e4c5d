// Moves all data from one engine to another within one transaction of the target, and verifies what came.
import { readEntries, readHead, walkEntries } from '../audit/audit-table.ts'
import type { ChainHead } from '../audit/hash-chain.ts'
import { verifyChain } from '../audit/hash-chain.ts'
import type { Executor } from '../executor.ts'
import { putInForce } from '../handle/create-storage.ts'
import type { ChosenDocument } from '../handle/create-storage.ts'
import { readCatalogue } from '../schema/catalogue.ts'
import type { SchemaEngine } from '../schema/migration.ts'
import { StorageRefused } from '../storage-error.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import { readRevision } from '../tables/revision-table.ts'
import type { RowsDigest } from './copy-rows.ts'
import { copyRows, hashRows } from './copy-rows.ts'
import type { MovedTable } from './moved-tables.ts'
import {
  AUDIT,
  documentTables,
  linkStatements,
  requiredColumns,
  systemTables,
  tableStatements,
} from './moved-tables.ts'

/** Data as it lies, which nobody changes meanwhile. */
export interface DataSource {
  readonly executor: Executor
  readonly dialect: StorageDialect
  /** The number that was given to a job last; 0: none was. */
  lastJob(): Promise<number>
}

/** A transaction in a database that has the system's tables, and nothing in them. */
export interface DataTarget {
  readonly executor: Executor
  readonly engine: SchemaEngine
  /** Relations are keys from the beginning, which are looked at when the transaction ends; otherwise they become keys in the end. */
  readonly linksFirst: boolean
  /** Stands in an insertion that gives the numbers which the engine would give. */
  readonly numbering: string
  /** Prepares for the document, before its tables are made. */
  prepareFor(document: ChosenDocument): Promise<void>
  /** The engine numbers new jobs after this one. */
  continueJobs(last: number): Promise<void>
  /** Keeps the end of the chain where that does not follow by itself. */
  noteHead(head: ChainHead): Promise<void>
  /** Lets the planner of the engine look at the tables, where it does not by itself. */
  describe(tables: readonly string[]): Promise<void>
}

export interface MoveOptions {
  /** Compiles a text that was published. Undefined: this version can't read it. */
  readonly compile: (text: string) => ChosenDocument | undefined
  /** RFC 3339. */
  readonly now: string
  /** A line for the terminal. */
  readonly onProgress: (line: string) => void
}

export interface MovedData {
  /** Records of all entities, those in the trash too. */
  readonly records: number
  readonly history: number
  readonly files: number
  readonly revision: string
  readonly head: ChainHead
}

interface CopiedTable {
  readonly to: MovedTable
  readonly digest: RowsDigest
}

/** The number of rows after which a table says how far it is. */
const SAID_EACH = 50_000

/** Throws `StorageRefused` with one sentence; then the target is to be undone. */
export async function moveData(
  source: DataSource,
  target: DataTarget,
  { compile, now, onProgress }: MoveOptions,
): Promise<MovedData> {
  const { executor, engine } = target
  const published = await readRevision(source.executor)
  const document = published && compile(published.text)
  if (document === undefined)
    throw new StorageRefused('This version of Verbatim can’t read the document that the data is for.')
  const [noted] = await readEntries(source.executor, { events: ['document_published'], limit: 1 })
  if (noted?.detail['to'] !== document.revision) throw new StorageRefused(START_FIRST)
  const head = await readWholeChain(source.executor, 'The audit')
  const catalogue = await readCatalogue(source.executor)
  const copied: CopiedTable[] = []
  const copy = async (from: MovedTable, to: MovedTable): Promise<void> => {
    let [done, said] = [0, 0]
    const digest = await copyRows(source.executor, executor, { from, to, numbering: target.numbering }, (rows) => {
      done += rows
      if (done - said < SAID_EACH) return
      said = done
      onProgress(`${to.label}: ${done} rows`)
    })
    copied.push({ to, digest })
  }
  await target.prepareFor(document)
  const ofTarget = systemTables(engine.dialect)
  for (const [at, from] of systemTables(source.dialect).entries()) await copy(from, ofTarget[at] ?? from)
  await copy(AUDIT, AUDIT)
  await target.noteHead(head)
  await target.continueJobs(await source.lastJob())
  for (const statement of tableStatements(catalogue, engine.dialect, target.linksFirst))
    await executor.execute(statement)
  for (const table of documentTables(catalogue)) await copy(table, table)
  for (const { table, column } of requiredColumns(catalogue))
    if ((await executor.get(`SELECT 1 FROM ${table} WHERE ${column} IS NULL LIMIT 1`, [])) === undefined)
      await executor.execute(`ALTER TABLE ${table} ALTER COLUMN ${column} SET NOT NULL`)
  if (!target.linksFirst) for (const statement of linkStatements(catalogue)) await executor.execute(statement)
  onProgress('Indexes and searched words are made.')
  await putInForce({ ...engine, alone: async (work) => (await work(executor)).result }, document, now)
  onProgress('What was copied is read again and compared.')
  await verifyRows(executor, copied)
  const moved = await readWholeChain(executor, 'The audit that was copied')
  await target.describe(copied.map(({ to }) => to.name))
  const count = (name: RegExp): number =>
    copied.filter(({ to }) => name.test(to.name)).reduce((sum, { digest }) => sum + digest.rows, 0)
  return {
    records: count(/^t\d+$/),
    history: count(/^history$/),
    files: count(/^file$/),
    revision: document.revision,
    head: moved,
  }
}

/** Another version would keep the same document otherwise, which is for a start to say and do. */
const START_FIRST =
  'Another version of Verbatim, or an edit that was not started, is behind this data: start the application on it once, stop it, and move it then.'

async function verifyRows(executor: Executor, copied: readonly CopiedTable[]): Promise<void> {
  for (const { to, digest } of copied) {
    const found = await hashRows(executor, to)
    if (found.rows === digest.rows && found.hash === digest.hash) continue
    if (/^(?:about|catalogue_\w+)$/.test(to.name)) throw new StorageRefused(START_FIRST)
    throw new StorageRefused(
      found.rows === digest.rows
        ? `What was copied of ${to.label} differs from what was read.`
        : `Of ${to.label}, ${digest.rows} rows were read and ${found.rows} are there.`,
    )
  }
}

async function readWholeChain(executor: Executor, which: string): Promise<ChainHead> {
  const verdict = await verifyChain(walkEntries(executor), { kept: await readHead(executor), noted: [] })
  if (verdict.whole) return verdict.head
  throw new StorageRefused(`${which} is broken at entry ${verdict.number}: ${verdict.problem}.`)
}
