// Creates the storage over an engine.
import type { Model } from '#shared/model/model.ts'
import type { FormerName } from '#shared/protocol/follow-renames.ts'
import type { DocumentSource, StoredRevisions } from '../document-revision.ts'
import type { CompleteBatch, Engine, LoneOutcome } from '../engine.ts'
import type { Executor } from '../executor.ts'
import type { HandleContext, PresentSchema } from './storage-handle.ts'
import { StorageReader } from './storage-reader.ts'
import { WriteTransaction } from './write-transaction.ts'
import type { TransactionContext } from './write-transaction.ts'
import { documentSql } from '../planner/condition-sql.ts'
import { compileFactsPlan, compileValuesPlan, readValuesApart } from '../planner/facts-plan.ts'
import { bindSql, compileSql, createPlanContext } from '../planner/plan-context.ts'
import type { CompiledStatement, PlanContext } from '../planner/plan-context.ts'
import { compileReadPlan } from '../planner/read-plan.ts'
import { wholeRecord } from '../planner/record-sql.ts'
import { compileSummaryPlan } from '../planner/summary-plan.ts'
import { readFormerNames } from '../schema/former-names.ts'
import { migrateSchema, presentPlaces } from '../schema/migration.ts'
import type { DatedPublication, MigrationOutcome, SchemaEngine } from '../schema/migration.ts'
import { SchemaForbidden, StorageRefused } from '../storage-error.ts'
import type { MigrationResult, Storage, WriteOptions } from '../storage.ts'
import { countBytesOf } from '../stored-bytes.ts'
import { claimJobs } from '../tables/job-table.ts'
import { readNumberInForce, storedRevisions } from '../tables/revision-table.ts'
import type { Transaction } from '../transaction.ts'

export interface ChosenDocument {
  readonly model: Model
  /** Revision of the document that the model comes from. */
  readonly revision: string
  /** Kept as a revision; what the database holds already has none. */
  readonly source?: DocumentSource | undefined
  /** Rights that people have under this document and did not have before, for the audit. */
  readonly widened?: readonly string[] | undefined
  /** Names of entities and fields that may be deleted with what they hold. */
  readonly deletes?: readonly string[] | undefined
}

export type DocumentToOpen =
  | ChosenDocument
  /** Chooses the document by the revisions that the database keeps. May throw `StorageRefused`. */
  | { readonly choose: (stored: StoredRevisions) => ChosenDocument | Promise<ChosenDocument> }

/** The document in force, and what its tables look like: read in one transaction, and swapped whole. */
export interface DocumentInForce {
  readonly model: Model
  readonly revision: string
  /** The number of the revision; 0: none is kept. */
  readonly number: number
  readonly present: PresentSchema
  readonly formerNames: readonly FormerName[]
}

/**
 * Chooses the document, and makes the schema that of the document, while nobody else writes: of several that start at once,
 * each sees what the one before it did. Throws `StorageRefused` where rows stand against it.
 */
export function putInForce(
  engine: SchemaEngine & Pick<Engine, 'alone'>,
  choice: DocumentToOpen,
  now: string,
): Promise<DocumentInForce> {
  return engine.alone(async (executor) => {
    const chosen = 'choose' in choice ? await choice.choose(await storedRevisions(executor)) : choice
    const { model, revision, source, widened = [], deletes = [] } = chosen
    const publication = { revision, now, widened, deletes, ...(source === undefined ? {} : { source }) }
    const { result } = await migrate(engine, executor, model, publication)
    if (!result.applied) throw new StorageRefused('The data does not fit the document.', result.conflicts)
    return { result: await readInForce(engine, executor, model, revision), whenKept: () => {} }
  })
}

export interface StorageStart {
  readonly opened: DocumentInForce
  /** The clock: RFC 3339 in UTC with milliseconds. */
  readonly now: () => string
  /** `complete`: runs at the end of each transaction of commands. */
  readonly start: (complete: CompleteBatch) => Engine
}

