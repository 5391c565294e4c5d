// Changes the document of a random application as its author might, and its records as publishing does.
import type { Entities, EntitySpec, Row } from '../entities.ts'
import { entityOf, LEVELS, ownFields } from '../entities.ts'
import type { GrantSpec, World } from '../world.ts'
import type { Pick as Chance } from './random-condition.ts'
import { oneOf, randomCondition } from './random-condition.ts'
import { randomGrants } from './random-world.ts'

type Mutation = (pick: Chance, world: World) => World

/** One to three changes. The records stay the same ones, by their ids. */
export function mutateWorld(pick: Chance, world: World): World {
  let mutated = world
  for (let left = 1 + pick(3); left > 0; left--) mutated = oneOf(pick, MUTATIONS)(pick, mutated)
  return mutated
}

const MUTATIONS: readonly Mutation[] = [
  addGrant,
  addGrant,
  dropGrant,
  dropGrant,
  changeGrant,
  changeGrant,
  changeGrant,
  renameRole,
  changeIncludes,
  changeBindings,
  dropField,
  renameField,
  renameEntity,
]

// Permissions --------------------------------------------------------------------------------------

function addGrant(pick: Chance, world: World): World {
  const { entities, roles, grants } = world
  const given = roles.filter((role) => role.of === undefined).map((role) => role.name)
  const made = randomGrants(pick, { entities, roles: given }, roles, oneOf(pick, [...entities.keys()]))
  return { ...world, grants: [...grants, ...made.slice(0, 1)] }
}

function dropGrant(pick: Chance, world: World): World {
  const at = pick(Math.max(1, world.grants.length))
  return { ...world, grants: world.grants.filter((_, index) => index !== at) }
}

function changeGrant(pick: Chance, world: World): World {
  const { grants, entities, roles } = world
  if (grants.length === 0) return addGrant(pick, world)
  const at = pick(grants.length)
  const changed = (grant: GrantSpec): GrantSpec => {
    const given = roles.filter((role) => role.of === undefined).map((role) => role.name)
    const { where: _where, ...always } = grant
    const names = { this: grant.entity, me: 'Person' }
    switch (pick(4)) {
      case 0:
        return always
      case 1:
        return { ...grant, where: randomCondition(pick, { entities, roles: given }, names, pick(3)) }
      case 2:
        return { ...grant, who: oneOf(pick, [...given, 'everyone']) }
      default:
        return { ...grant, may: oneOf(pick, [['read'], ['read', 'update'], ['update', 'delete'], ['everything']]) }
    }
  }
  return { ...world, grants: grants.map((grant, index) => (index === at ? changed(grant) : grant)) }
}

function changeIncludes(_pick: Chance, world: World): World {
  // Another change may have renamed it.
  const reader = world.roles.filter(({ name }) => name.startsWith('Reader')).map(({ name }) => name)
  const roles = world.roles.map((role) =>
    role.name === 'Chief' ? { ...role, includes: role.includes.length === 0 ? reader : [] } : role,
  )
  return { ...world, roles }
}

function changeBindings(pick: Chance, world: World): World {
  const entities = [...world.entities.values()].map((entity) => {
    const names = ownFields(entity).map(({ name }) => name)
    return {
      ...entity,
      fields: entity.fields.map((field) =>
        field.binds === undefined || entity.name === 'Person'
          ? field
          : { ...field, binds: [{ field: oneOf(pick, names), state: oneOf(pick, LEVELS), says: 'hidden' as const }] },
      ),
    }
  })
  return { ...world, entities: byName(entities) }
}

// Names --------------------------------------------------------------------------------------------

/** Only one that nobody has: else the data stands against the document, as roles have no former name. */
function renameRole(pick: Chance, world: World): World {
  const role = oneOf(pick, ['Reader', 'Clerk', 'Chief'])
  if ((world.rows['Person'] ?? []).some(({ roles }) => (roles as readonly string[]).includes(role))) return world
  const rename = (text: string): string => (text === role ? `${role} anew` : text)
  const { roles, grants } = mapTexts({ roles: world.roles, grants: world.grants }, rename)
  return { ...world, roles, grants }
}

const RENAMED = ['title', 'note', 'amount', 'ready', 'level', 'code', 'owner', 'link', 'parent']

function renameField(pick: Chance, world: World): World {
  const name = oneOf(pick, RENAMED)
  const other = `${name}_anew`
  if (hasField(world, other) || !hasField(world, name)) return world
  const rename = (text: string): string =>
    text === name ? other : text.endsWith(`_by_${name}`) ? text.replace(/_by_\w+$/, `_by_${other}`) : text
  const { grants, roles, entities } = mapTexts(
    { grants: world.grants, roles: world.roles, entities: [...world.entities.values()] },
    rename,
  )
  const named = entities.map((entity) => ({
    ...entity,
    fields: entity.fields.map((field) => (field.name === other ? { ...field, was: name } : field)),
  }))
  return {
    ...world,
    grants,
    roles,
    entities: byName(named),
    ...mapRows(world, (row) => {
      const { [name]: value, ...rest } = row
      return (value === undefined ? row : { ...rest, [other]: value }) as Row
    }),
  }
}

