// Compares what people may do before and after a document is published, record by record.
import type { Actor } from '#shared/policy/actor.ts'
import { anonymous, makeActor, rolesKey, systemActor } from '#shared/policy/actor.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import type { RightsChange } from '#shared/protocol/plan.ts'
import { findPermissions } from '../records/read/record-permissions.ts'
import { findRecords } from '../records/read/find-records.ts'
import { readableFieldsById } from '../records/access/row-policy.ts'
import { policyOf } from '../policy/policy.ts'
import type { PreparedEntityPolicy } from '../policy/entity-policy.ts'
import { MOST_NAMED, nameRecord } from './name-record.ts'
import type { Copies, DataUnderDocument } from './open-copies.ts'
import { writtenAlike } from './written-alike.ts'

/** The changes that were found, and how much was looked at. */
export interface RightsComparison {
  readonly changes: readonly RightsChange[]
  readonly people: { readonly all: number; readonly lookedAt: number }
  /** Pairs of a person and an entity of which only the first records were looked at. */
  readonly cut: number
}

export interface ComparisonBounds {
  /** Whether there is time for the next person. */
  hasTime(): boolean
  /** Records of one entity that are looked at for one person. */
  readonly records: number
}

const PAGE = 200

export async function compareRights(
  { before, after }: Pick<Copies, 'before' | 'after'>,
  now: string,
  bounds: ComparisonBounds,
): Promise<RightsComparison> {
  const people = await peopleOf(before, after, now)
  const found = new Map<string, Tally>()
  let [lookedAt, cut] = [0, 0]
  for (const person of people) {
    if (!bounds.hasTime()) break
    lookedAt++
    for (const entity of entitiesOf(before, after)) {
      const [was, is] = [actorsOn(before, person.before, entity, now), actorsOn(after, person.after, entity, now)]
      if (was.signature === is.signature) continue
      if (await compareEntity({ was, is, person, entity, bounds }, found)) cut++
    }
  }
  return {
    changes: await sayChanges([...found.values()], after, before, now),
    people: { all: people.length, lookedAt },
    cut,
  }
}

// People -------------------------------------------------------------------------------------------

interface Person {
  readonly id: string | null
  readonly before: Actor
  readonly after: Actor
}

/** One of each set of roles first, then the others: what little time there is shows the most. */
async function peopleOf(before: DataUnderDocument, after: DataUnderDocument, now: string): Promise<readonly Person[]> {
  const people: Person[] = [{ id: null, before: anonymous, after: anonymous }]
  for await (const id of idsOf(before, systemActor, 'Person', now)) {
    const [one, other] = await Promise.all([recordOf(before, 'Person', id), recordOf(after, 'Person', id)])
    people.push({
      id,
      before: makeActor(before.running.model, one ?? null),
      after: makeActor(after.running.model, other ?? null),
    })
  }
  const firsts = [
    ...Map.groupBy(people, (person) => `${rolesKey(person.before)} ${rolesKey(person.after)}`).values(),
  ].flatMap(([first]) => (first ? [first] : []))
  return [...firsts, ...people.filter((person) => !firsts.includes(person))]
}

function recordOf({ dependencies }: DataUnderDocument, entity: string, id: string) {
  return dependencies.storage.database.record(entity, id)
}

function entitiesOf(before: DataUnderDocument, after: DataUnderDocument): readonly string[] {
  return [...new Set([...before.running.model.entities.keys(), ...after.running.model.entities.keys()])]
}

// One person, one entity ---------------------------------------------------------------------------

interface ActorOnEntity {
  readonly on: DataUnderDocument
  readonly actor: Actor
  readonly now: string
  /** Text of all that decides these rights: equal signatures mean that nothing can differ. */
  readonly signature: string
}

function actorsOn(on: DataUnderDocument, actor: Actor, entity: string, now: string): ActorOnEntity {
  const { running } = on
  const known = running.model.entities.get(entity)
  const policy = policyOf(running, actor).entity(entity)
  const signature = running.keptOn(policy, 'signature of rights', '', () =>
    known === undefined ? '' : signatureOf(on, policy, entity),
  )
  return { on, actor, now, signature }
}

function signatureOf({ running: { model } }: DataUnderDocument, policy: PreparedEntityPolicy, entity: string): string {
  const known = model.entities.get(entity)
  const transitions = [...(known?.transitions.values() ?? [])].map((each) => {
    const { possible, nodes } = policy.transition(each)
    return [each.name.identifier, possible, nodes, each.rows.map(({ from, to }) => [from, to])]
  })
  const { read, create, update, delete: deleting, history } = policy
  const verbs = [create, update, deleting, history].map(({ grants, except, fields }) => [
    [...grants, ...except].map((each) => [each.when, [...each.fields].sort()]),
    [...fields].sort(),
  ])
  const computed = [...(known?.fields.values() ?? [])].flatMap((field) =>
    field.computed ? [field.computed.expression.tree] : [],
  )
  const constants = [model.limits, model.lookups, model.calendars]
  return writtenAlike([read.rows, read.fields, verbs, transitions, computed, constants])
}

interface EntityComparison {
  readonly was: ActorOnEntity
  readonly is: ActorOnEntity
  readonly person: Person
  readonly entity: string
  readonly bounds: ComparisonBounds
}

