// Runs the commands of a batch in one transaction: each write becomes a savepoint of the command around it.
import { replaceWrites } from '../../storage/replace-writes.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'

/** Reads outside commands still see the last committed state, and have their turn between two commands. */
export function nestStorage(storage: Storage, transaction: Transaction): Storage {
  return withWrites(storage, transaction, (run) => transaction.savepoint(run))
}

/** Does the same without savepoints: what a refused command has written is for the caller to undo. */
export function storageWithin(storage: Storage, transaction: Transaction): Storage {
  return withWrites(storage, transaction, (run) => run())
}

function withWrites(
  storage: Storage,
  transaction: Transaction,
  run: <T>(command: () => Promise<T>) => Promise<T>,
): Storage {
  return replaceWrites(storage, {
    async write(command) {
      const result = await run(() => command(transaction))
      await transaction.giveTurn()
      return result
    },
    migrate: () => Promise.reject(new Error('A batch does not migrate.')),
  })
}
