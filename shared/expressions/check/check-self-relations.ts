// Checks `ancestors` and `descendants`, which follow a relation of an entity to itself.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Span } from '../../text/span.ts'
import type { CheckContext } from './check-context.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType } from './describe-type.ts'
import type { Type } from '../type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>
type Direction = 'ancestors' | 'descendants'

export function isDirection(name: string): name is Direction {
  return name === 'ancestors' || name === 'descendants'
}

/** Has the entity a relation to itself? */
export function hasSelfRelation(entity: string, { schema }: CheckContext): boolean {
  return (schema.selfRelationsOf?.(entity) ?? []).length > 0
}

/** `ancestors`, of an entity with one relation to itself; where others lead to many, the one that leads to one. */
export function checkAncestry(
  record: Node,
  direction: Direction,
  span: Span,
  nameSpan: Span,
  context: CheckContext,
): Node | undefined {
  const entity = record.type.kind === 'record' ? record.type.entity : ''
  const lines = context.schema.selfRelationsOf?.(entity) ?? []
  const single = lines.filter((field) => !isToMany(entity, field, context))
  const plain = single.length > 0 ? single : lines
  const [field] = plain
  if (field !== undefined && plain.length === 1) return lineAlong(record, entity, field, direction, span)
  context.report(say.severalLines(nameSpan, { name: direction, entity, fields: plain }))
  return undefined
}

/** `ancestors(parent)`: what is named is the relation, not the record that it leads to. */
export function checkNamedAncestry(syntax: CallSyntax, direction: Direction, context: CheckContext): Node | undefined {
  const { target, nameSpan, span } = syntax
  const [along] = syntax.arguments
  if (along?.kind !== 'name' || syntax.arguments.length > 1) {
    const expected = 'the name of a relation to the same entity'
    context.report(say.wrongCount(span, { name: direction, expected, found: syntax.arguments.length }))
    return undefined
  }
  const record = context.check(target ?? { kind: 'name', name: 'this', span: nameSpan })
  if (!record) return undefined
  const { type } = record
  if (type.kind !== 'record') {
    context.report(
      say.wrongOperand(record.span, { operator: direction, expected: 'a record', found: describeType(type) }),
    )
    return undefined
  }
  const lines = context.schema.selfRelationsOf?.(type.entity) ?? []
  if (lines.includes(along.name)) return lineAlong(record, type.entity, along.name, direction, span)
  context.report(
    say.noLine(along.span, {
      name: along.name,
      entity: type.entity,
      fields: lines,
      nearest: context.nearest(along.name, lines),
    }),
  )
  return undefined
}

function lineAlong(record: Node, entity: string, field: string, direction: Direction, span: Span): Node {
  const type: Type = { kind: 'set', of: { kind: 'record', entity } }
  return { kind: 'line', direction, record, entity, field, type, span }
}

function isToMany(entity: string, field: string, { schema }: CheckContext): boolean {
  const member = schema.member(entity, field)
  return member?.kind === 'field' && member.type.kind === 'set'
}
