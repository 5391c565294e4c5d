// Loads sample data into the storage of a test.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accountRow } from '../../server/auth/account.ts'
import type { CurrentDocument } from '../../server/document/current-document.ts'
import { loadSample } from '../../server/document/load-sample.ts'
import { readSample } from '../../server/document/read-sample.ts'
import type { Sample } from '../../server/document/read-sample.ts'
import { sampleCommands } from '../../server/sample-commands.ts'
import type { Storage } from '../../server/storage/storage.ts'

/** The files of all samples are there. */
const DOCUMENTS = new URL('../../shared/documents/', import.meta.url)

export interface SampleWorld {
  readonly storage: Storage
  readonly current: CurrentDocument
  readonly newId: (now: string) => string
  readonly hash: (password: string) => Promise<string>
  /** Milliseconds since 1970. */
  readonly now: number
}

export function helpdeskSample(): Sample {
  return sampleOf(readFileSync(new URL('helpdesk.sample.json', DOCUMENTS), 'utf8'))
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
    commandsOn: (within) => sampleCommands({ storage: within, current, newId }, fileURLToPath(DOCUMENTS)),
  })
}
