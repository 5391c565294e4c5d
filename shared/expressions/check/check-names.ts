// Resolves names in expressions: variables, reserved names, own members, entities.
import { writing } from '../../diagnostics/entry.ts'
import { expressions as say } from '../../diagnostics/expressions.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { Span } from '../../text/span.ts'
import { CANDIDATE } from '../candidate.ts'
import { checkAncestry, hasSelfRelation, isDirection } from './check-self-relations.ts'
import { inputNode, membersOfInput } from './input-members.ts'
import { checkLookup, readLookup } from './check-lookup.ts'
import { checkSession, checkTimer, isTimers } from './check-timers.ts'
import { type CheckContext, isHidden } from './check-context.ts'
import { functionNames } from '../functions/overloads.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { describeType } from './describe-type.ts'
import { BOOLEAN, FILE_MEMBERS, isCollection, isTextual } from '../type-rules.ts'
import { printSyntax } from '../syntax/print-syntax.ts'
import type { Type } from '../type.ts'

type NameSyntax = Extract<Syntax, { readonly kind: 'name' }>
type MemberSyntax = Extract<Syntax, { readonly kind: 'member' }>

const ROOTS = ['this', 'old', 'me', 'now', 'today', 'input', 'limits', 'calendar', 'lookup'] as const
/** Names that say something only with a member. */
const GROUPS: readonly string[] = ['timers', 'session', 'shape']

export function candidateNode(entity: string, span: Span): Node {
  return { kind: 'input', name: CANDIDATE, type: { kind: 'record', entity }, span }
}

export function checkName({ name, span }: NameSyntax, context: CheckContext): Node | undefined {
  const { schema, environment } = context
  const variable = context.variables.findLast((each) => each.name === name)
  if (variable) return { kind: 'variable', name, type: variable.type, span }
  const { candidate } = environment
  if (candidate !== undefined && schema.member(candidate, name))
    return checkField(candidateNode(candidate, span), candidate, name, span, context)
  const given = environment.bare && inputNode(environment.bare, name, span)
  if (given) return given
  const root = checkRoot(name, span, context)
  if (root !== 'none') return root
  const record = environment.record
  if (
    record !== undefined &&
    (schema.member(record, name) || (isDirection(name) && hasSelfRelation(record, context)))
  ) {
    return checkField({ kind: 'this', type: { kind: 'record', entity: record }, span }, record, name, span, context)
  }
  if (schema.entities.includes(name)) return allRecords(name, span)
  const single = schema.single?.(name)
  if (single !== undefined)
    return {
      kind: 'call',
      name: 'first',
      arguments: [allRecords(single, span)],
      type: { kind: 'record', entity: single },
      span,
    }
  // As in a call: the record at hand by the name of its entity.
  if (record !== undefined && candidate === undefined && name === identifierOf(record, 'field'))
    return { kind: 'this', type: { kind: 'record', entity: record }, span }
  // As tables write them, where nothing else has the name.
  const own = identifierOf(name, 'field')
  if (record !== undefined && own !== name && schema.member(record, own))
    return checkField({ kind: 'this', type: { kind: 'record', entity: record }, span }, record, own, span, context)
  if ((name === 'yes' || name === 'no') && !isWord(name, context))
    return { kind: 'literal', value: name === 'yes', type: BOOLEAN, span }
  if (GROUPS.includes(name)) context.report(say.groupAsName(span, { name }))
  else if (functionNames.includes(name)) context.report(say.functionAsName(span, { name }))
  else if (isWord(name, context)) context.report(say.unknownName(span, { name, isWord: true }))
  else
    context.report(
      say.unknownName(span, {
        name,
        nearest: context.nearest(name, knownNames(context)),
        group: groupOf(name, schema),
        inText: environment.inText,
      }),
    )
  return undefined
}

/** Constants, calendars and lookups are named with their group. */
function groupOf(name: string, { limits, calendars, lookups }: CheckContext['schema']): string | undefined {
  if (limits.includes(name)) return `limits.${name}`
  return calendars?.has(name) ? `calendar.${name}` : lookups?.has(name) ? `lookup.${name}` : undefined
}

/** Is it a word of some field of the record at hand, that lacks its quotes? */
function isWord(name: string, { schema, environment: { record } }: CheckContext): boolean {
  if (record === undefined) return false
  return schema.members(record).some((each) => {
    const member = schema.member(record, each)
    const type = member?.kind === 'field' ? member.type : undefined
    return type?.kind === 'choice' && type.words.includes(name)
  })
}

function allRecords(entity: string, span: Span): Node {
  return { kind: 'records', entity, type: { kind: 'set', of: { kind: 'record', entity } }, span }
}

