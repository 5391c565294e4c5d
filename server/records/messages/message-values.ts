// Reads the values in a message's `{expressions}` under the recipient's read policy; others print "…".
import type { MessageValues, Reason } from '#shared/decisions/decision.ts'
import { templateOf } from '#shared/decisions/refusals.ts'
import { partlyReadTitleOf, titleToRead } from '#shared/decisions/record-title.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { keyOfNode } from '#shared/expressions/facts.ts'
import type { MessageTemplate, Model } from '#shared/model/model.ts'
import type { ActorContext } from '../records-dependencies.ts'
import type { Conditions } from '../../policy/conditions.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { entityConditions, evaluateConditions } from '../access/condition-facts.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { readableFieldsById, readableFieldsOf } from '../access/row-policy.ts'
import { type ReadRequirement, recordsIn, requirementsOf } from '#shared/policy/read-requirements.ts'
import type { ReadableFields } from './read-requirements.ts'
import { mayKnow, mayKnowValue } from './read-requirements.ts'
import type { ValueSources } from './value-sources.ts'
import { mayKnowBehind, namesReadIn } from './value-sources.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** Lists the document's own words for these reasons that have placeholders to fill in. */
export function templatesToFill(model: Model, reasons: readonly Reason[]): readonly MessageTemplate[] {
  return [...new Set(reasons.map((reason) => templateOf(model, reason) ?? []))].filter((template) =>
    template.some((part) => typeof part !== 'string'),
  )
}

/**
 * Reads the values in messages about a record. `to` is who will read them, `actorContext` is `me` in them.
 * `telling`: the values that the document discloses on purpose, whatever they may read; `about.sources`: what stands
 * behind the names in them.
 */
export async function messageValuesFor(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  to: Actor,
  about: { readonly entity: string; readonly snapshot: RecordSnapshot; readonly sources?: ValueSources | undefined },
  messages: readonly MessageTemplate[],
  telling: readonly Expression[] = [],
): Promise<MessageValues> {
  const { running } = policyContext
  const known = new Map<string, ReturnType<ReadableFields>>()
  const fieldsOf: ReadableFields = (entity, id) => {
    const key = `${entity} ${id}`
    const found = known.get(key) ?? readableFieldsById(policyContext, to, entity, id)
    known.set(key, found)
    return found
  }
  const values = new Map<Node, Value>()
  for (const message of messages) {
    // Each by itself: messages that read alike have the same expression in each, and still one of their own.
    const { conditions, holes, isDisclosed } = running.keptOn(
      entityNamed(running.model, about.entity),
      'messages',
      message,
      () => prepareMessage(about.entity, message, telling),
    )
    if (holes.length === 0) continue
    const see = await evaluateConditions(conditions, policyContext, actorContext, about.snapshot)
    const { sources = about.snapshot.sources } = about
    for (const { tree, requirements, names } of holes) {
      const isKnown =
        (await mayKnow(requirements, policyContext, to, see, fieldsOf)) &&
        (sources === undefined || (await mayKnowBehind(names, sources, isDisclosed, policyContext, to, fieldsOf)))
      values.set(tree, isKnown ? see(tree) : undefined)
    }
  }
  return { evaluate: (node) => values.get(node), printing: printingOf(running.model) }
}

interface PreparedMessage {
  readonly holes: readonly MessageHole[]
  readonly conditions: Conditions
  readonly isDisclosed: (node: Node) => boolean
}

interface MessageHole {
  readonly tree: Node
  readonly requirements: readonly ReadRequirement[]
  readonly names: readonly string[]
}

function prepareMessage(entity: string, message: MessageTemplate, telling: readonly Expression[]): PreparedMessage {
  const expressions = message.filter((part) => typeof part !== 'string')
  const disclosed = new Set(telling.flatMap(({ tree, asked = tree }) => [tree, asked].map(keyOfNode)))
  const isDisclosed = (node: Node): boolean => disclosed.size > 0 && disclosed.has(keyOfNode(node))
  return {
    holes: expressions.map(({ tree, asked = tree }) => ({
      tree,
      requirements: isDisclosed(tree) ? [] : requirementsOf(asked, isDisclosed),
      names: isDisclosed(tree) ? [] : namesReadIn(asked, isDisclosed),
    })),
    isDisclosed,
    conditions: makeConditions(
      entity,
      expressions.flatMap(({ tree, asked = tree }) => [tree, ...recordsIn(asked)]),
    ),
  }
}

/** The name of a record as this reader may know it. */
export async function titleFor(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  to: Actor,
  entity: string,
  id: string,
): Promise<string | undefined> {
  const record = await policyContext.database.record(entity, id)
  return record === undefined ? undefined : titleOfRecord(policyContext, actorContext, to, entity, record)
}

/** Works like `titleFor` for a record that is already loaded, since a record in the trash can't be found by its id. */
export async function titleOfRecord(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  to: Actor,
  entity: string,
  record: RecordValue,
): Promise<string | undefined> {
  const fields = await readableFieldsOf(policyContext, to, entity, record)
  if (fields === undefined) return undefined
  const found = entityNamed(policyContext.running.model, entity)
  const { tree } = found.title
  const asked = titleToRead(found)
  const nodes = () => [tree, ...recordsIn(asked)]
  const conditions = entityConditions(policyContext.running, found, 'title', nodes)
  const see = await evaluateConditions(conditions, policyContext, actorContext, { record })
  const may = await mayKnowValue(asked, policyContext, to, see, async (of, key) =>
    key === record['id'] ? fields : readableFieldsById(policyContext, to, of, key),
  )
  const value = may ? see(tree) : undefined
  if (typeof value === 'string' && value !== '') return value
  // Who somebody is, is known or not.
  if (entity === 'Person') return undefined
  const known = Object.fromEntries([...fields].map((field) => [field, record[field]]))
  const { read } = policyOf(policyContext.running, to).entity(entity)
  return partlyReadTitleOf(found, { ...known, id: record.id }, new Set(read.readable))
}
