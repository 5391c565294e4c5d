// Meets the people of a test's sample, and reads all that there is: as the administrator by the API, as the others by the oracle.
import type { Sample } from '../../server/document/read-sample.ts'
import type { DocumentOracle } from './oracle.ts'
import type { Row } from '../policy/entities.ts'
import type { World } from '../policy/world.ts'
import type { Desk } from '../apps/people-app.ts'
import { callerAt, samplePassword, signIn } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'

/** Entity → its path in the API. */
export interface Paths {
  readonly [entity: string]: string
}

export const helpdeskPaths: Paths = {
  Person: 'people',
  Team: 'teams',
  Tag: 'tags',
  Article: 'articles',
  Ticket: 'tickets',
  Comment: 'comments',
}

/** Some of each role: who has the same role differs by their own records only. The mode `policy` takes all of them. */
export function readersOf({ people }: Sample): readonly string[] {
  const most = Number(process.env['POLICY_READERS'] ?? 3)
  const seen = new Map<string, number>()
  const taken = people.filter(({ roles, administrator }) => {
    const kind = `${administrator} ${roles.join()}`
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    return (seen.get(kind) ?? 0) <= most
  })
  return taken.map(({ email }) => email)
}

/** `nobody` has no account. */
export async function meet(
  desk: Desk,
  world: World,
  email: string,
): Promise<{ readonly caller: Caller; readonly me: Row | null }> {
  if (email === 'nobody') return { caller: callerAt(desk.url), me: null }
  const me = world.rows['Person']?.find((person) => person['email'] === email)
  if (me === undefined) throw new Error(`there is no ${email}`)
  return { caller: await signIn(desk.url, email, samplePassword), me }
}

export async function wholeWorld(oracle: DocumentOracle, administrator: Caller, paths: Paths): Promise<World> {
  const rows = await Promise.all(
    Object.entries(paths).map(async ([entity, path]) => [entity, await readAll(administrator, path)] as const),
  )
  return oracle.world(Object.fromEntries(rows.map(([entity, { items }]) => [entity, items])))
}

export function visibleTo(oracle: DocumentOracle, world: World, entity: string, me: Row | null): Map<string, Row> {
  const rows = (world.rows[entity] ?? []).map((row) => oracle.read(world, entity, row, me))
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row]])))
}

/** All pages of a list; with another status than 200 nothing. */
export async function readAll(
  caller: Caller,
  path: string,
  parameters = '',
): Promise<{ readonly items: Row[]; readonly count: number | undefined; readonly status: number }> {
  const items: Row[] = []
  let count: number | undefined
  let after = ''
  for (;;) {
    const { status, body } = await caller.get(`/api/${path}?limit=300&count=exact&${parameters}${after}`)
    if (status !== 200) return { items, count, status }
    items.push(...body.items)
    count ??= body.count
    if (body.next === null) return { items, count, status }
    after = `&after=${encodeURIComponent(body.next)}`
  }
}
