// Fills the `{expressions}` of messages with no more than their reader may read; what may not be known is shown as "…".
import type { Filling } from '#shared/decisions/8-errors.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import type { Message, Model } from '#shared/model/model.ts'
import type { Acting } from '../dependencies.ts'
import type { Situation } from './judging.ts'
import { judge, prepare } from './judging.ts'
import type { Looking } from './reading-rights.ts'
import { fieldsToReadOf } from './reading-rights.ts'
import { entityNamed, readRightsOf } from './rights.ts'

/** Of these codes' messages for an entity, those with something to fill in. */
export function messagesToFill(model: Model, codes: readonly string[], entity: string): ReadonlyMap<string, Message> {
  const messages = new Map<string, Message>()
  for (const code of codes) {
    const entry = model.errors.get(code)
    const message = entry?.messages.get(entity) ?? entry?.messages.get('')
    if (message?.some((part) => typeof part !== 'string')) messages.set(code, message)
  }
  return messages
}

/** `key` names the messages within the document; `to` is who will read them, `acting` is `me` in them. */
export async function fillingFor(
  looking: Looking,
  acting: Acting,
  to: Actor,
  about: { readonly entity: string; readonly key: string; readonly situation: Situation },
  messages: readonly Message[],
): Promise<Filling> {
  const expressions = messages.flatMap((message) => message.filter((part) => typeof part !== 'string'))
  const nodes = expressions.map(({ tree }) => tree)
  const parts = nodes.flatMap((node) => [node, ...recordsIn(node)])
  const prepared = prepare(looking.running, looking.storage, about.entity, `message ${about.key}`, () => parts)
  const see = await judge(prepared, looking.reader, looking.running, acting, about.situation)
  const known = new Map<string, Promise<ReadonlySet<string> | undefined>>()
  const fieldsOf = (entity: string, id: string) => {
    const key = `${entity} ${id}`
    const found = known.get(key) ?? fieldsToReadOf(looking, to, entity, id)
    known.set(key, found)
    return found
  }
  const values = new Map<Node, Value>()
  const titles = new Map<string, string>()
  const isKnown = async ({ tree, field }: Expression): Promise<boolean> => {
    const id = about.situation.record['id']
    if (field === undefined || to.system || to.administrator || typeof id !== 'string')
      return mayKnow(tree, looking, to, see, fieldsOf)
    return (await fieldsOf(field.entity, id))?.has(field.field) === true
  }
  for (const part of expressions) {
    const node = part.tree
    const value = (await isKnown(part)) ? see(node) : undefined
    values.set(node, value)
    if (node.type.kind !== 'record' || typeof value !== 'string') continue
    const title = await titleFor(looking, acting, to, node.type.entity, value)
    if (title !== undefined) titles.set(`${node.type.entity} ${value}`, title)
  }
  const printing = printingOf(looking.running.model, (entity, id) => titles.get(`${entity} ${id}`) ?? '…')
  return { judge: (node) => values.get(node), printing }
}

/** The name of a record as this reader may know it. */
export async function titleFor(
  looking: Looking,
  acting: Acting,
  to: Actor,
  entity: string,
  id: string,
): Promise<string | undefined> {
  const record = await looking.reader.record(entity, id)
  const fields = record === undefined ? undefined : await fieldsToReadOf(looking, to, entity, id)
  if (record === undefined || fields === undefined) return undefined
  const { title } = entityNamed(looking.running.model, entity)
  const prepared = prepare(looking.running, looking.storage, entity, 'title', () => [
    title.tree,
    ...recordsIn(title.tree),
  ])
  const see = await judge(prepared, looking.reader, looking.running, acting, { record })
  const may = await mayKnow(title.tree, looking, to, see, async (of, key) =>
    key === id ? fields : fieldsToReadOf(looking, to, of, key),
  )
  const value = may ? see(title.tree) : undefined
  return typeof value === 'string' ? value : undefined
}

/** May this reader be told what an expression comes to? `see` has been prepared with it and `recordsIn` it. */
export async function mayKnow(
  node: Node,
  looking: Looking,
  to: Actor,
  see: Judge,
  fieldsOf: (entity: string, id: string) => Promise<ReadonlySet<string> | undefined>,
): Promise<boolean> {
  if (to.system || to.administrator) return true
  // Of an entity with one record alone, that record: whether it may be read is asked of its fields.
  if (node.kind === 'call' && node.name === 'first' && node.arguments[0]?.kind === 'records') return true
  // Of a set it is not asked record by record: its receiver may know it who may read the like of every record.
  if (node.kind === 'records' && !readsAll(looking, to, node.entity, 'id')) return false
  if ((node.kind === 'reverse' || node.kind === 'line') && !readsAll(looking, to, node.entity, node.field)) return false
  if (node.kind === 'field' && isOfVariable(node.record)) {
    if (!readsAll(looking, to, node.entity, node.field)) return false
  } else if (node.kind === 'field') {
    const id = see(node.record)
    // A step from nothing is empty, and that it is empty was asked of the step before.
    if (typeof id === 'string' && !(await fieldsOf(node.entity, id))?.has(node.field)) return false
  }
  for (const child of childrenOf(node)) {
    if (!(await mayKnow(child, looking, to, see, fieldsOf))) return false
  }
  return true
}

/** The field of every record of the entity, whatever stands in it. */
function readsAll({ running }: Looking, to: Actor, entity: string, field: string): boolean {
  const { rows, fields } = readRightsOf(running, entity, to)
  return rows === true && fields.some((each) => each.field === field && each.when === true)
}

/** An element of a set, or what it leads to: it is known inside the operation on the set alone. */
function isOfVariable(record: Node): boolean {
  return someNode(record, ({ kind }) => kind === 'variable')
}

/** The records that fields are read of. */
export function recordsIn(node: Node): readonly Node[] {
  const inside = childrenOf(node).flatMap(recordsIn)
  return node.kind === 'field' && !isOfVariable(node.record) ? [node.record, ...inside] : inside
}
