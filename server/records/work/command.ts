// Begins a command: one transaction, under the document that is in force when its turn comes.
import type { Acting, RecordsDependencies } from '../dependencies.ts'
import { changeAsDocument } from './change-record.ts'
import { insertAsDocument } from './insert-record.ts'
import { removeRecord } from './remove-record.ts'
import { transitAsDocument } from './transit.ts'
import type { CommandOptions, Work, Written } from './work.ts'

/** Runs a command in its transaction, under the document that is in force when its turn comes. */
export function command(
  dependencies: RecordsDependencies,
  acting: Acting,
  options: CommandOptions,
  run: (work: Work) => Promise<Written>,
): Promise<Written> {
  return inTransaction(dependencies, acting, options, async (work) => {
    const written = await run(work)
    await options.settle?.(work.transaction, written)
    return written
  })
}

/** The same for what is more than one record: an account and its person. */
export function inTransaction<T>(
  { storage, current, newId, people }: RecordsDependencies,
  acting: Acting,
  options: Pick<CommandOptions, 'confirmed' | 'fromReserve'>,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  return storage.write(
    (transaction) =>
      run({
        transaction,
        storage,
        running: current.running,
        newId,
        acting,
        confirmed: options.confirmed ?? [],
        perform: {
          create: insertAsDocument,
          change: changeAsDocument,
          remove: removeRecord,
          transit: transitAsDocument,
        },
        people,
        reach: { depth: 0, done: { count: 0 } },
      }),
    { fromReserve: options.fromReserve === true },
  )
}
