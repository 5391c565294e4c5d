// Checks questions for a role: `me.is("Agent")`, `me.is("Room manager", room)`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { TEXT } from '../type-rules.ts'
import type { CheckContext } from './check-context.ts'
import { candidateNode } from './check-names.ts'
import { describeType } from './describe-type.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

/** `me.is("Agent")`, and `is("Agent")` of the record at hand if that is a person. */
export function checkIs(syntax: CallSyntax, context: CheckContext): Node | undefined {
  const { span, nameSpan } = syntax
  const record = context.environment.record
  if (!syntax.target && record === undefined) {
    context.report(say.noRecord(nameSpan, { name: 'is' }))
    return undefined
  }
  const { candidate } = context.environment
  const self: Node =
    candidate === undefined
      ? { kind: 'this', type: { kind: 'record', entity: record ?? 'Person' }, span: nameSpan }
      : candidateNode(candidate, nameSpan)
  const person = syntax.target ? context.check(syntax.target) : self
  if (!person) return undefined
  if (person.type.kind !== 'record' || person.type.entity !== 'Person') {
    context.report(
      say.wrongOperand(person.span, {
        operator: 'is',
        expected: 'a record of Person',
        found: describeType(person.type),
      }),
    )
    return undefined
  }
  const role = syntax.arguments[0]
  if (!role || syntax.arguments.length > 2) {
    context.report(say.wrongCount(span, { name: 'is', expected: 'the name of a role', found: syntax.arguments.length }))
    return undefined
  }
  if (role.kind !== 'text') {
    context.report(say.needsLiteral(role.span, { name: 'is', what: 'the name of a role' }))
    return undefined
  }
  const roles = context.schema.rolesOf(role.value)
  if (!roles) {
    context.report(
      say.unknownRole(role.span, { name: role.value, nearest: context.nearest(role.value, context.schema.roles) }),
    )
    return undefined
  }
  const on = syntax.arguments[1]
  if (on) return checkRoleOn(syntax, person, role, on, context)
  if (roles.length > 0) return { kind: 'is', person, roles, type: { kind: 'boolean' }, span }
  const entities = context.schema.entitiesOfRole?.(role.value) ?? []
  context.report(say.roleNeedsRecord(role.span, { role: role.value, entities: entities.join(' or ') }))
  return undefined
}

/** `me.is("Room manager", room)`: a call until the model puts in what the role means. */
function checkRoleOn(
  syntax: CallSyntax,
  person: Node,
  role: Syntax & { readonly kind: 'text' },
  on: Syntax,
  context: CheckContext,
): Node | undefined {
  const record = context.check(on)
  if (!record) return undefined
  const { type } = record
  if (type.kind !== 'record') {
    const found = describeType(type)
    context.report(say.wrongOperand(on.span, { operator: 'is', expected: 'a record', found }))
    return undefined
  }
  if (!context.schema.entitiesOfRole?.(role.value).includes(type.entity)) {
    context.report(say.roleOfOthers(role.span, { role: role.value, entity: type.entity }))
    return undefined
  }
  const named: Node = { kind: 'literal', value: role.value, type: TEXT, span: role.span }
  return { kind: 'call', name: 'is', arguments: [person, named, record], type: { kind: 'boolean' }, span: syntax.span }
}
