// Writes a check as a shell script: what has to be there, then the requests up to the one that failed.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Check, CheckRequest } from './check.ts'
import type { World } from './world.ts'
import { worldWith } from './world.ts'

export interface SentRequest {
  readonly request: CheckRequest
  /** Id of the person who asks; null: nobody who is signed in. */
  readonly as: string | null
  /** The moment at which it is sent, where the clock is moved for it. */
  readonly at?: string | undefined
}

export interface RepetitionOptions {
  readonly world: World
  readonly entities: Iterable<string>
  readonly sent: readonly SentRequest[]
}

interface NamedRecord {
  readonly name: string
  readonly entity: string
  readonly record: RecordValue
}

/** More records would be read by nobody. */
const MOST_RECORDS = 12

/**
 * Its comments describe the records to make, whose ids are put into the variables: the ids of the
 * copy are nowhere else.
 */
export function writeRepetition(
  origin: string,
  check: Pick<Check, 'given'>,
  { world, entities, sent }: RepetitionOptions,
): string {
  const all = worldWith(world, check.given)
  const named = nameRecords(check, sent, { world: all, entities: [...entities] })
  const askers = [...new Set(sent.flatMap(({ as }) => (as === null ? [] : [as])))]
  const tokens = new Map(askers.map((id, at) => [id, askers.length === 1 ? 'TOKEN' : `TOKEN_${at + 1}`]))
  return [
    ...named.map(({ name, entity, record }) => `${name}='…' # id of a ${entity} with ${describeRecord(record, named)}`),
    ...[...tokens].map(([id, name]) => `${name}='…' # of ${describePerson(all.find('Person', id), named)}`),
    ...sent.flatMap(({ request, as, at }) => [
      ...(at === undefined ? [] : [`# at ${at}`]),
      writeCurl(origin, request, { token: as === null ? undefined : tokens.get(as), named }),
    ]),
  ].join('\n')
}

/** Records that its requests have the ids of, those of the check itself, and those that these point to. */
function nameRecords(
  { given }: Pick<Check, 'given'>,
  sent: readonly SentRequest[],
  { world, entities }: { readonly world: World; readonly entities: readonly string[] },
): readonly NamedRecord[] {
  const found = new Map<string, NamedRecord>()
  const counts = new Map<string, number>()
  const add = (entity: string, record: RecordValue): void => {
    if (found.has(record.id) || found.size >= MOST_RECORDS) return
    const count = (counts.get(entity) ?? 0) + 1
    counts.set(entity, count)
    found.set(record.id, { name: `${entity.replaceAll(/\W/g, '_').toUpperCase()}_${count}`, entity, record })
  }
  const addThoseIn = (text: string): void => {
    for (const [id] of text.matchAll(ID))
      for (const entity of entities) {
        const record = world.find(entity, id)
        if (record !== undefined) add(entity, record)
      }
  }
  for (const { request } of sent) addThoseIn(`${request.path} ${JSON.stringify(request.body ?? {})}`)
  for (const { entity, record } of given) add(entity, record)
  // Those that are found here are looked at, too.
  for (const { record } of found.values()) addThoseIn(JSON.stringify(valuesOf(record)))
  return [...found.values()]
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

function describeRecord(record: RecordValue, named: readonly NamedRecord[]): string {
  return named.reduce(
    (text, { name, record: { id } }) => text.replaceAll(id, `$${name}`),
    JSON.stringify(valuesOf(record)),
  )
}

/** Leaves out what is empty, and what the system writes itself; who made the record may decide. */
function valuesOf({ id: _id, ...values }: RecordValue): { readonly [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== null && value !== undefined && !name.startsWith('_') && !SET_BY_SYSTEM.has(name),
    ),
  )
}

const SET_BY_SYSTEM: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'updated_by'])

function describePerson(person: RecordValue | undefined, named: readonly NamedRecord[]): string {
  const known = named.find(({ record }) => record.id === person?.id)
  if (known !== undefined) return `the person $${known.name}`
  return `a person with ${describeRecord(person ?? { id: '' }, named)}`
}

interface CurlOptions {
  /** Name of the variable with the token. */
  readonly token: string | undefined
  readonly named: readonly NamedRecord[]
}

function writeCurl(origin: string, { method, path, body }: CheckRequest, { token, named }: CurlOptions): string {
  const quote = (text: string): string =>
    named.reduce(
      (quoted, { name, record: { id } }) => quoted.replaceAll(id, `'"$${name}"'`),
      `'${text.replaceAll("'", String.raw`'\''`)}'`,
    )
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quote(`${origin}${path}`),
    ...(token === undefined ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`]),
  ].join(' ')
}
