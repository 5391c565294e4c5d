// Finds the records that the cells of a relation name: by id, by a unique field, or by title.
import { fieldError } from '#shared/decisions/refusals.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Node } from '#shared/expressions/node.ts'
import { quote } from '#shared/expressions/syntax/print-syntax.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { splitList } from '#shared/fields/list-text.ts'
import { isId } from '#shared/fields/relation.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { findRecords } from '../find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { quoteCell } from './quote-cell.ts'

/** Longer ones name nothing. */
export const LONGEST_NAME = 300

/** Looks up each text once. What its reader may not see is not found. */
export function makeRelatedIds(dependencies: RecordsDependencies, actorContext: ActorContext) {
  const found = new Map<string, Promise<readonly string[]>>()
  const { running } = dependencies.current
  const idsOf = (name: string, text: string): Promise<readonly string[]> => {
    const key = `${name} ${text}`
    const known = found.get(key) ?? look(entityNamed(running.model, name), text)
    found.set(key, known)
    return known
  }
  const look = async (entity: Entity, text: string): Promise<readonly string[]> => {
    if (text.length > LONGEST_NAME) return []
    if (isId(text)) return [text.toLowerCase()]
    const { readable } = policyOf(running, actorContext.actor).entity(entity.name.identifier).read
    const names = namingFields(entity).filter((field) => readable.has(field))
    if (names.length === 0) return []
    const filter = names.map((field) => `${field} == ${quote(text)}`).join(' or ')
    const request = { filter, fields: 'id', limit: 2, count: false }
    const { items } = await findRecords(dependencies, actorContext, entity.name.identifier, request)
    return items.map((item) => (JSON.parse(item) as { readonly id: string }).id)
  }
  return async (field: Field, text: string): Promise<{ readonly value: unknown } | { readonly error: FieldError }> => {
    const { type } = field
    if (type.kind !== 'relation') throw new Error(`${field.name.identifier} is no relation.`)
    const ids: string[] = []
    for (const each of type.many ? splitList(text) : [text]) {
      const [id, other] = await idsOf(type.entity, each)
      if (id === undefined || other !== undefined) {
        const entity = entityNamed(running.model, type.entity).name.label
        const values = { field: labelFor(field.name.label), entity, text: quoteCell(each) }
        return {
          error: fieldError(
            field.name.identifier,
            id === undefined ? 'none_called' : 'several_called',
            values,
            field.cite,
          ),
        }
      }
      ids.push(id)
    }
    return { value: type.many ? ids : (ids[0] ?? null) }
  }
}

/** Of texts: what is unique, and what its title is. */
function namingFields(entity: Entity): readonly string[] {
  const own = ownField(entity.title.tree)
  return [...entity.fields.values()].flatMap((field) => {
    const { identifier } = field.name
    return field.valueType.kind === 'text' && (isKey(field) || identifier === own) ? [identifier] : []
  })
}

/** Where the title is one field of the record itself. */
function ownField(node: Node): string | undefined {
  if (node.kind === 'field') return node.record.kind === 'this' ? node.field : undefined
  const children = childrenOf(node)
  return children.length === 1 && children[0] !== undefined ? ownField(children[0]) : undefined
}