/** Notes the differences; returns true where there were more records than are looked at. */
async function compareEntity(compared: EntityComparison, found: Map<string, Tally>): Promise<boolean> {
  const { was, is, person, entity, bounds } = compared
  const ids = new Set<string>()
  let isCut = false
  for (const side of [was, is]) {
    let count = 0
    for await (const id of idsOf(side.on, side.actor, entity, side.now)) {
      if (++count > bounds.records) {
        isCut = true
        break
      }
      ids.add(id)
    }
  }
  for (const id of ids) {
    const [rightsBefore, rightsAfter] = await Promise.all([rightsOn(was, entity, id), rightsOn(is, entity, id)])
    const about = { person, entity, record: id, roles: rolesOf(is.actor, was.actor) }
    for (const right of rightsAfter) if (!rightsBefore.has(right)) note(found, 'gain', right, about)
    for (const right of rightsBefore) if (!rightsAfter.has(right)) note(found, 'lose', right, about)
  }
  const [createdBefore, createdAfter] = [was, is].map((side) => mayCreate(side, entity))
  const about = { person, entity, record: null, roles: rolesOf(is.actor, was.actor) }
  if (createdBefore !== createdAfter) note(found, createdAfter ? 'gain' : 'lose', 'create', about)
  return isCut
}

function rolesOf(after: Actor, before: Actor): string {
  if (after.person === null && before.person === null) return ''
  const named = [after, before].map(({ roles, administrator }) => [
    ...(administrator ? ['Administrator'] : []),
    ...roles,
  ])
  return (named.find((roles) => roles.length > 0) ?? []).join(', ')
}

function mayCreate({ on, actor }: ActorOnEntity, entity: string): boolean {
  if (!on.running.model.entities.has(entity)) return false
  return policyOf(on.running, actor).entity(entity).create.grants.length > 0
}

async function* idsOf(on: DataUnderDocument, actor: Actor, entity: string, now: string): AsyncGenerator<string> {
  const { running, dependencies } = on
  if (!running.model.entities.has(entity)) return
  if (policyOf(running, actor).entity(entity).read.rows === false) return
  let after: readonly unknown[] | undefined
  do {
    const page = await findRecords(dependencies, { actor, now }, entity, {
      fields: 'id',
      limit: PAGE,
      count: false,
      ...(after === undefined ? {} : { after }),
    })
    for (const item of page.items) yield (JSON.parse(item) as { readonly id: string }).id
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** `read`, `read subject`, `update subject`, `delete`, `history`, `do close`; none where the record can't be read. */
async function rightsOn({ on, actor, now }: ActorOnEntity, entity: string, id: string): Promise<ReadonlySet<string>> {
  const { running, dependencies } = on
  if (!running.model.entities.has(entity)) return new Set()
  const { storage } = dependencies
  const reading = { running, storage, database: storage.database, now }
  const readable = await readableFieldsById(reading, actor, entity, id)
  if (readable === undefined) return new Set()
  const permissions = await findPermissions(dependencies, { actor, now }, entity, id)
  return new Set([
    'read',
    ...[...readable].map((field) => `read ${field}`),
    ...(permissions ? permitted(permissions) : []),
  ])
}

function permitted({ update, delete: deleting, history, transitions }: RecordPermissions<unknown>): readonly string[] {
  return [
    ...Object.entries(update).flatMap(([field, decision]) => (decision === true ? [`update ${field}`] : [])),
    ...(deleting.allowed === true ? ['delete'] : []),
    ...(history.allowed === true ? ['see history of'] : []),
    ...Object.entries(transitions).flatMap(([name, decision]) => (decision.allowed === true ? [`do ${name}`] : [])),
  ]
}

// What was found -----------------------------------------------------------------------------------

interface Tally {
  readonly direction: 'gain' | 'lose'
  readonly right: string
  readonly entity: string
  readonly roles: string
  readonly people: Set<string | null>
  readonly records: Set<string>
}

interface AboutChange {
  readonly person: Person
  readonly entity: string
  readonly record: string | null
  readonly roles: string
}

function note(found: Map<string, Tally>, direction: Tally['direction'], right: string, about: AboutChange): void {
  const { person, entity, record, roles } = about
  const key = [direction, right, entity, roles].join('\n')
  const tally = found.get(key) ?? { direction, right, entity, roles, people: new Set(), records: new Set() }
  found.set(key, tally)
  tally.people.add(person.id)
  if (record !== null) tally.records.add(record)
}

/** Joins changes of the same people and records; fields that come with the reading of a record are not listed beside it. */
async function sayChanges(
  tallies: readonly Tally[],
  after: DataUnderDocument,
  before: DataUnderDocument,
  now: string,
): Promise<readonly RightsChange[]> {
  const isWithin = (one: Tally, whole: Tally) =>
    one.direction === whole.direction &&
    one.entity === whole.entity &&
    one.roles === whole.roles &&
    [...one.records].every((record) => whole.records.has(record))
  const read = tallies.filter(({ right }) => right === 'read')
  const said = tallies.filter((one) => !one.right.startsWith('read ') || !read.some((whole) => isWithin(one, whole)))
  const joined = Map.groupBy(said, ({ direction, right, entity, roles, people, records }) =>
    JSON.stringify([direction, right.split(' ')[0], entity, roles, people.size, [...records].sort()]),
  )
  const changes: RightsChange[] = []
  for (const all of joined.values()) {
    const [first] = all
    if (first === undefined) continue
    const { direction, entity, roles, people, records } = first
    const side = direction === 'gain' ? after : before
    const examples = await Promise.all(
      [...records]
        .slice(0, MOST_NAMED)
        .map((id) => nameRecord({ running: side.running, storage: side.dependencies.storage }, entity, id, now)),
    )
    changes.push({
      direction,
      entity,
      rights: all.map(({ right }) => right),
      roles: roles === '' ? [] : roles.split(', '),
      isAnonymous: people.has(null),
      people: people.size,
      records: { count: records.size, examples },
    })
  }
  return changes.toSorted((one, other) => Number(one.direction === 'lose') - Number(other.direction === 'lose'))
}
