// Creates the storage over an engine.
import type { Model } from '#shared/model/model.ts'
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
import { StorageRefused } from '../storage-error.ts'
import type { MigrationResult, Storage, WriteOptions } from '../storage.ts'
import { claimJobs } from '../tables/job-table.ts'
import { storedRevisions } from '../tables/revision-table.ts'
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

/** Chooses the document, and makes the schema that of the document. Throws `StorageRefused` where rows stand against it. */
export async function putInForce(
  engine: SchemaEngine & Pick<Engine, 'alone' | 'reader'>,
  choice: DocumentToOpen,
  now: string,
): Promise<ChosenDocument> {
  const chosen = 'choose' in choice ? await choice.choose(await storedRevisions(engine.reader)) : choice
  const { model, revision, source, widened = [], deletes = [] } = chosen
  const publication = { revision, now, widened, deletes, ...(source === undefined ? {} : { source }) }
  const result = await engine.alone(async (executor) => {
    const { result: found, isKept } = await migrate(engine, executor, model, publication)
    return { result: found, ...(isKept && { whenKept: () => {} }) }
  })
  if (!result.applied)
    throw new StorageRefused('The data in this directory does not fit the document.', result.conflicts)
  return chosen
}

export interface StorageStart {
  readonly chosen: ChosenDocument
  /** The clock: RFC 3339 in UTC with milliseconds. */
  readonly now: () => string
  /** `complete`: runs at the end of each transaction of commands. */
  readonly start: (complete: CompleteBatch) => Engine
}

export async function createStorage({ chosen, now, start }: StorageStart): Promise<Storage> {
  let { model, revision } = chosen
  const jobListeners: ((dueAt: string) => void)[] = []
  const engine = start(async (executor, { journal }) => {
    await engine.search.indexWaiting(executor, model, present.places)
    if (journal.length > 0) await engine.appendAudit(executor, journal)
  })
  let present = await readPresent(engine, engine.reader, model)
  let formerNames = await readFormerNames(engine.reader)
  const numberAudit = async (): Promise<void> => engine.numberAudit?.()
  const context: HandleContext = { present: () => present, now, dialect: engine.dialect, numberAudit }
  const writing: TransactionContext = {
    ...context,
    model: () => model,
    search: engine.search,
    clearsExpired: engine.clearsExpired,
    noteJob: (dueAt) => jobListeners.forEach((listener) => listener(dueAt)),
  }
  const planning = (): PlanContext => {
    const { dialect, reader, slow, lists } = engine
    return createPlanContext({ model, places: present.places, dialect, reader, slow, lists })
  }
  return {
    get model() {
      return model
    },
    get revision() {
      return revision
    },
    get formerNames() {
      return formerNames
    },
    database: new StorageReader(engine.reader, context, engine),
    plan: (shape) => compileReadPlan(planning(), shape),
    planSummary: (shape) => compileSummaryPlan(planning(), shape),
    planFacts: (entity, nodes) => compileFactsPlan(planning(), entity, nodes),
    planValues: (nodes, policies) => compileValuesPlan(planning(), nodes, policies),
    readValues: (plan, bindings) => readValuesApart(engine, plan, bindings),
    write: <T>(command: (transaction: Transaction) => Promise<T>, more?: WriteOptions) =>
      engine.write(async (executor, batch) => {
        const transaction = new WriteTransaction(executor, writing, batch)
        return { result: await command(transaction), whenKept: (isFollowed) => transaction.follow(isFollowed) }
      }, more),
    claimJobs: (kind, claim, more) => {
      const entities = { nameOf: (number: number) => present.entityNames.get(number) ?? '' }
      const { claimer } = engine
      if (claimer !== undefined) return claimJobs(claimer.executor, entities, kind, { ...claim, lock: claimer.lock })
      return engine.write(
        async (executor) => ({ result: await claimJobs(executor, entities, kind, claim), whenKept: () => {} }),
        more,
      )
    },
    followJobs: (listener) => void jobListeners.push(listener),
    migrate: (next, hash, publication = {}) =>
      engine.alone(async (executor): Promise<LoneOutcome<MigrationResult>> => {
        const dated = { ...publication, revision: hash, now: now(), former: model }
        const { result, isKept } = await migrate(engine, executor, next, dated)
        if (!isKept) return { result }
        const [followed, names] = [await readPresent(engine, executor, next), await readFormerNames(executor)]
        const whenKept = (): void => {
          model = next
          revision = hash
          present = followed
          formerNames = names
        }
        return { result, whenKept }
      }),
    trouble: () => engine.trouble(),
    check: () => engine.check(),
    close: () => engine.close(),
  }
}

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
