// Makes random small applications: entities with relations, roles, grants of all kinds, people, and records with many empty values.
import { randomCondition, oneOf, WORDS } from './random-condition.ts'
import type { Asked, Pick } from './random-condition.ts'
import type { BindingSpec, Entities, EntitySpec, FieldSpec, Row } from '../entities.ts'
import type { GrantSpec, RoleSpec, World } from '../world.ts'
import { BUILT_IN, entityOf, LEVELS, ownFields, STANDARD } from '../entities.ts'

export const MOMENT = '2026-11-21T09:00:00.000Z'

export function randomWorld(pick: Pick): World {
  const entities = randomEntities(pick)
  const roles = randomRoles(pick, entities)
  const given = roles.filter((role) => role.of === undefined).map((role) => role.name)
  const asked: Asked = { entities, roles: given }
  const grants = [...entities.keys()].flatMap((entity) => randomGrants(pick, asked, roles, entity))
  return { entities, roles, grants, ...randomRows(pick, entities, given) }
}

function randomEntities(pick: Pick): Entities {
  const names = ['Alpha', 'Beta', 'Gamma'].slice(0, 2 + pick(2))
  const some = (field: FieldSpec): FieldSpec[] => (pick(3) > 0 ? [field] : [])
  const made = names.map((name): EntitySpec => {
    const own: FieldSpec[] = [
      { name: 'title', kind: 'text', searchable: true },
      ...some({
        name: 'note',
        kind: 'text',
        ...(pick(2) > 0 ? { searchable: true } : {}),
        ...(pick(6) === 0 ? { hidden: true } : {}),
      }),
      ...some({ name: 'amount', kind: 'integer', ...(pick(8) === 0 ? { hidden: true } : {}) }),
      ...some({ name: 'ready', kind: 'yes/no' }),
      ...some({ name: 'level', kind: 'choice' }),
      ...some({ name: 'code', kind: 'text', unique: true }),
      { name: 'owner', kind: 'one', target: 'Person' },
      ...some({ name: 'friends', kind: 'many', target: 'Person' }),
      ...some({ name: 'parent', kind: 'one', target: name }),
      { name: 'link', kind: 'one', target: oneOf(pick, names) },
    ]
    const states = pick(2) === 0 ? [] : ['stage', 'phase'].slice(pick(2))
    const bound = [...own.map((field) => field.name), ...states]
    const stateFields = states.map((state): FieldSpec => ({
      name: state,
      kind: 'choice',
      binds: randomBindings(pick, bound),
    }))
    return { name, path: `${name.toLowerCase()}s`, fields: [...STANDARD, ...own, ...stateFields] }
  })
  const person: EntitySpec = {
    name: 'Person',
    path: 'people',
    fields: [
      ...STANDARD,
      ...BUILT_IN,
      { name: 'team', kind: 'text' },
      { name: 'home', kind: 'one', target: oneOf(pick, names) },
    ],
  }
  return new Map([person, ...made].map((entity) => [entity.name, entity]))
}

/** Makes random bindings, at most one for each field and state. */
function randomBindings(pick: Pick, names: readonly string[]): readonly BindingSpec[] {
  return names.flatMap((field) =>
    pick(3) > 0
      ? []
      : LEVELS.flatMap((state): BindingSpec[] => {
          const says = oneOf(pick, ['hidden', 'read only', undefined] as const)
          return says === undefined ? [] : [{ field, state, says }]
        }),
  )
}

function randomRoles(pick: Pick, entities: Entities): readonly RoleSpec[] {
  const keeper = oneOf(pick, [...entities.keys()])
  const asked = { entities, roles: [] }
  const names = { this: keeper, me: 'Person' }
  return [
    { name: 'Reader', includes: [] },
    { name: 'Clerk', includes: [] },
    { name: 'Chief', includes: pick(2) === 0 ? ['Reader'] : [] },
    { name: 'Keeper', includes: [], of: { entity: keeper, who: randomCondition(pick, asked, names, 1) } },
  ]
}

