// Brings a document's sample data into a new data directory, and says with which of its people one can sign in.
import { readFile } from 'node:fs/promises'
import type { Model } from '#shared/model/model.ts'
import type { AppDependencies } from './app.ts'
import { accountRow } from './auth/account.ts'
import { SAMPLE_SETTING, SampleRefused, loadSample } from './document/load-sample.ts'
import type { SampleCommands } from './document/load-sample.ts'
import { readSample } from './document/sample.ts'
import type { Sample } from './document/sample.ts'
import { createRecord } from './records/create-record.ts'
import { deleteRecord } from './records/delete-record.ts'
import { transitionRecord } from './records/transition-record.ts'
import { updateRecord } from './records/update-record.ts'
import type { Storage } from './storage/storage.ts'

export type SampleOutcome =
  /** `people`: one of each kind, the administrator first. */
  | {
      readonly kind: 'there'
      readonly password: string
      readonly people: readonly { readonly email: string; readonly is: string }[]
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly sentence: string }

/** `desk.sample.json` beside `desk.md`: loaded if nobody has an account yet and there is such a file. */
export async function prepareSample(dependencies: AppDependencies, documentFile: string): Promise<SampleOutcome> {
  const file = documentFile.replace(/\.[^./]*$/, '') + '.sample.json'
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : error,
  )
  if (text === undefined) return { kind: 'none' }
  if (typeof text !== 'string')
    return { kind: 'problem', sentence: `The sample data ${file} can't be read (${text.code ?? text.message}).` }
  const read = readSample(text)
  if ('problems' in read)
    return {
      kind: 'problem',
      sentence: [`The sample data ${file} can't be used:`, ...read.problems.map((each) => `  - ${each}`)].join('\n'),
    }
  const { storage } = dependencies
  const isNew = await storage.write(async (transaction) => (await transaction.count('Person')) === 0)
  if (isNew) {
    try {
      await load(dependencies, read.sample)
    } catch (error) {
      if (!(error instanceof SampleRefused)) throw error
      return {
        kind: 'problem',
        sentence: `The sample data ${file} can't be loaded, and nothing of it was kept.\n  - ${error.message}`,
      }
    }
  }
  if ((await storage.reader.system('setting', SAMPLE_SETTING)) === undefined) return { kind: 'none' }
  return {
    kind: 'there',
    password: read.sample.password,
    people: oneOfEachKind(read.sample, dependencies.current.running.model),
  }
}

function load(dependencies: AppDependencies, sample: Sample): ReturnType<typeof loadSample> {
  const { storage, current, newId, passwords, clock } = dependencies
  const commandsOn = (within: Storage): SampleCommands => {
    const on = { storage: within, current, newId }
    return {
      create: async (acting, entity, values) => (await createRecord(on, acting, entity, values)).id,
      update: (acting, entity, id, values) => updateRecord(on, acting, entity, id, values),
      delete: (acting, entity, id) => deleteRecord(on, acting, entity, id),
      transition: (acting, entity, id, name, input) => transitionRecord(on, acting, entity, id, name, input),
    }
  }
  return loadSample(sample, {
    storage,
    accountRow,
    hash: (password) => passwords.hash(password),
    now: clock(),
    commandsOn,
  })
}

function oneOfEachKind(sample: Sample, model: Model): readonly { readonly email: string; readonly is: string }[] {
  const kinds = new Map<string, { readonly email: string; readonly is: string }>()
  for (const { email, roles, administrator } of sample.people) {
    const is = administrator
      ? 'Administrator'
      : roles.map((role) => model.roles.get(role)?.name.label ?? role).join(', ') || 'no role'
    if (!kinds.has(is)) kinds.set(is, { email, is })
  }
  return [...kinds.values()]
}
