// Fills the `{expressions}` of messages with no more than their reader may read; what may not be known is shown as "…".
import type { Filling } from '#shared/decisions/8-errors.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import type { Message, Model } from '#shared/model/model.ts'
import type { Acting } from '../dependencies.ts'
import type { Situation } from './judging.ts'
import { judge, prepare } from './judging.ts'
import type { Looking } from './reading-rights.ts'
import { fieldsToReadOf } from './reading-rights.ts'
import { entityNamed } from './rights.ts'

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
  const nodes = messages.flatMap((message) => message.flatMap((part) => (typeof part === 'string' ? [] : [part.tree])))
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
  for (const node of nodes) {
    const value = (await mayKnow(node, to, see, fieldsOf)) ? see(node) : undefined
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
  const may = await mayKnow(title.tree, to, see, async (of, key) =>
    key === id ? fields : fieldsToReadOf(looking, to, of, key),
  )
  const value = may ? see(title.tree) : undefined
  return typeof value === 'string' ? value : undefined
}

/** May this reader be told what an expression comes to? `see` has been prepared with it and `recordsIn` it. */
export async function mayKnow(
  node: Node,
  to: Actor,
  see: Judge,
  fieldsOf: (entity: string, id: string) => Promise<ReadonlySet<string> | undefined>,
): Promise<boolean> {
  if (to.system || to.administrator) return true
  // Of an entity with one record alone, that record: whether it may be read is asked of its fields.
  if (node.kind === 'call' && node.name === 'first' && node.arguments[0]?.kind === 'records') return true
  // Sets are beyond what one message needs; they would have to be read under the receiver's rights, record by record.
  if (node.kind === 'records' || node.kind === 'reverse' || node.kind === 'each') return false
  if (node.kind === 'field') {
    const id = see(node.record)
    // A step from nothing is empty, and that it is empty was asked of the step before.
    if (typeof id === 'string' && !(await fieldsOf(node.entity, id))?.has(node.field)) return false
  }
  for (const child of childrenOf(node)) {
    if (!(await mayKnow(child, to, see, fieldsOf))) return false
  }
  return true
}

/** The records that fields are read of. */
export function recordsIn(node: Node): readonly Node[] {
  const inside = childrenOf(node).flatMap(recordsIn)
  return node.kind === 'field' ? [node.record, ...inside] : inside
}
