// Prepares what checks are derived from: people by role, and a small world of records.
import type { Citation, Entity, Model, Name, TransitionInput } from '#shared/model/model.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Derivation, NotTestable } from './check.ts'
import type { Situation } from './evaluate-on-world.ts'
import { holdsOn, NotDerived } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import { hasAll } from './expected-permissions.ts'
import type { Maker } from './make-records.ts'
import { fillWorld, makeRecord } from './make-records.ts'
import { validValue } from './valid-values.ts'
import type { GivenRecord, World } from './world.ts'
import { Records } from './world.ts'

export interface Plan {
  readonly model: Model
  readonly maker: Maker
  /** Two people of each role that can be given, one without a role, an administrator, and nobody. */
  readonly readers: readonly Reader[]
  /** One of each kind. */
  readonly kinds: readonly Reader[]
  /** Somebody who may write everything; undefined where the document gives that to nobody. */
  readonly writer: Reader | undefined
  /** All records of the world. */
  readonly given: readonly GivenRecord[]
}

const PER_ENTITY = 6

export function makePlan(model: Model, now: string, newId: (now: string) => string): Plan {
  const person = model.entities.get('Person')
  if (person === undefined) throw new Error('A document has people.')
  const maker: Maker = {
    model,
    world: new Records(),
    now,
    nextId: () => newId(now),
    random: seededRandom(7),
    count: 0,
    candidates: new Map(),
  }
  const roles = [...model.roles.values()].filter(({ onRecords }) => onRecords.length === 0)
  const wanted = [
    ...roles.flatMap(({ name }) => [1, 2].map((which) => withRole(name, which))),
    { label: NO_ROLE.en, said: { says: NO_ROLE }, roles: [] },
    { label: ADMINISTRATOR.en, said: { says: ADMINISTRATOR }, roles: ['Administrator'] },
  ]
  const given: GivenRecord[] = []
  const readers = wanted.flatMap(({ label, said, roles: has }): Reader[] => {
    const fixed = {
      name: label,
      email: `${label.replaceAll(/\W+/g, '.').toLowerCase()}@example.com`,
      roles: has,
      active: true,
    }
    const found = makeRecord(maker, person, fixed)
    if (found === undefined) return []
    for (const each of [...found.given, { entity: 'Person', record: found.record }]) {
      given.push(each)
      maker.world.put(each)
    }
    return [{ label, said, person: found.record, isAdministrator: has.includes('Administrator') }]
  })
  given.push(...fillWorld(maker, PER_ENTITY))
  const nobody: Reader = { label: NOBODY.en, said: { says: NOBODY }, person: null, isAdministrator: false }
  return {
    model,
    maker,
    readers: [...readers, nobody],
    kinds: [...readers.filter(({ label }) => !label.endsWith(' 2')), nobody],
    writer: readers.find((reader) => hasAll(model, reader)),
    given,
  }
}

function withRole({ label: role, identifier }: Name, which: number) {
  const label = `${role} ${which}`
  return { label, said: label, roles: [identifier] }
}

const NO_ROLE = { en: 'somebody without a role', de: 'eine Person ohne Rolle' }
const ADMINISTRATOR = { en: 'an administrator', de: 'eine Person der Verwaltung' }
const NOBODY = { en: 'somebody who is not signed in', de: 'jemand ohne Anmeldung' }

/** A linear congruential generator: the same checks in every run. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export function situationOf(
  { model, maker }: Plan,
  reader: Reader,
  record: RecordValue | undefined,
  world: World,
): Situation {
  const base = { model, world, now: maker.now, me: reader.person }
  return record === undefined ? base : { ...base, this: record, old: record }
}

/** Derives for one line; what can't be evaluated there is noted with the line. */
export function deriveFor(line: Citation, derive: () => Derivation['checks']): Derivation {
  try {
    const checks = derive()
    return { checks, notTestable: [] }
  } catch (error) {
    if (error instanceof NotDerived) return { checks: [], notTestable: [{ line, why: error.why }] }
    throw error
  }
}

export function joinDerived(parts: readonly Derivation[]): Derivation {
  return {
    checks: parts.flatMap(({ checks }) => checks),
    notTestable: parts.flatMap(({ notTestable }): readonly NotTestable[] => notTestable),
  }
}

/** Values for what a transition asks; undefined where one that is required can't be made. */
export function inputFor(plan: Plan, here: Situation, asks: readonly TransitionInput[]) {
  const body: { [name: string]: unknown } = {}
  const values: { [name: string]: Value } = {}
  for (const { name, type, limits, required, chooseFrom, valueType } of asks) {
    const key = name.identifier
    let value: unknown
    if (type.kind === 'relation') {
      const fits = (id: string): boolean =>
        chooseFrom === undefined ||
        holdsOn({ ...here, input: { ...values, [key]: type.many ? [id] : id } }, chooseFrom.tree)
      const found = here.world.all(type.entity).find(({ id }) => fits(id))
      value = found === undefined ? undefined : type.many ? [found.id] : found.id
    } else value = validValue(limits ? { type, limits } : { type }, 3, plan.maker.now)
    if (value === undefined && required === true) return undefined
    if (value === undefined) continue
    body[key] = value
    values[key] = readValue(value, valueType)
  }
  return { body, values }
}

export function apiPath({ path }: Entity, id?: string, more?: string): string {
  return ['/api', path, id, more].filter((part) => part !== undefined).join('/')
}
