// Builds the JSON schemas of the lines that records and bodies hold, as far as the caller may know them.
import type { Entity, EntityPart } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { MOST_LINES } from '#shared/protocol/record.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { PreparedEntityPolicy } from '../../policy/entity-policy.ts'
import { component } from '../routes/body-schema.ts'
import { writeSchema } from './json-schemas.ts'

type Properties = { readonly [name: string]: object }

/** Builds the schemas of the lines of a record that was read with `expand`. */
export function readLines(running: RunningDocument, actor: Actor, entity: Entity): Properties {
  return linesOf(running, actor, entity, (part, { read }) => {
    if (!read.readable.has(part.field)) return undefined
    const description = `With expand=, or where they were sent: ${part.label}, in their order.`
    return { type: 'array', items: component(part.entity), description }
  })
}

/** Builds the schemas of the lines in a body: each may be new or, in an update, an existing one. */
export function writeLines(
  running: RunningDocument,
  actor: Actor,
  entity: Entity,
  verb: 'create' | 'update',
): Properties {
  return linesOf(running, actor, entity, (part, { create, update, delete: remove }) => {
    const line = entityNamed(running.model, part.entity)
    const kinds = verb === 'create' ? [create] : [create, update, remove]
    if (kinds.every(({ grants }) => grants.length === 0)) return undefined
    const inner = writeLines(running, actor, line, verb)
    const fields = new Set([...create.fields, ...(verb === 'create' ? [] : update.fields)])
    fields.delete(part.field)
    const { required, ...schema } = writeSchema(line, fields, verb, inner)
    const known = { id: { type: 'string', format: 'uuid' }, delete: { type: 'boolean', const: true } }
    const items =
      verb === 'create'
        ? { ...schema, ...(required ? { required } : {}) }
        : { ...schema, properties: { ...known, ...schema.properties } }
    const description =
      verb === 'create'
        ? part.label
        : `${part.label}: with id changed, without created, left out removed where you may read all of them, else with "delete".`
    const { atLeast, atMost } = part
    const least = atLeast ? { minItems: atLeast.count } : {}
    return { type: 'array', ...least, maxItems: atMost?.count ?? MOST_LINES, items, title: part.label, description }
  })
}

function linesOf(
  running: RunningDocument,
  actor: Actor,
  { parts }: Entity,
  describe: (part: EntityPart, policy: PreparedEntityPolicy) => object | undefined,
): Properties {
  return Object.fromEntries(
    [...parts].flatMap(([name, part]) => {
      const schema = describe(part, policyOf(running, actor).entity(part.entity))
      return schema === undefined ? [] : [[name, schema] as const]
    }),
  )
}
