// Imports a table as the person: each row as a single write, all of them in one transaction, or none.
import type { ImportBody, ImportMode } from '#shared/protocol/import.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Charge } from '../background/run-in-background.ts'
import { storageWithin } from '../write/nested-storage.ts'
import type { RepeatGuard } from '../write/idempotency.ts'
import { runOnce } from '../write/idempotency.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { ImportTally } from './import-tally.ts'
import { makeTally } from './import-tally.ts'
import type { ImportFileRequest, PreparedImport } from './prepare-import.ts'
import { requireDecided, requireWritable } from './prepare-import.ts'
import { indexRows, orderRows } from './rows-of-file.ts'
import { writeInParts } from './write-in-parts.ts'
import { makeRowWriter } from './write-rows.ts'
import { makeWrittenRows } from './written-rows.ts'

export interface ImportRequest extends ImportFileRequest {
  readonly mode: ImportMode
  /** Codes of warnings that the person goes on with. */
  readonly confirmed?: readonly string[]
  /** Details of the import that go into the audit; `address` has the form that `addressKey` gives. */
  readonly note: ImportNote
}

export interface ImportNote {
  readonly path: string
  readonly address: string | null
}

export interface ImportOptions {
  readonly guard?: RepeatGuard<ImportBody> | undefined
  /** Is given the tally after each row. */
  readonly follow?: (tally: ImportTally) => void
  /** Ends the import; nothing is kept then. */
  readonly signal?: AbortSignal
  /** Absent: the request is charged. */
  readonly charge?: Charge
}

/** Describes a file that was read without any attempt to write its rows. */
export function describeRead({ described }: PreparedImport): ImportBody {
  return { kept: false, ...described, created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] }
}

/** Writes all rows of a file that was read, or none. */
export async function writePrepared(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  prepared: PreparedImport,
  { mode, confirmed = [], note }: Pick<ImportRequest, 'mode' | 'confirmed' | 'note'>,
  { guard, follow, signal, charge = (work) => work() }: ImportOptions = {},
): Promise<ImportBody> {
  const { running } = dependencies.current
  const { entity, columns, described } = prepared
  requireWritable(prepared)
  if (mode === 'run') requireDecided(prepared)
  const index = indexRows(entity, columns, prepared.rows)
  const { rows, circular } = orderRows(entity, columns, prepared.rows, index)
  const changeSet = dependencies.newId(actorContext.now)
  const person = { by: actorContext.actor.person?.id ?? null, at: actorContext.now }
  let tried: ImportBody | undefined
  try {
    return await dependencies.storage.write(
      (transaction) =>
        runOnce(guard, transaction, async () => {
          const storage = storageWithin(dependencies.storage, transaction)
          const nested = { ...dependencies, storage, changeSet, unwatched: new Set<string>() }
          const written = makeWrittenRows()
          const writer = makeRowWriter(nested, actorContext, {
            entity,
            columns,
            rows,
            confirmed,
            transaction,
            index,
            circular,
            written,
            isTried: mode === 'check',
          })
          const tally = makeTally()
          const isToEnd = (): boolean => tally.isStopped || signal?.aborted === true
          for await (const part of writeInParts(writer, rows, charge)) {
            for (const { row, outcome } of part) {
              tally.add(row, outcome)
              follow?.(tally)
              if (isToEnd()) break
            }
            if (isToEnd()) break
          }
          tried = { kept: false, ...described, ...tally.counts() }
          if (mode === 'check' || tried.refused > 0 || signal?.aborted === true) throw UNDO
          const isChanged = tried.created + tried.updated > 0
          const done: ImportBody = { ...tried, kept: true, ...(isChanged ? { changeSet } : {}) }
          await auditImport(transaction, running, person, { note, body: done })
          return done
        }),
      { isLong: true, isRepeatable: guard !== undefined },
    )
  } catch (error) {
    if (error !== UNDO || tried === undefined) throw error
    const about = { note, body: tried }
    await dependencies.storage.write((transaction) => auditImport(transaction, running, person, about))
    return tried
  }
}

const UNDO = new Error('It was only tried.')

/**
 * Notes an import in the audit, one that was only tried too: it tells of each of its values whether a record has it, be it one
 * that the person may not read.
 */
export async function auditImport(
  transaction: Transaction,
  { revision }: RunningDocument,
  { by, at }: { readonly by: string | null; readonly at: string },
  { note: { path, address }, body }: { readonly note: ImportNote; readonly body: ImportBody },
): Promise<void> {
  const { kept, rows, created, updated, unchanged, refused: refusals, stopped } = body
  const counts = { rows, created, updated, unchanged, refused: refusals }
  const detail = { path, kept, ...counts, ...(stopped && { stopped: stopped.line }) }
  await appendAudit(transaction, { event: 'imported', at, by, detail, address, revision })
}
