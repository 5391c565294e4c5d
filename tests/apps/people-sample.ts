// Loads sample data into the storage of a test.
import { readFileSync } from 'node:fs'
import { accountRow } from '../../server/auth/account.ts'
import type { CurrentDocument } from '../../server/document/current-document.ts'
import { loadSample } from '../../server/document/load-sample.ts'
import { readSample } from '../../server/document/read-sample.ts'
import type { Sample } from '../../server/document/read-sample.ts'
import { createRecord } from '../../server/records/create-record.ts'
import { deleteRecord } from '../../server/records/delete-record.ts'
import { transitionRecord } from '../../server/records/transition-record.ts'
import { updateRecord } from '../../server/records/update-record.ts'
import type { Storage } from '../../server/storage/storage.ts'

export interface SampleWorld {
  readonly storage: Storage
  readonly current: CurrentDocument
  readonly newId: (now: string) => string
  readonly hash: (password: string) => Promise<string>
  /** Milliseconds since 1970. */
  readonly now: number
}

export function helpdeskSample(): Sample {
  return sampleOf(readFileSync(new URL('../../shared/documents/helpdesk.sample.json', import.meta.url), 'utf8'))
}

export function sampleOf(text: string): Sample {
  const read = readSample(text)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.sample
}

export function loadInto(
  { storage, current, newId, hash, now }: SampleWorld,
  sample: Sample,
): ReturnType<typeof loadSample> {
  return loadSample(sample, {
    storage,
    accountRow,
    hash,
    now,
    commandsOn(within) {
      const dependencies = { storage: within, current, newId }
      return {
        create: async (acting, entity, values) => (await createRecord(dependencies, acting, entity, values)).id,
        update: (acting, entity, id, values) => updateRecord(dependencies, acting, entity, id, values),
        delete: (acting, entity, id) => deleteRecord(dependencies, acting, entity, id),
        transition: (acting, entity, id, name, input) =>
          transitionRecord(dependencies, acting, entity, id, name, input),
      }
    },
  })
}
