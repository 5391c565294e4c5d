// `ancestors` and `descendants`: along the one relation of an entity to itself, or along a named one: `ancestors(parent)`, `issue.descendants(parent)`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Span } from '../../text/span.ts'
import type { Checking } from './checking.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType } from '../type-rules.ts'
import type { Type } from '../type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>
type Direction = 'ancestors' | 'descendants'

export function isDirection(name: string): name is Direction {
  return name === 'ancestors' || name === 'descendants'
}

/** Has the entity a relation to itself? */
export function hasLine(entity: string, { schema }: Checking): boolean {
  return (schema.lineOf?.(entity) ?? []).length > 0
}

/** `ancestors`, of an entity with one relation to itself; where others lead to many, the one that leads to one. */
export function checkLine(
  record: Node,
  direction: Direction,
  span: Span,
  nameSpan: Span,
  checking: Checking,
): Node | undefined {
  const entity = record.type.kind === 'record' ? record.type.entity : ''
  const lines = checking.schema.lineOf?.(entity) ?? []
  const single = lines.filter((field) => !isToMany(entity, field, checking))
  const plain = single.length > 0 ? single : lines
  const [field] = plain
  if (field !== undefined && plain.length === 1) return lineAlong(record, entity, field, direction, span)
  checking.report(say.severalLines(nameSpan, { name: direction, entity, fields: plain }))
  return undefined
}

/** `ancestors(parent)`: what is named is the relation, not the record that it leads to. */
export function checkNamedLine(syntax: CallSyntax, direction: Direction, checking: Checking): Node | undefined {
  const { target, nameSpan, span } = syntax
  const [along] = syntax.arguments
  if (along?.kind !== 'name' || syntax.arguments.length > 1) {
    const expected = 'the name of a relation to the same entity'
    checking.report(say.wrongCount(span, { name: direction, expected, found: syntax.arguments.length }))
    return undefined
  }
  const record = checking.check(target ?? { kind: 'name', name: 'this', span: nameSpan })
  if (!record) return undefined
  const { type } = record
  if (type.kind !== 'record') {
    checking.report(
      say.wrongOperand(record.span, { operator: direction, expected: 'a record', found: describeType(type) }),
    )
    return undefined
  }
  const lines = checking.schema.lineOf?.(type.entity) ?? []
  if (lines.includes(along.name)) return lineAlong(record, type.entity, along.name, direction, span)
  checking.report(
    say.noLine(along.span, {
      name: along.name,
      entity: type.entity,
      fields: lines,
      nearest: checking.nearest(along.name, lines),
    }),
  )
  return undefined
}

function lineAlong(record: Node, entity: string, field: string, direction: Direction, span: Span): Node {
  const type: Type = { kind: 'set', of: { kind: 'record', entity } }
  return { kind: 'line', direction, record, entity, field, type, span }
}

function isToMany(entity: string, field: string, { schema }: Checking): boolean {
  const member = schema.member(entity, field)
  return member?.kind === 'field' && member.type.kind === 'set'
}
