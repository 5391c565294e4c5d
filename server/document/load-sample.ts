// Loads sample data through the commands of the API, at each action's own time, all or nothing.
import { createsRecords } from '#shared/decisions/4-transition-kinds.ts'
import { momentAt } from '#shared/expressions/calendar.ts'
import { ADMINISTRATOR, makeActor, systemActor } from '#shared/policy/actor.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import type { Model } from '#shared/model/model.ts'
import { replaceWrites } from '../storage/replace-writes.ts'
import type { Storage } from '../storage/storage.ts'
import type { SystemRow } from '../storage/system-row.ts'
import type { Transaction } from '../storage/transaction.ts'
import type { Sample, SampleAction, SampleValues } from './read-sample.ts'
import { readSampleDuration, specialOf } from './read-sample.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** The commands of `server/records`, bound to a storage; each resolves with the id of its record. */
export interface SampleCommands {
  /** Undefined: the error is no refusal. */
  sayRefusal(error: unknown): WordedRefusal | undefined
  /** Resolves with what a field takes. `file`: its path below the folder of the sample. */
  upload(acting: SampleActorContext, file: string): Promise<unknown>
  /** `by`: a transition from "new record". */
  create(acting: SampleActorContext, entity: string, values: SampleValues, by?: string): Promise<string>
  /** `version`: the one that was seen; of another nothing is changed. */
  update(
    acting: SampleActorContext,
    entity: string,
    id: string,
    values: SampleValues,
    version?: number,
  ): Promise<unknown>
  delete(acting: SampleActorContext, entity: string, id: string): Promise<unknown>
  transition(
    acting: SampleActorContext,
    entity: string,
    id: string,
    transition: string,
    input: SampleValues,
  ): Promise<unknown>
}

export interface SampleActorContext {
  readonly actor: Actor
  /** RFC 3339 in UTC with milliseconds. */
  readonly now: string
  /** Codes of the warnings that are confirmed. */
  readonly confirmed?: readonly string[]
}

export interface SampleDependencies {
  readonly storage: Storage
  readonly commandsOn: (storage: Storage) => SampleCommands
  /** The row by which a person signs in. */
  readonly accountRow: (email: string, person: string, passwordHash: string, now: string) => SystemRow
  readonly hash: (password: string) => Promise<string>
  /** Does the password stand in the sample for everybody to read, or was it made for this data directory? */
  readonly passwordKind?: 'published' | 'made'
  /** The moment of loading, in milliseconds since 1970: all times of the sample are relative to it. */
  readonly now: number
}

/** A rule or a right stands against an entry of the sample: `actions[12]: …`. */
export class SampleRefused extends Error {
  readonly place: string
  constructor(place: string, cause: unknown, refusal: WordedRefusal | undefined) {
    super(`${place}: ${sentenceOf(cause, refusal)}`, { cause })
    this.place = place
  }
}

const LONG = { isLong: true }

/** Row of the system's table `setting` that says that, and when, a sample was loaded. */
export const SAMPLE_SETTING = 'sample'

/**
 * Loads the sample where there is nobody yet, in one transaction: after a crash or a refusal there is nothing of it, and of
 * several that start at once one loads it. False: there is somebody. What the inboxes got more than two days ago counts as
 * read. Throws `SampleRefused`, which names the action.
 */
export async function loadSample(sample: Sample, dependencies: SampleDependencies): Promise<boolean> {
  const passwordHash = await dependencies.hash(sample.password)
  return await dependencies.storage.write(async (transaction) => {
    if ((await transaction.count('Person')) > 0) return false
    const loading = beginLoading(dependencies, transaction)
    for (const [index, person] of sample.people.entries()) {
      await named(loading.commands, `people[${index}]`, () => addPerson(loading, person, passwordHash))
    }
    for (const [index, action] of sample.actions.entries()) {
      await named(loading.commands, `actions[${index}]`, () => runAction(loading, action))
    }
    const loaded = { people: sample.people.length, actions: sample.actions.length }
    const kind = dependencies.passwordKind ?? 'published'
    const value = { loaded_at: momentOf(loading, 0), ...loaded, password: kind, hash: passwordHash }
    await transaction.putSystem('setting', { key: SAMPLE_SETTING, person: null, expiresAt: null, value })
    return true
  }, LONG)
}

interface SampleContext extends SampleDependencies {
  readonly model: Model
  readonly transaction: Transaction
  readonly commands: SampleCommands
  /** Names defined so far: people by address, records by name. */
  readonly known: Map<string, { readonly entity: string; readonly id: string }>
}

function beginLoading(dependencies: SampleDependencies, transaction: Transaction): SampleContext {
  const { storage, commandsOn, now } = dependencies
  const reading = whereOldIsRead(transaction, new Date(now - TWO_DAYS).toISOString())
  const model = storage.model
  return { ...dependencies, model, transaction, commands: commandsOn(within(storage, reading)), known: new Map() }
}

const TWO_DAYS = 2 * 24 * 3_600_000

/** Finds a role by its identifier, or as the document writes it. */
function roleNamed({ roles }: Model, written: string): string {
  const found = roles.has(written)
    ? written
    : [...roles.values()].find(({ name }) => name.label === written)?.name.identifier
  if (found !== undefined) return found
  const known = [...roles.values()].map(({ name }) => name.label).join(', ')
  throw new Error(`the document has no role ${written}. Its roles are ${known}.`)
}