export function createStorage({ opened, now, start }: StorageStart): Storage {
  let inForce = opened
  const jobListeners: ((dueAt: string) => void)[] = []
  const engine = start(async (executor, { journal }) => {
    await engine.search.indexWaiting(executor, inForce.model, inForce.present.places)
    if (journal.length > 0) await engine.appendAudit(executor, journal)
  })
  const numberAudit = async (): Promise<void> => engine.numberAudit?.()
  const context: HandleContext = { present: () => inForce.present, now, dialect: engine.dialect, numberAudit }
  const writing: TransactionContext = {
    ...context,
    model: () => inForce.model,
    search: engine.search,
    clearsExpired: engine.clearsExpired,
    noteJob: (dueAt) => jobListeners.forEach((listener) => listener(dueAt)),
  }
  const planning = (): PlanContext => {
    const { dialect, reader, slow, lists } = engine
    const { model, present } = inForce
    return createPlanContext({ model, places: present.places, dialect, reader, slow, lists })
  }
  return {
    get model() {
      return inForce.model
    },
    get revision() {
      return inForce.revision
    },
    get number() {
      return inForce.number
    },
    get formerNames() {
      return inForce.formerNames
    },
    shared: engine.shared,
    database: new StorageReader(engine.reader, context, engine),
    plan: (shape) => compileReadPlan(planning(), shape),
    planSummary: (shape) => compileSummaryPlan(planning(), shape),
    planFacts: (entity, nodes) => compileFactsPlan(planning(), entity, nodes),
    planValues: (nodes, policies) => compileValuesPlan(planning(), nodes, policies),
    readValues: (plan, bindings) => readValuesApart(engine, plan, bindings),
    committedBytesBy: (person) => countBytesOf(engine.reader, inForce.model, inForce.present.places, person),
    write: <T>(command: (transaction: Transaction) => Promise<T>, more?: WriteOptions) =>
      engine.write(async (executor, batch) => {
        const transaction = new WriteTransaction(executor, writing, batch)
        const result = await command(transaction)
        await transaction.complete()
        return { result, whenKept: (isFollowed) => transaction.follow(isFollowed) }
      }, more),
    expectLast(transaction) {
      if (transaction instanceof WriteTransaction) transaction.expectLast()
    },
    claimJobs: (kind, claim, more) => {
      const entities = { nameOf: (number: number) => inForce.present.entityNames.get(number) ?? '' }
      const { claimer } = engine
      if (claimer !== undefined) return claimJobs(claimer.executor, entities, kind, { ...claim, lock: claimer.lock })
      return engine.write(
        async (executor) => ({ result: await claimJobs(executor, entities, kind, claim), whenKept: () => {} }),
        more,
      )
    },
    followJobs: (listener) => void jobListeners.push(listener),
    migrate: (next, hash, publication = {}) =>
      engine
        .alone(async (executor): Promise<LoneOutcome<MigrationResult>> => {
          const dated = { ...publication, revision: hash, now: now(), former: inForce.model }
          const { result, isKept } = await migrate(engine, executor, next, dated)
          if (!isKept) return { result }
          const followed = await readInForce(engine, executor, next, hash)
          return { result, whenKept: () => void (inForce = followed) }
        })
        .catch((error: unknown) => {
          if (!(error instanceof SchemaForbidden)) throw error
          return { applied: false, conflicts: [{ sentence: OWNER_NEEDED, rows: 0, examples: [] }] }
        }),
    async adopt(next, hash, number) {
      const found = await engine.write(async (executor, batch) => {
        batch.revisionInForce ??= await readNumberInForce(executor)
        const isWanted = batch.revisionInForce === number
        return { result: isWanted ? await readInForce(engine, executor, next, hash) : undefined, whenKept: () => {} }
      })
      if (found === undefined) return false
      // This process may have published the next one since.
      if (found.number > inForce.number) inForce = found
      return true
    },
    trouble: () => engine.trouble(),
    check: () => engine.check(),
    close: () => engine.close(),
  }
}

const OWNER_NEEDED =
  'This document changes tables, which the server’s role in the database may not do: publish it as their owner, by npm run publish.'

/** Expressions are printed over the rows that are there, for values that a migration fills in. Nobody acts in them. */
function migrate(
  engine: SchemaEngine,
  executor: Executor,
  model: Model,
  publication: DatedPublication,
): Promise<MigrationOutcome> {
  return migrateSchema(executor, engine, model, publication, (places, node) => {
    const printing = createPlanContext({ model, places, dialect: engine.dialect })
    return bindSql(printing, documentSql(printing, node, 'r'), { me: null, now: publication.now })
  })
}

async function readInForce(
  engine: SchemaEngine,
  executor: Executor,
  model: Model,
  revision: string,
): Promise<DocumentInForce> {
  const present = await readPresent(engine, executor, model)
  const formerNames = await readFormerNames(executor)
  return { model, revision, number: await readNumberInForce(executor), present, formerNames }
}

async function readPresent({ dialect }: SchemaEngine, executor: Executor, model: Model): Promise<PresentSchema> {
  const { places, catalogue } = await presentPlaces(executor, model)
  const records = new Map<string, CompiledStatement>()
  return {
    places,
    entityNames: new Map(catalogue.entities.map((entity) => [entity.number, entity.name])),
    fieldNames: new Map(catalogue.fields.map((field) => [field.number, field.name])),
    wholeRecord(entity, column, trash) {
      const key = `${entity} ${column} ${trash}`
      let compiled = records.get(key)
      if (!compiled) {
        const printing = createPlanContext({ model, places, dialect })
        records.set(key, (compiled = compileSql(printing, wholeRecord(printing, entity, column, trash))))
      }
      return compiled
    },
  }
}