export function checkMember(syntax: MemberSyntax, context: CheckContext, expected?: Type): Node | undefined {
  const { object, name, nameSpan, span } = syntax
  const { schema, environment } = context
  if (object.kind === 'name' && !isHidden(object.name, context)) {
    if (object.name === 'limits') {
      const type = schema.limit(name)
      if (type) return { kind: 'limit', name, type, span }
      context.report(say.unknownLimit(nameSpan, { name, nearest: context.nearest(name, schema.limits) }))
      return undefined
    }
    if (object.name === 'calendar') {
      const { calendars } = schema
      const hours = calendars?.get(name)
      if (hours !== undefined) return { kind: 'calendar', name, hours, type: { kind: 'calendar' }, span }
      context.report(
        say.unknownCalendar(nameSpan, { name, nearest: context.nearest(name, [...(calendars?.keys() ?? [])]) }),
      )
      return undefined
    }
    if (object.name === 'input') {
      const inputs = environment.input ?? {}
      const found = inputNode(inputs, name, span)
      if (found) return found
      context.report(say.unknownInput(nameSpan, { name, nearest: context.nearest(name, membersOfInput(inputs)) }))
      return undefined
    }
    if (object.name === 'session') return checkSession(syntax, context)
  }
  if (isTimers(object, context)) return checkTimer(syntax, context)
  const asked = readLookup(syntax, context)
  if (asked) return checkLookup(asked, span, context, expected)
  const node = context.check(object)
  if (!node) return undefined
  const { type } = node
  if (type.kind === 'record') return checkField(node, type.entity, name, span, context, nameSpan)
  if (type.kind === 'json' && type.isFile === true) {
    const member = FILE_MEMBERS.get(name)
    if (member) return { kind: 'member', object: node, name, type: member, span }
    const known = [...FILE_MEMBERS.keys()]
    context.report(say.unknownMember(nameSpan, { name, of: 'A file', known, nearest: context.nearest(name, known) }))
    return undefined
  }
  if (type.kind === 'json') return { kind: 'member', object: node, name, type, span }
  // A member of what is put together here is that part of it.
  const part = node.kind === 'object' ? node.entries.find((entry) => entry.name === name)?.value : undefined
  if (part) return { ...part, span }
  if (type.kind === 'object') {
    const member = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    if (member) return { kind: 'member', object: node, name, type: member, span }
    const known = Object.keys(type.fields)
    context.report(say.unknownMember(nameSpan, { name, of: 'This', known, nearest: context.nearest(name, known) }))
    return undefined
  }
  const single = object.kind === 'name' ? identifierOf(object.name, 'field') : ''
  const length =
    name === 'length' && (isCollection(type) || isTextual(type)) ? `size(${printSyntax(object)})` : undefined
  if (length !== undefined) {
    const fixes = length.includes('|') ? {} : { fixes: [writing(length, span, true)] }
    context.report(say.noMembers(nameSpan, { name, found: describeType(type), hint: `write ${length}` }, fixes))
    return undefined
  }
  const hint = functionNames.includes(name)
    ? `write .${name}()`
    : schema.single?.(single) !== undefined
      ? `its one record is read as ${single}.${name}`
      : isCollection(type)
        ? `read it of each of them: .map(x, x.${name})`
        : undefined
  context.report(say.noMembers(nameSpan, { name, found: describeType(type), hint }))
  return undefined
}

/** A field or reverse relation of a record. */
function checkField(
  record: Node,
  entity: string,
  name: string,
  span: Span,
  context: CheckContext,
  nameSpan = span,
): Node | undefined {
  const { schema } = context
  // `IBAN`, as tables write it, is the field `iban`.
  const named = schema.member(entity, name) ? name : identifierOf(name, 'field')
  const member = schema.member(entity, named)
  if (member?.kind === 'field') return { kind: 'field', record, entity, field: named, type: member.type, span }
  if (member?.kind === 'reverse') {
    const type: Type = { kind: 'set', of: { kind: 'record', entity: member.entity } }
    return { kind: 'reverse', record, name: named, entity: member.entity, field: member.field, type, span }
  }
  if (isDirection(name) && hasSelfRelation(entity, context)) return checkAncestry(record, name, span, nameSpan, context)
  const known = schema.members(entity)
  context.report(say.unknownMember(nameSpan, { name, of: entity, known, nearest: context.nearest(name, known) }))
  return undefined
}

/** `this`, `me` and their like; 'none' if the name is no such word. */
function checkRoot(name: string, span: Span, context: CheckContext): Node | undefined | 'none' {
  const { environment } = context
  switch (name) {
    case 'this':
    case 'old':
      if (environment.record === undefined) context.report(say.noRecord(span, { name }))
      else if (name === 'old' && environment.old !== true) context.report(say.noOld(span, {}))
      else return { kind: name, type: { kind: 'record', entity: environment.record }, span }
      return undefined
    case 'me':
      return { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
    case 'now':
      return { kind: 'now', type: { kind: 'timestamp' }, span }
    case 'today':
      return { kind: 'today', type: { kind: 'date' }, span }
    case 'input':
      return (
        inputNode(environment.input ?? {}, '', span) ?? {
          kind: 'object',
          entries: [],
          type: { kind: 'object', fields: {} },
          span,
        }
      )
    case 'limits':
    case 'calendar':
    case 'lookup':
      context.report(say.groupAsName(span, { name }))
      return undefined
  }
  return 'none'
}

function knownNames(context: CheckContext): readonly string[] {
  const { schema, environment } = context
  return [
    ...context.variables.map((variable) => variable.name),
    ...Object.keys(environment.bare ?? {}),
    ...(environment.candidate === undefined ? [] : schema.members(environment.candidate)),
    ...(environment.record === undefined ? [] : schema.members(environment.record)),
    ...ROOTS,
    ...GROUPS,
    ...schema.entities,
  ]
}
