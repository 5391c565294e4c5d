// Runs the commands of a batch in one transaction: each write becomes a savepoint of the command around it.
import { replaceWrites } from '../../storage/replace-writes.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'

/** Reads outside commands still see the last committed state. */
export function nestStorage(storage: Storage, transaction: Transaction): Storage {
  return replaceWrites(storage, {
    write: (command) => transaction.savepoint(() => command(transaction)),
    migrate: () => Promise.reject(new Error('A batch does not migrate.')),
  })
}
