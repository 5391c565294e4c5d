// Gives a storage with another way to write: for the commands of a batch, and for those that are undone.
import type { Storage } from './storage.ts'

/** Whatever reads is done by the storage itself. */
export function replaceWrites(storage: Storage, writes: Pick<Storage, 'write' | 'migrate'>): Storage {
  return {
    get model() {
      return storage.model
    },
    get revision() {
      return storage.revision
    },
    get number() {
      return storage.number
    },
    get formerNames() {
      return storage.formerNames
    },
    shared: storage.shared,
    database: storage.database,
    plan: (shape) => storage.plan(shape),
    planSummary: (shape) => storage.planSummary(shape),
    planFacts: (entity, nodes) => storage.planFacts(entity, nodes),
    planValues: (nodes, policies) => storage.planValues(nodes, policies),
    readValues: (plan, bindings) => storage.readValues(plan, bindings),
    committedBytesBy: (person) => storage.committedBytesBy(person),
    adopt: (model, revision, number) => storage.adopt(model, revision, number),
    claimJobs: (kind, claim, options) => storage.claimJobs(kind, claim, options),
    followJobs: (listener) => storage.followJobs(listener),
    trouble: () => storage.trouble(),
    check: () => storage.check(),
    close: () => Promise.reject(new Error('A command does not close the storage.')),
    ...writes,
  }
}
