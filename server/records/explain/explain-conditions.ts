// Evaluates conditions part by part, as far as the recipient may read what they rest on.
import { conjunctsOf } from '#shared/expressions/walk.ts'
import { describeCondition } from '#shared/decisions/conditions/describe-condition.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Expression } from '#shared/expressions/node.ts'
import type { ExplainedCondition, ExplainedConditionPart } from '#shared/protocol/explain.ts'
import type { ActorContext } from '../records-dependencies.ts'
import { recordsIn } from '#shared/policy/read-requirements.ts'
import { mayKnowValue } from '../messages/read-requirements.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { readableFieldsById } from '../access/row-policy.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** The actor, the recipient of the explanation, and the record that it is about, if there is one yet. */
export interface ExplanationContext {
  readonly policyContext: RowPolicyContext
  readonly actorContext: ActorContext
  readonly recipient: Actor
  readonly entity: string
  readonly snapshot: RecordSnapshot | undefined
}

/** A person who may read all that a truth rests on may know it; administrators may. */
export async function explainCondition(about: ExplanationContext, expression: Expression): Promise<ExplainedCondition> {
  const nodes = [expression.tree, ...conjunctsOf(expression.tree)]
  const truths = await evaluateParts(about, expression, nodes)
  const [whole, ...parts] = nodes.map((node, at): ExplainedConditionPart => {
    const met = truths[at]
    const words = describeCondition(about.policyContext.running.model, node, { written: expression })
    return {
      text: at === 0 ? expression.text : textOf(expression, node),
      ...(words === undefined ? {} : { words }),
      ...(met === undefined ? {} : { met }),
    }
  })
  return { text: expression.text, ...whole, parts: parts.length < 2 ? [] : parts }
}

function textOf({ text, span }: Expression, node: Node): string {
  return text.slice(node.span.start - span.start, node.span.end - span.start)
}

/** True, or not (what is unknown is not met either); undefined: not known here, or not to be disclosed. */
async function evaluateParts(
  { policyContext, actorContext, recipient, entity, snapshot }: ExplanationContext,
  expression: Expression,
  nodes: readonly Node[],
): Promise<readonly (boolean | undefined)[]> {
  if (snapshot === undefined) return nodes.map(() => undefined)
  const conditions = policyContext.running.keptOn(expression, 'explained condition', entity, () =>
    makeConditions(
      entity,
      nodes.flatMap((node) => [node, ...recordsIn(node)]),
    ),
  )
  const see = await evaluateConditions(conditions, policyContext, actorContext, snapshot)
  const fieldsOf = (of: string, id: string) => readableFieldsById(policyContext, recipient, of, id)
  const truths: (boolean | undefined)[] = []
  for (const node of nodes)
    truths.push((await mayKnowValue(node, policyContext, recipient, see, fieldsOf)) ? see(node) === true : undefined)
  return truths
}
