// Who may read what, worked out naively: for each row, grant by grant. Shares no code with the product.
import type { Condition, Eyes, Place } from './condition.ts'
import { evaluate, evaluateRoles } from './condition.ts'
import type { FieldSpec, Row } from './entities.ts'
import type { GrantSpec, World } from './world.ts'
import { entityOf } from './entities.ts'

/** The rights of one person (null: nobody is signed in) in a world. */
export interface Oracle {
  readonly me: Row | null
  /** The row as far as it may be read; undefined: it does not exist. */
  read(entity: string, row: Row): Row | undefined
  /** All that may be read of an entity. */
  visible(entity: string): readonly Row[]
  /** Fields of which something may be read in some row; none: nothing of the entity may be read. */
  known(entity: string): ReadonlySet<string>
  /** May the person do this to the row (and to that field of it)? */
  may(verb: string, entity: string, row: Row, field?: string): boolean
  /** Is something that is for this role, `everyone` or `anyone` for the person, on this row? */
  isFor(who: string, entity: string, row: Row): boolean
  /** Checks whether the person, or another one if named, holds the role. */
  holdsRole(role: string, person?: Row): boolean
  /** Could it be granted in some row? */
  mayEver(verb: string, entity: string): boolean
  /** Is it taken away from all rows, whatever is granted? */
  isTakenAway(verb: string, entity: string): boolean
  /** The records that a condition of the person's own sees: hidden rows do not exist, hidden values are empty. */
  readonly eyes: Eyes
  /** A condition as the document sees it, to which nothing is hidden. */
  holds(condition: Condition, entity: string, row: Row): boolean
  /** A condition as the person asks it. */
  asks(condition: Condition, entity: string, row: Row): boolean
}

