// Warns of a field that is hidden by an input of its name, where the input itself is written out beside it.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts'
import { expressions as say } from '../../../diagnostics/expressions.ts'
import type { Node } from '../../node.ts'
import type { Environment, Schema } from '../../schema.ts'

type Input = Extract<Node, { readonly kind: 'input' }>

/** `coalesce(input.title, title)`: both are the input, though only one of them is called so. */
export function warnOfHiddenField(
  nodes: readonly Node[],
  schema: Schema,
  { record, bare }: Environment,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (record === undefined || bare === undefined) return
  const inputs = nodes.filter((node) => node.kind === 'input')
  for (const each of inputs) {
    const { name, span } = each
    if (!isBare(each) || schema.member(record, name) === undefined) continue
    if (inputs.some((other) => other.name === name && !isBare(other))) report(say.hiddenField(span, { name }))
  }
}

/** Was it written without `input`? Then it takes no more room than its name. */
function isBare({ name, span }: Input): boolean {
  return span.end - span.start === name.length
}
