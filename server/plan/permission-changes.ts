// Gathers the permissions that people gain and lose, and names the first records of each.
import type { PermissionChange } from '#shared/protocol/plan.ts'
import { MOST_NAMED, nameRecord } from './name-record.ts'
import type { Copies } from './open-copies.ts'
import type { EntityPair } from './pair-entities.ts'

export interface ChangedPermission {
  readonly direction: PermissionChange['direction']
  readonly permission: string
  readonly pair: EntityPair
  readonly roles: string
  readonly people: Set<string | null>
  readonly records: Set<string>
}

interface AboutChange extends Pick<ChangedPermission, 'pair' | 'roles'> {
  /** Null: nobody who is signed in. */
  readonly person: string | null
  readonly record: string | null
}

export function noteChange(
  found: Map<string, ChangedPermission>,
  direction: ChangedPermission['direction'],
  permission: string,
  about: AboutChange,
): void {
  const { person, pair, record, roles } = about
  const key = [direction, permission, pair.before, pair.after, roles].join('\n')
  const tally = found.get(key) ?? { direction, permission, pair, roles, people: new Set(), records: new Set() }
  found.set(key, tally)
  tally.people.add(person)
  if (record !== null) tally.records.add(record)
}

interface Sides extends Pick<Copies, 'before' | 'after'> {
  readonly now: string
}

/** Lists the permissions beside which this one is not named, since it comes with them: `read`, for `read subject`. */
export function wholesOf(permission: string): readonly string[] {
  const [verb = '', ...field] = permission.split(' ')
  if (field.length === 0) return []
  if (verb === 'history') return [verb, 'read', ['read', ...field].join(' ')]
  return verb === 'read' ? [verb] : []
}

/** Joins changes of the same people and records; what comes with another permission is not listed beside it. */
export async function sayChanges(
  tallies: readonly ChangedPermission[],
  sides: Sides,
): Promise<readonly PermissionChange[]> {
  const isWithin = (one: ChangedPermission, whole: ChangedPermission) =>
    one.direction === whole.direction &&
    one.pair === whole.pair &&
    one.roles === whole.roles &&
    [...one.records].every((record) => whole.records.has(record))
  const wholes = Map.groupBy(tallies, ({ permission }) => permission)
  const said = tallies.filter(
    (one) => !wholesOf(one.permission).some((whole) => wholes.get(whole)?.some((each) => isWithin(one, each))),
  )
  const joined = Map.groupBy(said, ({ direction, permission, pair, roles, people, records }) =>
    JSON.stringify([
      direction,
      permission.split(' ')[0],
      pair.before,
      pair.after,
      roles,
      people.size,
      [...records].sort(),
    ]),
  )
  const changes: PermissionChange[] = []
  for (const all of joined.values()) changes.push(...(await sayChange(all, sides)))
  const order = ['gain', 'change', 'lose']
  return changes.toSorted((one, other) => order.indexOf(one.direction) - order.indexOf(other.direction))
}

async function sayChange(
  all: readonly ChangedPermission[],
  { before, after, now }: Sides,
): Promise<readonly PermissionChange[]> {
  const [first] = all
  if (first === undefined) return []
  const { direction, pair, roles, people, records } = first
  // What somebody lost is there on the side on which they had it.
  const isAfter = pair.after !== '' && (direction !== 'lose' || pair.before === '')
  const { running, dependencies } = isAfter ? after : before
  const named = isAfter ? pair.after : pair.before
  const examples = await Promise.all(
    [...records]
      .slice(0, MOST_NAMED)
      .map((id) => nameRecord({ running, storage: dependencies.storage }, named, id, now)),
  )
  return [
    {
      direction,
      entity: pair.after === '' ? pair.before : pair.after,
      permissions: all.map(({ permission }) => permission),
      roles: roles === '' ? [] : roles.split(', '),
      isAnonymous: people.has(null),
      people: people.size,
      records: { count: records.size, examples },
    },
  ]
}
