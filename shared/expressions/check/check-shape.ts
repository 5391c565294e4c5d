// Checks `shape.article(x)`, which projects a record to a shape of point 7.
import { expressions as say } from '../../diagnostics/expressions.ts'
import { type CheckContext, isHidden } from './check-context.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType } from './describe-type.ts'
import { isCollection, TEXT } from '../type-rules.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

export function isShape({ target }: CallSyntax, context: CheckContext): boolean {
  return target?.kind === 'name' && target.name === 'shape' && !isHidden('shape', context)
}

/** An object with the names of the shape, by a call that the runtime answers; its type is what the shape says. */
export function checkShape(syntax: CallSyntax, context: CheckContext): Node | undefined {
  const { name, nameSpan, span } = syntax
  const { schema } = context
  const shape = schema.shape?.(name)
  if (!shape) {
    context.report(say.unknownShape(nameSpan, { name, nearest: context.nearest(name, schema.shapes ?? []) }))
    return undefined
  }
  const [given, ...more] = syntax.arguments
  if (!given || more.length > 0) {
    const found = syntax.arguments.length
    context.report(say.wrongCount(span, { name: `shape.${name}`, expected: 'one record', found }))
    return undefined
  }
  const record = context.check(given)
  if (!record || !shape.type) return undefined
  if (record.type.kind !== 'record' || record.type.entity !== shape.entity) {
    context.report(
      say.wrongOperand(given.span, {
        operator: `shape.${name}`,
        expected: `a record of ${shape.entity}`,
        found: describeType(record.type),
        hint: isCollection(record.type) ? `shape each of them: .map(x, shape.${name}(x))` : undefined,
      }),
    )
    return undefined
  }
  const named: Node = { kind: 'literal', value: name, type: TEXT, span: nameSpan }
  return { kind: 'call', name: 'shape', arguments: [record, named], type: shape.type, span }
}
