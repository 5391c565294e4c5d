// Finds the records that the cells of a relation name: by id, by a unique field, or by title.
import { fieldError } from '#shared/decisions/refusals.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Node } from '#shared/expressions/node.ts'
import { quote } from '#shared/expressions/syntax/print-syntax.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { cutForCell, isCutCell } from '#shared/fields/cut-cell.ts'
import { joinList, splitList } from '#shared/fields/list-text.ts'
import { isId } from '#shared/fields/relation.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { LONGEST_NAME } from '../export/name-to-read.ts'
import { findRecords } from '../find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { quoteCell } from './quote-cell.ts'
import { cutError } from './read-cell.ts'
import { makeRecordNames } from './record-names.ts'

type ReadRelation = { readonly value: unknown } | { readonly error: FieldError }

/**
 * Looks up each text once. What its reader may not see is not found. `present`: the ids that the record has so far: what an
 * export calls them means them, though others are called so, too.
 */
export function makeRelatedIds(dependencies: RecordsDependencies, actorContext: ActorContext) {
  const found = new Map<string, Promise<readonly string[]>>()
  const { running } = dependencies.current
  const names = makeRecordNames(dependencies, actorContext)
  const idsOf = (name: string, text: string): Promise<readonly string[]> => {
    const key = `${name} ${text}`
    const known = found.get(key) ?? look(entityNamed(running.model, name), text)
    found.set(key, known)
    return known
  }
  const look = async (entity: Entity, text: string): Promise<readonly string[]> => {
    if (text.length > LONGEST_NAME) return []
    if (isId(text)) return [text.toLowerCase()]
    const name = entity.name.identifier
    const { readable } = policyOf(running, actorContext.actor).entity(name).read
    const named = await lookByFields(
      name,
      text,
      namingFields(entity).filter((field) => readable.has(field)),
    )
    return named.length > 0 || isTitleOfOneField(entity) ? named : names.idsOf(name, text)
  }
  const lookByFields = async (entity: string, text: string, fields: readonly string[]): Promise<readonly string[]> => {
    if (fields.length === 0) return []
    const filter = fields.map((field) => `${field} == ${quote(text)}`).join(' or ')
    const request = { filter, fields: 'id', limit: 2, count: false }
    const { items } = await findRecords(dependencies, actorContext, entity, request)
    return items.map((item) => (JSON.parse(item) as { readonly id: string }).id)
  }
  const presentCalled = async (entity: string, text: string, present: readonly string[]) => {
    for (const id of present) if ((await names.nameOf(entity, id)) === text) return id
    return undefined
  }
  return async (field: Field, text: string, present: readonly string[]): Promise<ReadRelation> => {
    const { type } = field
    if (type.kind !== 'relation') throw new Error(`${field.name.identifier} is no relation.`)
    if (isCutCell(text)) {
      const called = await Promise.all(present.map((id) => names.nameOf(type.entity, id)))
      const isSame = cutForCell(joinList(called.map((name = '') => name))) === text
      return isSame ? { value: type.many ? present : present[0] } : { error: cutError(field, text) }
    }
    const ids: string[] = []
    for (const each of type.many ? splitList(text) : [text]) {
      const called = await idsOf(type.entity, each)
      const left = present.filter((id) => !ids.includes(id))
      const id = called.length === 1 ? called[0] : await presentCalled(type.entity, each, left)
      if (id === undefined) {
        const entity = entityNamed(running.model, type.entity).name.label
        const values = { field: labelFor(field.name.label), entity, text: quoteCell(each) }
        const code = called.length === 0 ? 'none_called' : 'several_called'
        return { error: fieldError(field.name.identifier, code, values, field.cite) }
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
    const isAsked = field.valueType.kind === 'text' && field.computed?.localised !== true
    return isAsked && (isKey(field) || identifier === own) ? [identifier] : []
  })
}

/** Other titles are put together of several parts, or of those of other records. */
function isTitleOfOneField(entity: Entity): boolean {
  const own = ownField(entity.title.tree)
  return own !== undefined && namingFields(entity).includes(own)
}

/** Where the title is one field of the record itself. */
function ownField(node: Node): string | undefined {
  if (node.kind === 'field') return node.record.kind === 'this' ? node.field : undefined
  const children = childrenOf(node)
  return children.length === 1 && children[0] !== undefined ? ownField(children[0]) : undefined
}
