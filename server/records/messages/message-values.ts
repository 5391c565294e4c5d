// Reads the values in a message's `{expressions}` under the recipient's read policy; others print "…".
import type { MessageValues } from '#shared/decisions/8-errors.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { keyOfNode } from '#shared/expressions/facts.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import type { MessageTemplate, Model } from '#shared/model/model.ts'
import type { ActorContext } from '../records-dependencies.ts'
import type { MemoKey } from '../../document/memo-tables.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { RecordSnapshot } from './condition-facts.ts'
import { entityConditions, evaluateConditions } from './condition-facts.ts'
import type { RowPolicyContext } from './row-policy.ts'
import { readableFieldsById } from './row-policy.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** Of these codes' messages for an entity, those with something to fill in. */
export function messagesToFill(
  model: Model,
  codes: readonly string[],
  entity: string,
): ReadonlyMap<string, MessageTemplate> {
  const messages = new Map<string, MessageTemplate>()
  for (const code of codes) {
    const entry = model.errors.get(code)
    const message = entry?.messages.get(entity) ?? entry?.messages.get('')
    if (message?.some((part) => typeof part !== 'string')) messages.set(code, message)
  }
  return messages
}

/**
 * `key` names the messages within the document; `to` is who will read them, `actorContext` is `me` in them.
 * `telling`: the values that the document discloses on purpose, whatever they may read.
 */
export async function messageValuesFor(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  to: Actor,
  about: { readonly entity: string; readonly key: MemoKey; readonly snapshot: RecordSnapshot },
  messages: readonly MessageTemplate[],
  telling: readonly Expression[] = [],
): Promise<MessageValues> {
  const expressions = messages.flatMap((message) => message.filter((part) => typeof part !== 'string'))
  const nodes = expressions.map(({ tree }) => tree)
  const parts = nodes.flatMap((node) => [node, ...recordsIn(node)])
  const { running } = policyContext
  const conditions = running.keptOn(entityNamed(running.model, about.entity), 'messages', about.key, () =>
    makeConditions(about.entity, parts),
  )
  const see = await evaluateConditions(conditions, policyContext, actorContext, about.snapshot)
  const known = new Map<string, Promise<ReadonlySet<string> | undefined>>()
  const fieldsOf = (entity: string, id: string) => {
    const key = `${entity} ${id}`
    const found = known.get(key) ?? readableFieldsById(policyContext, to, entity, id)
    known.set(key, found)
    return found
  }
  const values = new Map<Node, Value>()
  const disclosed = new Set(telling.map(({ tree }) => keyOfNode(tree)))
  const isDisclosed = (node: Node): boolean => disclosed.size > 0 && disclosed.has(keyOfNode(node))
  const isKnown = async ({ tree, field }: Expression): Promise<boolean> => {
    if (isDisclosed(tree)) return true
    const id = about.snapshot.record['id']
    if (field === undefined || to.system || to.administrator || typeof id !== 'string')
      return mayKnowValue(tree, policyContext, to, see, fieldsOf, isDisclosed)
    return (await fieldsOf(field.entity, id))?.has(field.field) === true
  }
  for (const part of expressions) values.set(part.tree, (await isKnown(part)) ? see(part.tree) : undefined)
  return { evaluate: (node) => values.get(node), printing: printingOf(policyContext.running.model) }
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
  const fields = record === undefined ? undefined : await readableFieldsById(policyContext, to, entity, id)
  if (record === undefined || fields === undefined) return undefined
  const found = entityNamed(policyContext.running.model, entity)
  const { title } = found
  const nodes = () => [title.tree, ...recordsIn(title.tree)]
  const conditions = entityConditions(policyContext.running, found, 'title', nodes)
  const see = await evaluateConditions(conditions, policyContext, actorContext, { record })
  const may = await mayKnowValue(title.tree, policyContext, to, see, async (of, key) =>
    key === id ? fields : readableFieldsById(policyContext, to, of, key),
  )
  const value = may ? see(title.tree) : undefined
  return typeof value === 'string' ? value : undefined
}

/** May this recipient know the value of an expression? `see` has been prepared with it and `recordsIn` it. */
export async function mayKnowValue(
  node: Node,
  policyContext: RowPolicyContext,
  to: Actor,
  see: Evaluator,
  fieldsOf: (entity: string, id: string) => Promise<ReadonlySet<string> | undefined>,
  isDisclosed: (node: Node) => boolean = () => false,
): Promise<boolean> {
  if (to.system || to.administrator || isDisclosed(node)) return true
  // Of an entity with only one record, that record: whether it may be read is asked of its fields.
  if (node.kind === 'call' && node.name === 'first' && node.arguments[0]?.kind === 'records') return true
  // Of a set it is not asked record by record: its receiver may know it who may read the like of every record.
  if (node.kind === 'records' && !readsAll(policyContext, to, node.entity, 'id')) return false
  if ((node.kind === 'reverse' || node.kind === 'line') && !readsAll(policyContext, to, node.entity, node.field))
    return false
  if (node.kind === 'field' && isOfVariable(node.record)) {
    if (!readsAll(policyContext, to, node.entity, node.field)) return false
  } else if (node.kind === 'field') {
    const id = see(node.record)
    // A step from nothing is empty, and that it is empty was asked of the step before.
    if (typeof id === 'string' && !(await fieldsOf(node.entity, id))?.has(node.field)) return false
  }
  for (const child of childrenOf(node)) {
    if (!(await mayKnowValue(child, policyContext, to, see, fieldsOf, isDisclosed))) return false
  }
  return true
}

/** The field of every record of the entity, whatever stands in it. */
function readsAll({ running }: RowPolicyContext, to: Actor, entity: string, field: string): boolean {
  const { rows, fields } = policyOf(running, to).entity(entity).read
  return rows === true && fields.some((each) => each.field === field && each.when === true)
}

/** An element of a set, or what it leads to: it is known only inside the operation on the set. */
function isOfVariable(record: Node): boolean {
  return someNode(record, ({ kind }) => kind === 'variable')
}

/** The records that fields are read of. */
export function recordsIn(node: Node): readonly Node[] {
  const inside = childrenOf(node).flatMap(recordsIn)
  return node.kind === 'field' && !isOfVariable(node.record) ? [node.record, ...inside] : inside
}