function renameEntity(pick: Chance, world: World): World {
  const name = oneOf(pick, ['Alpha', 'Beta', 'Gamma'])
  if (!world.entities.has(name)) return world
  const other = `${name}x`
  const rename = (text: string): string =>
    text === name
      ? other
      : text === `${name.toLowerCase()}s`
        ? `${other.toLowerCase()}s`
        : text.replace(new RegExp(`^${name.toLowerCase()}_by_`), `${other.toLowerCase()}_by_`)
  const { grants, roles, entities } = mapTexts(
    { grants: world.grants, roles: world.roles, entities: [...world.entities.values()] },
    rename,
  )
  const moved = (rows: World['rows']): World['rows'] =>
    Object.fromEntries(Object.entries(rows).map(([entity, all]) => [rename(entity), all]))
  return {
    grants,
    roles,
    entities: byName(entities.map((entity) => (entity.name === other ? { ...entity, was: name } : entity))),
    rows: moved(world.rows),
    trash: moved(world.trash),
  }
}

const DROPPED = ['note', 'amount', 'ready', 'level', 'code', 'friends']

/** Empties a field everywhere, so that it can be dropped without a loss. */
export function emptyField(pick: Chance, world: World): World {
  const name = oneOf(pick, DROPPED)
  return {
    ...world,
    ...mapRows(world, (row) => (name in row ? { ...row, [name]: Array.isArray(row[name]) ? [] : null } : row)),
  }
}

/** Only where it is empty and no condition reads it: the rest of the data stands against it. */
function dropField(pick: Chance, world: World): World {
  const name = oneOf(pick, DROPPED)
  const { grants, roles } = world
  const all = [...Object.values(world.rows), ...Object.values(world.trash)].flat()
  if (!all.every((row) => [row[name] ?? []].flat().length === 0)) return world
  const conditions = JSON.stringify([grants.map(({ where }) => where), roles.map(({ of }) => of)])
  if (conditions.includes(`"${name}"`) || conditions.includes(`_by_${name}"`)) return world
  const isKept = (field: string): boolean => field !== name
  const entities = [...world.entities.values()].map((entity) => ({
    ...entity,
    fields: entity.fields
      .filter((field) => isKept(field.name))
      .map((field) =>
        field.binds === undefined ? field : { ...field, binds: field.binds.filter((each) => isKept(each.field)) },
      ),
  }))
  const rest = grants.flatMap((grant): GrantSpec[] => {
    if (grant.fields === undefined) return [grant]
    const names = grant.fields.names.filter(isKept)
    return names.length === 0 ? [] : [{ ...grant, fields: { ...grant.fields, names } }]
  })
  const dropped = mapRows(world, ({ [name]: _dropped, ...row }) => row as Row)
  return { ...world, entities: byName(entities), grants: rest, ...dropped }
}

function hasField({ entities }: World, name: string): boolean {
  return [...entities.values()].some(({ fields }) => fields.some((field) => field.name === name))
}

function byName(entities: readonly EntitySpec[]): Entities {
  return new Map(entities.map((entity) => [entity.name, entity]))
}

function mapRows({ rows, trash }: World, map: (row: Row) => Row): Pick<World, 'rows' | 'trash'> {
  const all = (of: World['rows']): World['rows'] =>
    Object.fromEntries(Object.entries(of).map(([entity, each]) => [entity, entity === 'Person' ? each : each.map(map)]))
  return { rows: all(rows), trash: all(trash) }
}

/** Values without such a text stay the same objects: the fields that all entities share are known by that. */
function mapTexts<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, each]) => [key, each, mapTexts(each as unknown, map)] as const)
  if (parts.every(([, each, mapped]) => each === mapped)) return value
  if (Array.isArray(value)) return parts.map(([, , mapped]) => mapped) as T
  return Object.fromEntries(parts.map(([key, , mapped]) => [key, mapped])) as T
}

/** The name that a field, or an entity, has after the mutation; undefined: it has been dropped. */
export function renamedTo(
  { entities: before }: World,
  { entities: after }: World,
  entity: string,
): { readonly entity: string; readonly field: (name: string) => string | undefined } {
  const now = [...after.values()].find(({ name, was }) => name === entity || was === entity)
  if (now === undefined) throw new Error(`${entity} is gone`)
  const known = new Set(entityOf(before, entity).fields.map(({ name }) => name))
  return {
    entity: now.name,
    field: (name) => now.fields.find((field) => field.name === name || (field.was === name && known.has(name)))?.name,
  }
}
