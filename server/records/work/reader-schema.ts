// What a reader's own questions may name: fields, relations and constants that this reader may know; the rest does not exist.
import type { Schema, SchemaMember } from '#shared/expressions/schema.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import { identifierOf } from '#shared/text/name.ts'
import type { RunningDocument } from '../../document/current.ts'
import { projectedModel, readableFields } from './rights.ts'

export function readerSchema(running: RunningDocument, actor: Actor): Schema {
  return running.compiled('reader schema', rolesKey(actor), () => makeReaderSchema(running, actor))
}

function makeReaderSchema(running: RunningDocument, actor: Actor): Schema {
  const { model } = running
  const entities = [...model.entities.keys()].filter((name) => readableFields(running, name, actor).size > 0)
  const known = new Set(entities)
  const member = (entity: string, name: string): SchemaMember | undefined => {
    const found = model.entities.get(entity)
    if (found === undefined || !known.has(entity)) return undefined
    const field = found.fields.get(name)
    if (field !== undefined)
      return readableFields(running, entity, actor).has(name) ? { kind: 'field', type: field.valueType } : undefined
    const reverse = found.reverses.get(name)
    if (reverse === undefined || !readableFields(running, reverse.entity, actor).has(reverse.field)) return undefined
    return { kind: 'reverse', ...reverse }
  }
  const roles = [...model.roles.values()]
  const { limits } = projectedModel(running, actor)
  return {
    entities,
    single: (name) =>
      entities.find((entity) => model.entities.get(entity)?.onlyOne === true && identifierOf(entity, 'field') === name),
    member,
    members: (entity) => {
      const found = model.entities.get(entity)
      return found === undefined
        ? []
        : [...found.fields.keys(), ...found.reverses.keys()].filter((name) => member(entity, name) !== undefined)
    },
    limit: (name) => limits.get(name)?.type,
    limits: [...limits.keys()],
    rolesOf: (name) => {
      const role = roles.find(
        (each) => each.name.identifier === name || each.name.label.toLowerCase() === name.toLowerCase(),
      )
      return (
        role && roles.filter((each) => each.includes.includes(role.name.identifier)).map((each) => each.name.identifier)
      )
    },
    roles: roles.map((role) => role.name.label),
  }
}
