// What conditions of the document come to, part by part, as far as whoever asks may know what they read.
import type { Actor } from '#shared/decisions/decision.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Expression } from '#shared/expressions/node.ts'
import type { Condition, ConditionPart } from '#shared/protocol/explain.ts'
import type { Acting } from '../dependencies.ts'
import { mayKnow, recordsIn } from '../work/filling.ts'
import type { Situation } from '../work/judging.ts'
import { judge, prepare } from '../work/judging.ts'
import type { Looking } from '../work/reading-rights.ts'
import { fieldsToReadOf } from '../work/reading-rights.ts'

/** Who acts, and who is told of it; the record that it is about, if there is one by now. */
export interface About {
  readonly looking: Looking
  readonly acting: Acting
  readonly asker: Actor
  readonly entity: string
  readonly situation: Situation | undefined
}

/** A truth is told to whoever may read all that it rests on; administrators may. */
export async function conditionOf(about: About, expression: Expression): Promise<Condition> {
  const nodes = [expression.tree, ...partsOf(expression.tree)]
  const told = await truthsOf(about, expression, nodes)
  const [whole, ...parts] = nodes.map((node, at): ConditionPart => {
    const met = told[at]
    return { text: at === 0 ? expression.text : textOf(expression, node), ...(met === undefined ? {} : { met }) }
  })
  return { text: expression.text, ...whole, parts: parts.length < 2 ? [] : parts }
}

/** `a and b and c` has three parts. */
function partsOf(node: Node): readonly Node[] {
  if (node.kind !== 'binary' || node.operator !== 'and') return [node]
  return [...partsOf(node.left), ...partsOf(node.right)]
}

function textOf({ text, span }: Expression, node: Node): string {
  return text.slice(node.span.start - span.start, node.span.end - span.start)
}

/** True, or not (what is unknown is not met either); undefined: not known here, or not to be told. */
async function truthsOf(
  { looking, acting, asker, entity, situation }: About,
  expression: Expression,
  nodes: readonly Node[],
): Promise<readonly (boolean | undefined)[]> {
  if (situation === undefined) return nodes.map(() => undefined)
  const { running, storage, reader } = looking
  const all = (): readonly Node[] => nodes.flatMap((node) => [node, ...recordsIn(node)])
  const prepared = prepare(running, storage, entity, `explain ${expression.span.start} ${expression.text}`, all)
  const see = await judge(prepared, reader, running, acting, situation)
  const fieldsOf = (of: string, id: string) => fieldsToReadOf(looking, asker, of, id)
  const truths: (boolean | undefined)[] = []
  for (const node of nodes)
    truths.push((await mayKnow(node, looking, asker, see, fieldsOf)) ? see(node) === true : undefined)
  return truths
}
