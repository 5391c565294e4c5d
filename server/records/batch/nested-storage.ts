// Runs the commands of a batch in one transaction: each write becomes a savepoint of the command around it.
import type { Storage } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'

/** Reads outside commands still see the last committed state. */
export function nestStorage(storage: Storage, transaction: Transaction): Storage {
  return {
    get model() {
      return storage.model
    },
    get revision() {
      return storage.revision
    },
    database: storage.database,
    plan: (shape) => storage.plan(shape),
    planSummary: (shape) => storage.planSummary(shape),
    planFacts: (entity, nodes) => storage.planFacts(entity, nodes),
    followJobs: (listener) => storage.followJobs(listener),
    planValues: (nodes, policies) => storage.planValues(nodes, policies),
    readValues: (plan, bindings) => storage.readValues(plan, bindings),
    migrate: () => Promise.reject(new Error('A batch does not migrate.')),
    close: () => Promise.reject(new Error('A batch does not close the storage.')),
    trouble: () => storage.trouble(),
    check: () => storage.check(),
    write: (command) => transaction.savepoint(() => command(transaction)),
  }
}
