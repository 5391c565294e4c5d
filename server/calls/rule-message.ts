// Finds the words of calls: of the rules that bind their input, and of codes that their steps refuse with.
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { Reason } from '#shared/decisions/decision.ts'
import { templateOf } from '#shared/decisions/refusals.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { CallRule, DocumentCall, PathRecord } from '#shared/model/7-calls/types.ts'
import type { MessageTemplate } from '#shared/model/model.ts'
import { messageKeyOf } from '#shared/model/8-errors/message-key.ts'
import { substituteThis } from '#shared/model/substitute-this.ts'
import { recordsIn } from '#shared/policy/read-requirements.ts'
import { mayKnowValue } from '../records/messages/read-requirements.ts'
import { readableFieldsById } from '../records/access/row-policy.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import { recordAtHand } from './record-at-hand.ts'

/** The document's own words of a refusal, and the values in them that the caller may know. */
type OwnWords = Pick<Reason, 'template' | 'filling'>

export async function ruleWords(
  reading: CallReadContext,
  call: DocumentCall,
  rule: CallRule,
  names: CallNames,
): Promise<OwnWords> {
  const { otherwise } = rule
  if (otherwise.kind === 'code') return codeWords(reading, call, otherwise.code, names)
  const own = recordAtHand(call)
  const { message } = otherwise
  return fillForCaller(reading, rule, own ? message.map((part) => named(part, own)) : message, names)
}

/** Finds the text of point 8 for the entity of the record at hand, or the general one; none: the catalogue's holds. */
export async function codeWords(
  reading: CallReadContext,
  call: DocumentCall,
  code: string,
  names: CallNames,
): Promise<OwnWords> {
  const { running } = reading
  const own = recordAtHand(call)
  const found = templateOf(running.model, { name: code, values: {}, entity: own?.entity ?? messageKeyOf(call) })
  if (found === undefined) return {}
  const message = running.keptOn(call, 'messages of calls', code, () =>
    own ? found.map((part) => named(part, own)) : found,
  )
  return fillForCaller(reading, message, message, names)
}

function named(part: MessageTemplate[number], { name, entity }: PathRecord): MessageTemplate[number] {
  if (typeof part === 'string') return part
  const { tree, asked } = part
  const record: Node = { kind: 'input', name, type: { kind: 'record', entity }, span: tree.span }
  return { ...part, tree: substituteThis(tree, record), ...(asked && { asked: substituteThis(asked, record) }) }
}

/** With what the caller may know; of what they may not, and of what needs a record that is not at hand, "…" is left. */
async function fillForCaller(
  reading: CallReadContext,
  of: object,
  template: MessageTemplate,
  names: CallNames,
): Promise<OwnWords> {
  const { running, storage, actorContext, transaction } = reading
  const holes = template.flatMap((part) => (typeof part === 'string' ? [] : [part]))
  const nodes = holes.flatMap(({ tree, asked = tree }) => [tree, ...recordsIn(asked)])
  const read = await readCallValues(reading, 'document', { of, part: 'message' }, nodes, names)
  const values = new Map<Node, Value>(nodes.map((node, at) => [node, read[at]]))
  const see = (node: Node): Value => values.get(node)
  const { actor, now } = actorContext
  const policyContext = { database: transaction ?? storage.database, storage, running, now }
  const fieldsOf = (entity: string, id: string) => readableFieldsById(policyContext, actor, entity, id)
  const known = new Map<Node, Value>()
  for (const { tree, asked = tree } of holes)
    if (await mayKnowValue(asked, policyContext, actor, see, fieldsOf)) known.set(tree, see(tree))
  return { template, filling: { evaluate: (node) => known.get(node), printing: printingOf(running.model) } }
}
