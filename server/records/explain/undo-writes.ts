// Wraps a storage so that every write and every migration is rolled back, whether it succeeds or not.
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { replaceWrites } from '../../storage/replace-writes.ts'
import type { Storage, WriteOptions } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { Refused } from '../../policy/refused.ts'

/** Looks at what a refused command has written so far, before that is undone. */
export type ExamineWrites = (database: DatabaseHandle, refused: Refused) => Promise<void>

export function undoWrites(
  storage: Storage,
  examine: (transaction: Transaction, refused: Refused) => Promise<void>,
  /** Before each run of a command, which may be run more than once. */
  onBegin: () => void = () => {},
): Storage {
  return replaceWrites(storage, {
    migrate: (model, revision, publication) => storage.migrate(model, revision, { ...publication, isDryRun: true }),
    async write<T>(command: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
      const undo = new Error('undone')
      let outcome: { readonly value: T } | { readonly error: unknown } | undefined
      try {
        await storage.write(async (transaction) => {
          onBegin()
          try {
            outcome = { value: await command(transaction) }
          } catch (error) {
            outcome = { error }
            if (error instanceof Refused) await examine(transaction, error)
          }
          throw undo
        }, options)
      } catch (error) {
        if (error !== undo) throw error
      }
      if (outcome !== undefined && 'value' in outcome) return outcome.value
      throw outcome?.error
    },
  })
}
