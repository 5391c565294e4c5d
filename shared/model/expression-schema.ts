// Makes the schema of expressions from the outline.
import type { Schema, SchemaMember } from '../expressions/schema.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import { identifierOf } from '../text/identifier.ts'
import { findName, timerNames } from './link-context.ts'
import type { EntityOutline, FieldOutline, Outline, RoleOutline } from './outline.ts'
import { selfRelationsOf } from './3-entities/self-relations.ts'
import { periodFieldsOf } from './3-entities/period-fields.ts'
import type { Shapes } from './7-calls/shapes.ts'

/** Makes the schema of expressions. The contents of `shapes` of point 7 are computed when one is first asked for. */
export function makeSchema(outline: Outline, shapes: Shapes): Schema {
  const roles = [...outline.roles.values()]
  return {
    entities: [...outline.entities.keys()],
    single: (name) =>
      [...outline.entities.values()].find(
        (entity) => entity.declaration?.onlyOne && identifierOf(entity.name.identifier, 'field') === name,
      )?.name.identifier,
    member: (entity, name) => memberOf(outline.entities.get(entity), name),
    members: (entity) => membersOf(outline.entities.get(entity)),
    limit: (name) => outline.limits.get(name),
    limits: [...outline.limits.keys()],
    limitValues: (name) => outline.limitValues.get(name) ?? [],
    lookups: new Map([...outline.lookups].flatMap(([name, lookup]) => (lookup ? [[name, lookup] as const] : []))),
    calendars: new Map(
      [...outline.calendars].flatMap(([name, hours]) => (hours ? [[name, JSON.stringify(hours)] as const] : [])),
    ),
    selfRelationsOf: (entity) => selfRelationsOf(entity, outline.entities.get(entity)?.fields),
    periodFieldsOf: (entity) => periodFieldsOf(outline.entities.get(entity)?.fields),
    rolesOf: (name) => rolesOf(roles, name),
    entitiesOfRole: (name) => entitiesOfRole(outline, name),
    roles: roles.map((role) => role.name.label),
    timersOf: (name) => {
      const entity = outline.entities.get(name)
      return entity ? timerNames(entity).map((timer) => timer.identifier) : []
    },
    shape: (name) => shapes.of(name),
    shapes: shapes.names,
    templates: true,
  }
}

function memberOf(entity: EntityOutline | undefined, name: string): SchemaMember | undefined {
  if (!entity) return undefined
  const field = entity.fields.get(name)
  if (field) return { kind: 'field', type: field.valueType, optional: mayStayEmpty(field) }
  if (entity.words.has(name)) return { kind: 'field', type: BOOLEAN }
  const reverse = entity.reverses.get(name)
  return reverse && { kind: 'reverse', ...reverse }
}

/** Said of what the document leaves open: not of computed fields, nor of what is required in some cases. */
function mayStayEmpty({ declaration, type }: FieldOutline): boolean {
  return declaration?.required === false && declaration.value === undefined && !('many' in type && type.many)
}

function membersOf(entity: EntityOutline | undefined): readonly string[] {
  return entity ? [...entity.fields.keys(), ...entity.words.keys(), ...entity.reverses.keys()] : []
}

/** The role of that label or identifier, and all that include it; none if there is no such role. */
export function rolesNamed(roles: readonly RoleOutline[], name: string): readonly RoleOutline[] {
  const wanted = identifierOf(name, 'entity')
  const role = roles.find(
    ({ name: { identifier, label } }) =>
      identifier === name || identifier === wanted || label.toLowerCase() === name.toLowerCase(),
  )
  return role ? roles.filter((each) => each.includes.includes(role.name.identifier)) : []
}

/** Those of them that people are given. */
function rolesOf(roles: readonly RoleOutline[], name: string): readonly string[] | undefined {
  const named = rolesNamed(roles, name)
  if (named.length === 0) return undefined
  return named.filter((each) => !each.ofRecords).map((each) => each.name.identifier)
}

/** The entities on whose records one may have the role. */
function entitiesOfRole(outline: Outline, name: string): readonly string[] {
  const names = [...outline.entities.values()].map((entity) => entity.name)
  const places = rolesNamed([...outline.roles.values()], name).flatMap(({ relations }) =>
    relations.flatMap((relation) => relation.places),
  )
  return places.flatMap((place) => findName(place.entity, names, 'entity') ?? [])
}