async function addPerson(
  loading: SampleContext,
  person: Sample['people'][number],
  passwordHash: string,
): Promise<void> {
  const now = momentOf(loading, person.at)
  const own = person.roles.map((role) => roleNamed(loading.model, role))
  const roles = [...own, ...(person.administrator ? [ADMINISTRATOR] : [])]
  const acting = { actor: systemActor, now }
  const values = { ...(await resolveAll(loading, acting, person.with)), name: person.name, email: person.email, roles }
  const id = await loading.commands.create(acting, 'Person', values)
  await loading.transaction.putSystem('account', loading.accountRow(person.email, id, passwordHash, now))
  loading.known.set(person.email, { entity: 'Person', id })
}

async function runAction(loading: SampleContext, action: SampleAction): Promise<void> {
  const { commands, known, model } = loading
  const acting = { actor: await actorOf(loading, action.as), now: momentOf(loading, action.at) }
  const values = await resolveAll(loading, acting, action.with)
  if (action.kind === 'create') {
    const entity = model.entities.get(action.entity)
    if (entity === undefined) throw new Error(`the document has no entity ${action.entity}.`)
    const step = action.by === undefined ? undefined : entity.transitions.get(action.by)
    if (action.by !== undefined && (step === undefined || !createsRecords(step)))
      throw new Error(`${action.entity} has no transition ${action.by} from "new record".`)
    const id = await commands.create(acting, action.entity, values, action.by)
    if (action.name !== undefined) known.set(action.name, { entity: action.entity, id })
    return
  }
  const { entity, id } = find(loading, action.on)
  if (action.do === 'update') await commands.update(acting, entity, id, values)
  else if (action.do === 'delete') await commands.delete(acting, entity, id)
  else if (model.entities.get(entity)?.transitions.has(action.do))
    await commands.transition(acting, entity, id, action.do, values)
  else throw new Error(`${entity} has no transition ${action.do}.`)
}

/** Read each time: roles and teams change under way. */
async function actorOf(loading: SampleContext, email: string | null): Promise<Actor> {
  if (email === null) return systemActor
  const person = await loading.transaction.record('Person', find(loading, email).id)
  return makeActor(loading.model, person ?? null)
}

async function resolveAll(
  loading: SampleContext,
  acting: SampleActorContext,
  values: SampleValues,
): Promise<SampleValues> {
  const resolveOne = async (value: unknown): Promise<unknown> => {
    const special = specialOf(value)
    // Lines stand in their head as objects.
    if (special === undefined) return isObject(value) ? resolveAll(loading, acting, value) : value
    if (special.kind === 'ref') return find(loading, String(special.of)).id
    if (special.kind === 'upload') return loading.commands.upload(acting, String(special.of))
    const { timeZone } = loading.model.settings
    if (special.kind === 'year') return Number(dateIn(timeZone, loading.now).slice(0, 4)) + Number(special.of)
    const moment = loading.now + (readSampleDuration(special.of) ?? 0)
    if (special.kind === 'moment') return new Date(moment).toISOString()
    const date = dateIn(timeZone, moment)
    const day = special.kind === 'workday' ? workdayFrom(date) : date
    return special.time === undefined ? day : momentAt(day, String(special.time), timeZone)
  }
  const resolved: { [field: string]: unknown } = {}
  for (const [field, value] of Object.entries(values))
    resolved[field] = Array.isArray(value) ? await Promise.all(value.map(resolveOne)) : await resolveOne(value)
  return resolved
}

function isObject(value: unknown): value is SampleValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function find(loading: SampleContext, name: string): { readonly entity: string; readonly id: string } {
  const found = loading.known.get(name)
  if (found === undefined) throw new Error(`nothing is named "${name}" before this action.`)
  return found
}

function momentOf({ now }: Pick<SampleContext, 'now'>, at: number): string {
  return new Date(now + at).toISOString()
}

function dateIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
}

/** The date, or the Monday after it where it is on a weekend: what a sample says must hold on whatever day it is loaded. */
function workdayFrom(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  const ahead = { 6: 2, 0: 1 }[day.getUTCDay()] ?? 0
  day.setUTCDate(day.getUTCDate() + ahead)
  return day.toISOString().slice(0, 10)
}

async function named(commands: SampleCommands, place: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw new SampleRefused(place, error, commands.sayRefusal(error))
  }
}

/** Refusals of commands carry what is wrong with each field. */
function sentenceOf(cause: unknown, refusal: WordedRefusal | undefined): string {
  if (refusal === undefined) return cause instanceof Error ? cause.message : String(cause)
  const fields = refusal.errors.map(({ field, message }) => `${field}: ${message}`)
  const line = refusal.cites === undefined ? '' : ` (line ${refusal.cites.line} of the document)`
  return `${[refusal.message, ...fields].join(' ')}${line}`
}

/**
 * Wraps the storage so that all commands run in a transaction that is already open, and reads see what it has
 * written.
 */
function within(storage: Storage, transaction: Transaction): Storage {
  const nested = replaceWrites(storage, {
    write: (command) => command(transaction),
    migrate: () => Promise.reject(new Error('no migration while a sample is loaded')),
  })
  return { ...nested, database: transaction }
}

function whereOldIsRead(transaction: Transaction, readUntil: string): Transaction {
  return new Proxy(transaction, {
    get(target, name) {
      if (name === 'appendInbox') {
        return (entry: Parameters<Transaction['appendInbox']>[0]) =>
          target.appendInbox(entry.at < readUntil ? { ...entry, readAt: entry.at } : entry)
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
