// Imports the rows of a file that are not refused, some in each command: others write in between.
import { languageOf } from '#shared/text/language.ts'
import type { ImportBody } from '#shared/protocol/import.ts'
import { storageWithin } from '../../write/nested-storage.ts'
import type { ActorContext, RecordsDependencies } from '../../records-dependencies.ts'
import type { PreparedImport } from '../prepare-import.ts'
import { requireDecided, requireWritable } from '../prepare-import.ts'
import { putRow, readRow, requireGoingOn, WORK_STOPPED } from '../../background/background-row.ts'
import type { Charge } from '../../background/run-in-background.ts'
import type { ImportTally } from '../import-tally.ts'
import { makeTally } from '../import-tally.ts'
import { indexRows, orderRows } from '../rows-of-file.ts'
import { writeInParts } from '../write-in-parts.ts'
import { makeRowWriter } from '../write-rows.ts'
import { makeWrittenRows } from '../written-rows.ts'
import type { StoredImport } from './import-row.ts'
import { appendToFile, refusedHead, refusedLine } from './refused-rows.ts'

/** Rows of one command: it takes some 100 ms, and then others write. */
const ROWS_OF_COMMAND = 100

export interface GoodRowsOptions {
  readonly follow: (tally: ImportTally) => void
  readonly signal: AbortSignal
  readonly charge: Charge
}

/**
 * Imports the rows that are not refused. The import's row records how many are kept so far, in the same transaction.
 */
export async function importGoodRows(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  prepared: PreparedImport,
  begun: StoredImport,
  { follow, signal, charge }: GoodRowsOptions,
): Promise<StoredImport> {
  const { entity, columns } = prepared
  const { model } = dependencies.current.running
  requireWritable(prepared)
  requireDecided(prepared)
  const index = indexRows(entity, columns, prepared.rows)
  const { rows, circular } = orderRows(entity, columns, prepared.rows, index)
  const { confirmed = [] } = begun.request
  let stored = begun
  let written = makeWrittenRows()
  follow(makeTally(stored.tally))
  while ((stored.tally?.tried ?? 0) < rows.length && stored.tally?.stopped === undefined && !signal.aborted) {
    const from = stored.tally?.tried ?? 0
    const part = rows.slice(from, from + ROWS_OF_COMMAND)
    // The command may run more than once: what it adds up is its own until it is kept.
    const done = await dependencies.storage
      .write(async (transaction) => {
        requireGoingOn(await readRow<StoredImport>(transaction, 'import', begun.id))
        const { changeSet } = stored
        const nested = { ...dependencies, storage: storageWithin(dependencies.storage, transaction), changeSet }
        const own = makeWrittenRows(written)
        const target = { entity, columns, rows: part, confirmed, transaction, index, circular, written: own }
        const writer = makeRowWriter(nested, actorContext, target)
        const tally = makeTally(stored.tally)
        let lines = ''
        for await (const together of writeInParts(writer, part, charge)) {
          for (const { row, outcome } of together) {
            tally.add(row, outcome)
            if (outcome.did === undefined) lines += refusedLine(columns, row, outcome)
          }
          if (tally.isStopped) break
        }
        const head = stored.refusedFile === undefined ? refusedHead(columns, languageOf(model.settings.language)) : ''
        const about = { name: `${entity.path}-refused.csv`, person: stored.person, createdAt: stored.createdAt }
        const refusedFile =
          lines === '' ? stored.refusedFile : await appendToFile(transaction, stored.refusedFile, head + lines, about)
        const next: StoredImport = { ...stored, state: 'running', tally: tally.state(), refusedFile }
        await putRow(transaction, 'import', next)
        return { next, own, tally }
      })
      .catch(unlessStopped)
    if (done === undefined) return { ...stored, isToStop: true }
    stored = done.next
    written = done.own
    follow(done.tally)
  }
  return stored
}

function unlessStopped(error: unknown): undefined {
  if (error !== WORK_STOPPED) throw error
}

export function describeGoodRows({ described }: PreparedImport, stored: StoredImport): ImportBody {
  const { created, updated, unchanged, refused, errors, stopped } = makeTally(stored.tally).counts()
  const isChanged = created + updated > 0
  return {
    kept: isChanged || unchanged > 0,
    ...described,
    created,
    updated,
    unchanged,
    refused,
    errors,
    ...(stopped && { stopped }),
    ...(isChanged ? { changeSet: stored.changeSet } : {}),
    ...(stored.refusedFile === undefined ? {} : { refusedFile: `/api/system/imports/${stored.id}/refused` }),
  }
}