export function randomGrants(
  pick: Pick,
  asked: Asked,
  roles: readonly RoleSpec[],
  entity: string,
): readonly GrantSpec[] {
  const count = pick(8) === 0 ? 0 : 1 + pick(5)
  return Array.from({ length: count }, (): GrantSpec => {
    const named = roles.filter((role) => role.of === undefined || role.of.entity === entity).map((role) => role.name)
    const except = pick(6) === 0
    const who = pick(4) === 0 ? oneOf(pick, ['everyone', 'anyone']) : oneOf(pick, named)
    const names = ownFields(entityOf(asked.entities, entity)).map((field) => field.name)
    const some = (most: number) => [...new Set(Array.from({ length: 1 + pick(most) }, () => oneOf(pick, names)))]
    const fields = oneOf(pick, [
      undefined,
      undefined,
      { except: false, names: [...some(except ? 2 : 6), ...(!except && pick(4) === 0 ? ['updated_by'] : [])] },
      // A row that takes away all but some fields would leave it open whether it speaks of the record.
      ...(except ? [] : [{ except: true, names: some(3) }]),
    ])
    const may = oneOf(pick, [
      ['read'],
      ['read'],
      ['read', 'see history'],
      ['read', 'export'],
      ['export'],
      ['read', 'update'],
      ['read', 'update', 'delete', 'restore'],
      ['update'],
      ['see history'],
      ['everything'],
    ])
    const where = pick(3) === 0 ? undefined : randomCondition(pick, asked, { this: entity, me: 'Person' }, pick(3))
    return {
      who: except && who === 'anyone' ? 'everyone' : who,
      except,
      entity,
      may,
      ...(where === undefined ? {} : { where }),
      ...(fields === undefined ? {} : { fields }),
    }
  })
}

/** Ids go up in the order of creation, as those of the product do. */
export function makeId(number: number): string {
  return `019aa5c0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

function randomRows(
  pick: Pick,
  entities: Entities,
  roles: readonly string[],
): { readonly rows: World['rows']; readonly trash: World['trash'] } {
  let made = 0
  const stamped = (values: object, by: string | null): Row => ({
    id: makeId(++made),
    created_at: MOMENT,
    created_by: by,
    updated_at: MOMENT,
    updated_by: by,
    _version: 1,
    ...values,
  })
  const rows: { [entity: string]: Row[] } = { Person: [] }
  const trash: { [entity: string]: Row[] } = {}
  const people = Array.from({ length: 4 + pick(3) }, (_, index) => {
    const held = index === 0 ? ['Administrator'] : roles.filter(() => pick(3) === 0)
    return {
      name: `${oneOf(pick, WORDS)} ${index}`,
      email: `person${index}@example.com`,
      roles: held,
      active: true,
      team: pick(3) === 0 ? null : oneOf(pick, WORDS),
      home: null,
    }
  })
  rows['Person'] = people.map((person) => stamped(person, null))
  const others = [...entities.values()].filter(({ name }) => name !== 'Person')
  for (let round = 0; round < 12; round++) {
    for (const entity of others) {
      if (pick(3) === 0) continue
      const values = ownFields(entity).map((field) => [field.name, randomValue(pick, field, rows, made)])
      const row = stamped(
        Object.fromEntries(values) as object,
        pick(3) === 0 ? null : oneOf(pick, rows['Person'] ?? []).id,
      )
      // What is in the trash is nothing that others could point to.
      const place = pick(8) === 0 ? trash : rows
      ;(place[entity.name] ??= []).push(row)
    }
  }
  const home = entityOf(entities, 'Person').fields.find(({ name }) => name === 'home')?.target ?? ''
  rows['Person'] = rows['Person'].map((person) => ({ ...person, home: anyId(pick, rows[home]) }))
  return { rows, trash }
}

export function randomValue(
  pick: Pick,
  field: FieldSpec,
  rows: { readonly [entity: string]: readonly Row[] },
  made: number,
): unknown {
  if (field.kind === 'many') return (rows[field.target ?? ''] ?? []).filter(() => pick(3) === 0).map(({ id }) => id)
  if (field.binds === undefined && pick(4) === 0) return null
  switch (field.kind) {
    case 'integer':
      return pick(5)
    case 'yes/no':
      return pick(2) === 0
    case 'choice':
      return oneOf(pick, LEVELS)
    case 'one':
      return anyId(pick, rows[field.target ?? ''])
    default:
      return field.unique === true ? `c${made}` : field.searchable === true ? words(pick) : oneOf(pick, WORDS)
  }
}

function words(pick: Pick): string {
  return Array.from({ length: 1 + pick(2) }, () => oneOf(pick, WORDS)).join(' ')
}

function anyId(pick: Pick, rows: readonly Row[] | undefined): string | null {
  return rows === undefined || rows.length === 0 ? null : oneOf(pick, rows).id
}
