// Loads a document's sample data into a new data directory and lists its sign-ins.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeActor } from '#shared/policy/actor.ts'
import type { SamplePeople } from '#shared/protocol/session.ts'
import type { AppDependencies } from './app.ts'
import { accountRow } from './auth/account.ts'
import { notePublishedPassword } from './auth/methods/password/published-password.ts'
import { replacePassword } from './auth/methods/password/replace-password.ts'
import type { Config } from './config.ts'
import { SAMPLE_SETTING, SampleRefused, loadSample } from './document/load-sample.ts'
import { readSample } from './document/read-sample.ts'
import type { Sample } from './document/read-sample.ts'
import { existsWhere } from './records/access/held-roles.ts'
import { sampleCommands } from './sample-commands.ts'
import type { Storage } from './storage/storage.ts'

export type SamplePreparation =
  /** `people`: one of each kind, the administrator first. */
  | {
      readonly kind: 'there'
      readonly password: SamplePassword
      readonly people: SamplePeople['people']
    }
  | { readonly kind: 'none' }
  /** There would be one, and the application listens to other machines. */
  | { readonly kind: 'held back' }
  | { readonly kind: 'problem'; readonly sentence: string }

/** Published in the sample itself; made at random just now, to be printed this once; or made so at an earlier start. */
export type SamplePassword =
  | { readonly kind: 'published' | 'made'; readonly text: string }
  | { readonly kind: 'made before' }

/** `desk.sample.json` beside `desk.md`: loaded if nobody has an account yet and there is such a file. */
export async function prepareSample(
  dependencies: AppDependencies,
  documentFile: string,
  { sample: wanted, isPublic }: Pick<Config, 'sample' | 'isPublic'>,
): Promise<SamplePreparation> {
  const before = await keptPassword(dependencies.storage)
  if (isPublic && before === 'published' && wanted !== 'yes') return { kind: 'problem', sentence: PUBLISHED }
  const read = await readFileOf(documentFile)
  if (before === 'published' && 'sample' in read) await notePublishedPassword(dependencies, read.sample.password)
  if (wanted === 'no') return { kind: 'none' }
  if ('kind' in read) return read
  if (wanted === 'if local' && isPublic && before === undefined) return { kind: 'held back' }
  const { file, sample } = read
  const password = isPublic ? makePassword() : sample.password
  let isLoaded: boolean
  try {
    isLoaded =
      (await dependencies.storage.write((transaction) => transaction.count('Person'))) === 0 &&
      (await load(dependencies, { ...sample, password }, dirname(file), isPublic ? 'made' : 'published'))
  } catch (error) {
    if (!(error instanceof SampleRefused)) throw error
    return {
      kind: 'problem',
      sentence: `The sample data ${file} can't be loaded, and nothing of it was kept.\n  - ${error.message}`,
    }
  }
  // Another process may have loaded it meanwhile.
  const kept = isLoaded ? before : await keptPassword(dependencies.storage)
  if (!isLoaded && kept === undefined) return { kind: 'none' }
  const isRenewed = isPublic && kept === 'published' && (await renew(dependencies, sample.password, password))
  const people = await oneOfEachKind(dependencies, sample)
  if (isLoaded || isRenewed)
    return { kind: 'there', password: { kind: isPublic ? 'made' : 'published', text: password }, people }
  return {
    kind: 'there',
    password: isPublic || kept === 'made' ? { kind: 'made before' } : { kind: 'published', text: sample.password },
    people,
  }
}

const PUBLISHED = `This data holds sample people, whose password anybody can read, and other machines than this one could open it now.
Choose another data directory with --data, or start with --sample: then these people get a password made at random.`

/** 96 bits, so that nobody guesses it. */
function makePassword(): string {
  return randomBytes(12).toString('base64url')
}

/** Undefined: no sample was loaded. */
async function keptPassword({ database }: Storage): Promise<'published' | 'made' | undefined> {
  const setting = await database.system('setting', SAMPLE_SETTING)
  return setting && (setting.value['password'] === 'made' ? 'made' : 'published')
}

/**
 * Gives another password to those who still have that of the sample, which was loaded while the server listened to this
 * machine only. False: another process has done so meanwhile.
 */
function renew(
  { storage, passwords }: Pick<AppDependencies, 'storage' | 'passwords'>,
  published: string,
  password: string,
): Promise<boolean> {
  return replacePassword({ storage, passwords }, published, password, async (transaction) => {
    const setting = await transaction.system('setting', SAMPLE_SETTING)
    if (setting === undefined || setting.value['password'] === 'made') return false
    await transaction.putSystem('setting', { ...setting, value: { ...setting.value, password: 'made' } })
    return true
  })
}

async function readFileOf(
  documentFile: string,
): Promise<
  { readonly file: string; readonly sample: Sample } | Exclude<SamplePreparation, { readonly kind: 'there' }>
> {
  const file = documentFile.replace(/\.[^./]*$/, '') + '.sample.json'
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : error,
  )
  if (text === undefined) return { kind: 'none' }
  if (typeof text !== 'string')
    return { kind: 'problem', sentence: `The sample data ${file} can't be read (${text.code ?? text.message}).` }
  const read = readSample(text)
  if ('sample' in read) return { file, sample: read.sample }
  const problems = read.problems.map((each) => `  - ${each}`)
  return { kind: 'problem', sentence: [`The sample data ${file} can't be used:`, ...problems].join('\n') }
}

function load(
  dependencies: AppDependencies,
  sample: Sample,
  folder: string,
  passwordKind: 'published' | 'made',
): ReturnType<typeof loadSample> {
  const { storage, current, newId, passwords, clock } = dependencies
  return loadSample(sample, {
    storage,
    accountRow,
    hash: (password) => passwords.hash(password),
    passwordKind,
    now: clock.now(),
    commandsOn: (within) => sampleCommands({ storage: within, current, newId }, folder),
  })
}

async function oneOfEachKind(dependencies: AppDependencies, sample: Sample): Promise<SamplePeople['people']> {
  const { model } = dependencies.current.running
  const kinds = new Map<string, SamplePeople['people'][number]>()
  for (const { email, name, roles, administrator } of sample.people) {
    const given = roles.map((role) => model.roles.get(role)?.name.label ?? role)
    const is = administrator
      ? 'Administrator'
      : [...given, ...(await rolesOnRecords(dependencies, email))].join(', ') || 'no role'
    if (!kinds.has(is)) kinds.set(is, { email, name, is })
  }
  return [...kinds.values()]
}

/** Lists the roles that the person holds through a relation to some record, which nobody gave them explicitly. */
async function rolesOnRecords(dependencies: AppDependencies, email: string): Promise<readonly string[]> {
  const { current, storage, clock } = dependencies
  const { model } = current.running
  const person = await storage.database.recordByFolded('Person', 'email', email)
  const actorContext = { actor: makeActor(model, person ?? null), now: new Date(clock.now()).toISOString() }
  if (actorContext.actor.person === null) return []
  const labels: string[] = []
  for (const role of model.roles.values())
    if (role.onRecords.length > 0 && (await existsWhere(dependencies, actorContext, role))) labels.push(role.name.label)
  return labels
}

/** Lists the sample people for the sign-in page, only if their password is published and anybody can read it anyway. */
export function offeredSample(sample: SamplePreparation): SamplePeople | undefined {
  if (sample.kind !== 'there' || sample.password.kind !== 'published') return undefined
  return { password: sample.password.text, people: sample.people }
}
