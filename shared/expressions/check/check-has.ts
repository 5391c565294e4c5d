// Checks the question whether a field is set, or an input was sent: `has(input.user.bio)`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Node } from '../node.ts'
import { sentName } from '../sent-input.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { BOOLEAN } from '../type-rules.ts'
import type { CheckContext } from './check-context.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

/** CEL's question whether a field is set; of the input of a call, whether it was sent. */
export function checkHas(syntax: CallSyntax, given: readonly Syntax[], context: CheckContext): Node | undefined {
  const field = given[0]
  if (field?.kind !== 'member' || given.length > 1) {
    context.report(say.needsLiteral(syntax.span, { name: 'has', what: 'one field of a record' }))
    return undefined
  }
  const sent = sentNode(field, context)
  if (sent) return sent
  return context.check({
    kind: 'binary',
    operator: '!=',
    left: field,
    right: { kind: 'null', span: syntax.span },
    span: syntax.span,
  })
}

/** Whether an input was sent, or any of those below it; undefined for what is no input of a call. */
function sentNode(field: Syntax, context: CheckContext): Node | undefined {
  const { sent } = context.environment
  const path = sent && pathOf(field)?.replace(/^input\./, '')
  if (!sent || path === undefined) return undefined
  const { span } = field
  if (context.variables.some(({ name }) => name === path.split('.')[0]) && !isInput(field)) return undefined
  const parts = [...sent].filter((each) => each === path || each.startsWith(`${path}.`))
  return parts
    .map((name): Node => ({ kind: 'input', name: sentName(name), type: BOOLEAN, span }))
    .reduce<Node | undefined>(
      (left, right) => (left ? { kind: 'binary', operator: 'or', left, right, type: BOOLEAN, span } : right),
      undefined,
    )
}

function isInput(syntax: Syntax): boolean {
  return syntax.kind === 'member' ? isInput(syntax.object) : syntax.kind === 'name' && syntax.name === 'input'
}

/** Names with dots between them: `input.user.bio`. */
function pathOf(syntax: Syntax): string | undefined {
  if (syntax.kind === 'name') return syntax.name
  const before = syntax.kind === 'member' ? pathOf(syntax.object) : undefined
  return syntax.kind === 'member' && before !== undefined ? `${before}.${syntax.name}` : undefined
}
