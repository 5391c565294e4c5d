// Builds the schema that an actor's own filters may name: readable fields, relations and constants.
import { readExpression } from '#shared/expressions/checker.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Schema, SchemaMember } from '#shared/expressions/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { selfRelationsOf } from '#shared/model/3-entities/self-relations.ts'
import { periodFieldsOf } from '#shared/model/3-entities/period-fields.ts'
import { fragment } from '#shared/text/fragment.ts'
import { identifierOf } from '#shared/text/identifier.ts'
import type { RunningDocument } from '../document/current-document.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { PreparedPolicy } from './policy.ts'
import { policyOf } from './policy.ts'

export interface FilterSchema extends Schema {
  /**
   * Returns the expression that a word of point 5 stands for. Returns undefined if it is not a word, or names
   * something that this reader may not know.
   */
  wordOf(entity: string, name: string): Node | undefined
}

export function filterSchemaOf(running: RunningDocument, actor: Actor): FilterSchema {
  const policy = policyOf(running, actor)
  return running.keptOn(policy, 'filter schema', '', () => makeFilterSchema(running.model, policy))
}

function makeFilterSchema(model: Model, policy: PreparedPolicy): FilterSchema {
  const readableOf = (entity: string) => policy.entity(entity).read.readable
  const entities = [...model.entities.keys()].filter((name) => readableOf(name).size > 0)
  const known = new Set(entities)
  const words = new Map<string, Node | undefined>()
  const wordOf = (entity: string, name: string): Node | undefined => {
    const key = `${entity}.${name}`
    const means = model.entities.get(entity)?.words.get(name)
    if (means === undefined || words.has(key)) return words.get(key)
    // A word that leads back to itself is none; while it is read it means nothing.
    words.set(key, undefined)
    const { expression } = readExpression(fragment(means), schema, { record: entity }, { kind: 'boolean' })
    words.set(key, expression?.tree)
    return expression?.tree
  }
  const member = (entity: string, name: string): SchemaMember | undefined => {
    const found = model.entities.get(entity)
    if (found === undefined || !known.has(entity)) return undefined
    const field = found.fields.get(name)
    if (field !== undefined) return readableOf(entity).has(name) ? { kind: 'field', type: field.valueType } : undefined
    if (wordOf(entity, name) !== undefined) return { kind: 'field', type: { kind: 'boolean' } }
    const reverse = found.reverses.get(name)
    if (reverse === undefined || !readableOf(reverse.entity).has(reverse.field)) return undefined
    return { kind: 'reverse', ...reverse }
  }
  const isReadable = (entity: string, field: string): boolean => readableOf(entity).has(field)
  const roles = [...model.roles.values()]
  // Constants are the document's: a filter may use those that its actor may read.
  const { limits, lookups, calendars } = policy.projectedModel()
  const schema: FilterSchema = {
    entities,
    single: (name) =>
      entities.find((entity) => model.entities.get(entity)?.onlyOne === true && identifierOf(entity, 'field') === name),
    member,
    members: (entity) => {
      const found = model.entities.get(entity)
      return found === undefined
        ? []
        : [...found.fields.keys(), ...found.words.keys(), ...found.reverses.keys()].filter(
            (name) => member(entity, name) !== undefined,
          )
    },
    limit: (name) => limits.get(name)?.type,
    limits: [...limits.keys()],
    lookups,
    calendars: new Map([...calendars].map(([name, { hours }]) => [name, JSON.stringify(hours)])),
    selfRelationsOf: (entity) =>
      selfRelationsOf(entity, model.entities.get(entity)?.fields).filter((field) => isReadable(entity, field)),
    periodFieldsOf: (entity) => {
      const span = periodFieldsOf(model.entities.get(entity)?.fields)
      return span && isReadable(entity, span.from) && isReadable(entity, span.to) ? span : undefined
    },
    rolesOf: (name) => {
      const role = roles.find(
        (each) => each.name.identifier === name || each.name.label.toLowerCase() === name.toLowerCase(),
      )
      return (
        role && roles.filter((each) => each.includes.includes(role.name.identifier)).map((each) => each.name.identifier)
      )
    },
    roles: roles.map((role) => role.name.label),
    timersOf: (entity) => {
      const timers = [...(model.entities.get(entity)?.timers ?? [])]
      return timers.filter(([, { field }]) => isReadable(entity, field)).map(([name]) => name)
    },
    wordOf,
  }
  return schema
}