export function createOracle(world: World, me: Row | null): Oracle {
  const held = me === null ? [] : rolesOf(world, me['roles'] as readonly string[])
  const isAdministrator = me !== null && (me['roles'] as readonly string[]).includes('Administrator')
  const everything: Eyes = { entities: world.entities, rows: (entity) => world.rows[entity] ?? [] }
  const holds = (role: string, person?: Row): boolean =>
    (person === undefined ? held : rolesOf(world, person['roles'] as readonly string[])).includes(role)

  const place = (eyes: Eyes, entity: string, row: Row): Place => ({
    eyes,
    names: { this: { entity, row }, me: { entity: 'Person', row: me } },
    holds,
  })
  const isMet = (condition: Condition | undefined, entity: string, row: Row): boolean =>
    condition === undefined || evaluate(condition, place(everything, entity, row)) === true

  /** Conditions under which a role, or one that includes it, follows from the record. */
  const contextual = (role: string, entity: string): readonly Condition[] =>
    world.roles.flatMap((each) =>
      each.of?.entity === entity && rolesOf(world, [each.name]).includes(role) ? [each.of.who] : [],
    )
  const isFor = (who: string, entity: string, row: Row): boolean => {
    if (who === 'anyone') return true
    if (me === null) return false
    return who === 'everyone' || holds(who) || contextual(who, entity).some((each) => isMet(each, entity, row))
  }
  /** false: never; true: whatever the row; null: the row decides. */
  const everFor = ({ who, where, entity }: GrantSpec): boolean | null => {
    const condition = where === undefined ? true : evaluateRoles(where, holds)
    if (condition === false) return false
    if (who === 'anyone') return condition
    if (me === null) return false
    if (who === 'everyone' || holds(who)) return condition
    const ways = contextual(who, entity).map((each) => evaluateRoles(each, holds))
    return ways.some((way) => way === true) ? condition : ways.some((way) => way === null) ? null : false
  }
  const grantsOf = (verb: string, entity: string, except: boolean) =>
    world.grants.filter((grant) => grant.entity === entity && grant.except === except && hasVerb(grant, verb))
  const matching = (verb: string, entity: string, row: Row, except: boolean) =>
    grantsOf(verb, entity, except).filter((grant) => isFor(grant.who, entity, row) && isMet(grant.where, entity, row))

  const fieldsOf = (entity: string): readonly FieldSpec[] =>
    entityOf(world.entities, entity).fields.filter((field) => field.hidden !== true)

  /** Checks whether a state that the row is in closes the field: for readers, or for those who change it. */
  const isBound = (verb: string, entity: string, row: Row, field: string): boolean =>
    entityOf(world.entities, entity).fields.some(({ name, binds = [] }) =>
      binds.some(
        (each) =>
          each.field === field &&
          each.state === row[name] &&
          (verb === 'update' || (verb === 'read' && each.says === 'hidden')),
      ),
    )

  const may: Oracle['may'] = (verb, entity, row, field) => {
    if (isAdministrator) return true
    if (matching(verb, entity, row, true).some((grant) => grant.fields === undefined)) return false
    const granting = matching(verb, entity, row, false)
    if (field === undefined) return granting.length > 0
    return (
      granting.some((grant) => covers(grant, field)) &&
      !matching(verb, entity, row, true).some((grant) => covers(grant, field)) &&
      !isBound(verb, entity, row, field)
    )
  }
  const read: Oracle['read'] = (entity, row) => {
    if (!may('read', entity, row)) return undefined
    const names = fieldsOf(entity)
      .map(({ name }) => name)
      .filter((name) => isAlwaysRead(name) || may('read', entity, row, name))
    return Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as unknown as Row
  }
  const isTakenAway: Oracle['isTakenAway'] = (verb, entity) =>
    !isAdministrator &&
    grantsOf(verb, entity, true).some((grant) => grant.fields === undefined && everFor(grant) === true)
  const mayEver: Oracle['mayEver'] = (verb, entity) =>
    isAdministrator ||
    (grantsOf(verb, entity, false).some((grant) => everFor(grant) !== false) &&
      (!['read', 'export'].includes(verb) || !isTakenAway(verb, entity)))
  const known: Oracle['known'] = (entity) => {
    if (!mayEver('read', entity)) return new Set()
    const isKnown = ({ name }: FieldSpec): boolean =>
      isAdministrator ||
      isAlwaysRead(name) ||
      (grantsOf('read', entity, false).some((grant) => everFor(grant) !== false && covers(grant, name)) &&
        !grantsOf('read', entity, true).some((grant) => everFor(grant) === true && covers(grant, name)))
    return new Set(
      fieldsOf(entity)
        .filter(isKnown)
        .map(({ name }) => name),
    )
  }
  const seen = new Map<string, readonly Row[]>()
  const visible: Oracle['visible'] = (entity) => {
    const found = seen.get(entity) ?? (world.rows[entity] ?? []).flatMap((row) => read(entity, row) ?? [])
    seen.set(entity, found)
    return found
  }
  const eyes: Eyes = { entities: world.entities, rows: visible }
  return {
    me,
    read,
    visible,
    known,
    may,
    isFor,
    holdsRole: holds,
    mayEver,
    isTakenAway,
    eyes,
    holds: isMet,
    asks(condition, entity, row) {
      const { names, ...rest } = place(eyes, entity, row)
      const self = me === null ? null : (read('Person', me) ?? { id: me.id })
      return evaluate(condition, { ...rest, names: { ...names, me: { entity: 'Person', row: self } } }) === true
    },
  }
}

function rolesOf(world: World, given: readonly string[]): readonly string[] {
  const includes = given.flatMap((name) => world.roles.find((role) => role.name === name)?.includes ?? [])
  return includes.length === 0 ? given : [...given, ...rolesOf(world, includes)]
}

function hasVerb({ may }: GrantSpec, verb: string): boolean {
  return may.includes(verb) || may.includes('everything')
}

function covers({ fields }: GrantSpec, name: string): boolean {
  return fields === undefined || fields.names.includes(name) !== fields.except
}

function isAlwaysRead(name: string): boolean {
  return name === 'id' || name === '_version'
}
