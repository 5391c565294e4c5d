// Compares what people may do before and after a document is published, record by record.
import type { Actor } from '#shared/policy/actor.ts'
import { ADMINISTRATOR, anonymous, makeActor, rolesKey, systemActor } from '#shared/policy/actor.ts'
import type { PermissionChange } from '#shared/protocol/plan.ts'
import { Refused } from '../policy/refused.ts'
import { ReadingTooLong } from '../storage/storage-error.ts'
import type { Copies, DataUnderDocument } from './open-copies.ts'
import type { EntityPair } from './pair-entities.ts'
import { NOTHING_RENAMED, pairEntities } from './pair-entities.ts'
import type { PersonOnEntity } from './person-permissions.ts'
import { idsOf, personOn, permissionsOn, WITHOUT_RECORD } from './person-permissions.ts'
import type { ChangedPermission } from './permission-changes.ts'
import { noteChange, sayChanges } from './permission-changes.ts'

/** The changes that were found, and how much was looked at. */
export interface PermissionComparison {
  readonly changes: readonly PermissionChange[]
  /** Number of people who were looked at, nobody among them; `isWhole`: all. */
  readonly lookedAt: number
  readonly isWhole: boolean
  /** Whether only the first records of an entity were looked at for somebody. */
  readonly isCut: boolean
}

export interface ComparisonBounds {
  /** Whether there is time for the next person or record. */
  hasTime(): boolean
  /** Records of one entity that are looked at for one person. */
  readonly records: number
}

export async function comparePermissions(
  copies: Pick<Copies, 'before' | 'after'>,
  now: string,
  bounds: ComparisonBounds,
): Promise<PermissionComparison> {
  const found = new Map<string, ChangedPermission>()
  const walked = await findChanges(copies, now, bounds, (...change) => noteChange(found, ...change))
  return { ...walked, changes: await sayChanges([...found.values()], { ...copies, now }) }
}

type NoteChange = (
  direction: ChangedPermission['direction'],
  permission: string,
  about: Parameters<typeof noteChange>[3],
) => void

/** Notes each permission that a person gains or loses on a record. */
export async function findChanges(
  { before, after }: Pick<Copies, 'before' | 'after'>,
  now: string,
  bounds: ComparisonBounds,
  note: NoteChange,
): Promise<Omit<PermissionComparison, 'changes'>> {
  const { people, isAll } = await peopleOf(before, after, now, bounds)
  const { pairs, renames } = pairEntities(before.running.model, after.running.model)
  let lookedAt = 0
  let isCut = false
  for (const person of people) {
    if (!bounds.hasTime()) break
    lookedAt++
    for (const pair of pairs) {
      const was = personOn(before, person.before, pair.before, { pair, renames, now })
      const is = personOn(after, person.after, pair.after, { pair, renames: NOTHING_RENAMED, now })
      if (was.signature === is.signature) continue
      const compared = { was, is, pair, bounds, person }
      compareVerbs(compared, note)
      if (!(await compareRecords(compared, note))) isCut = true
    }
  }
  return { lookedAt, isWhole: isAll && lookedAt === people.length, isCut }
}

// People -------------------------------------------------------------------------------------------

interface Person {
  readonly id: string | null
  readonly before: Actor
  readonly after: Actor
}

/** Number of people who are read: those with other roles are looked at first, so all are read before. */
const MOST_PEOPLE = 10_000

interface ChosenPeople {
  readonly people: readonly Person[]
  readonly isAll: boolean
}

/** One of each set of roles first, then the others: what little time there is shows the most. */
async function peopleOf(
  before: DataUnderDocument,
  after: DataUnderDocument,
  now: string,
  { hasTime }: Pick<ComparisonBounds, 'hasTime'>,
): Promise<ChosenPeople> {
  const people: Person[] = [{ id: null, before: anonymous, after: anonymous }]
  let isAll = true
  for await (const id of idsOf(before, systemActor, 'Person', now)) {
    if (people.length > MOST_PEOPLE || !hasTime()) {
      isAll = false
      break
    }
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
  const chosen = new Set(firsts)
  return { people: [...firsts, ...people.filter((person) => !chosen.has(person))], isAll }
}

function recordOf({ dependencies }: DataUnderDocument, entity: string, id: string) {
  return dependencies.storage.database.record(entity, id)
}

// One person, one entity ---------------------------------------------------------------------------

interface Comparison {
  readonly was: PersonOnEntity
  readonly is: PersonOnEntity
  readonly pair: EntityPair
  readonly person: Person
  readonly bounds: ComparisonBounds
}

function compareVerbs({ was, is, pair, person }: Comparison, note: NoteChange): void {
  for (const verb of WITHOUT_RECORD) {
    const [before = '', after = ''] = [was.verbs.get(verb), is.verbs.get(verb)]
    if (before === after) continue
    const direction = before === '' ? 'gain' : after === '' ? 'lose' : 'change'
    note(direction, verb, { person: person.id, pair, record: null, roles: rolesOf(is.actor, was.actor) })
  }
}

/** Notes the differences; false where not all records were looked at. */
async function compareRecords({ was, is, pair, person, bounds }: Comparison, note: NoteChange): Promise<boolean> {
  const ids = new Set<string>()
  let isWhole = true
  for (const side of [was, is]) isWhole = (await gatherIds(side, bounds, ids)) && isWhole
  for (const id of ids) {
    if (!bounds.hasTime()) return false
    const [before, after] = await Promise.all([permissionsOn(was, id), permissionsOn(is, id)])
    const about = { person: person.id, pair, record: id, roles: rolesOf(is.actor, was.actor) }
    for (const permission of after) if (!before.has(permission)) note('gain', permission, about)
    for (const permission of before) if (!after.has(permission)) note('lose', permission, about)
  }
  return isWhole
}

/** Adds the records that the person may read; false where there are more than are looked at. */
async function gatherIds(
  { on, actor, entity, now }: PersonOnEntity,
  bounds: ComparisonBounds,
  ids: Set<string>,
): Promise<boolean> {
  let count = 0
  try {
    for await (const id of idsOf(on, actor, entity, now)) {
      if (++count > bounds.records || !bounds.hasTime()) return false
      ids.add(id)
    }
    return true
  } catch (error) {
    // A list that is too costly to read, as it would be for the person.
    if (error instanceof Refused || error instanceof ReadingTooLong) return false
    throw error
  }
}

function rolesOf(after: Actor, before: Actor): string {
  if (after.person === null && before.person === null) return ''
  const named = [after, before].map(({ roles, administrator }) => [...(administrator ? [ADMINISTRATOR] : []), ...roles])
  return (named.find((roles) => roles.length > 0) ?? []).join(', ')
}
