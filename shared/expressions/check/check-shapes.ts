// `shape.article(x)`: a record as a shape of point 7 shows it.
import { expressions as say } from '../../diagnostics/expressions.ts'
import { type Checking, isHidden } from './checking.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType, isMany, TEXT } from '../type-rules.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

export function isShape({ target }: CallSyntax, checking: Checking): boolean {
  return target?.kind === 'name' && target.name === 'shape' && !isHidden('shape', checking)
}

/** An object with the names of the shape, by a call that the runtime answers; its type is what the shape says. */
export function checkShape(syntax: CallSyntax, checking: Checking): Node | undefined {
  const { name, nameSpan, span } = syntax
  const { schema } = checking
  const shape = schema.shape?.(name)
  if (!shape) {
    checking.report(say.unknownShape(nameSpan, { name, nearest: checking.nearest(name, schema.shapes ?? []) }))
    return undefined
  }
  const [given, ...more] = syntax.arguments
  if (!given || more.length > 0) {
    const found = syntax.arguments.length
    checking.report(say.wrongCount(span, { name: `shape.${name}`, expected: 'one record', found }))
    return undefined
  }
  const record = checking.check(given)
  if (!record || !shape.type) return undefined
  if (record.type.kind !== 'record' || record.type.entity !== shape.entity) {
    checking.report(
      say.wrongOperand(given.span, {
        operator: `shape.${name}`,
        expected: `a record of ${shape.entity}`,
        found: describeType(record.type),
        hint: isMany(record.type) ? `of each of them: .map(x, shape.${name}(x))` : undefined,
      }),
    )
    return undefined
  }
  const named: Node = { kind: 'literal', value: name, type: TEXT, span: nameSpan }
  return { kind: 'call', name: 'shape', arguments: [record, named], type: shape.type, span }
}
