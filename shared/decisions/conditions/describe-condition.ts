// Says a condition of the document in words of people: "you are its assignee".
import type { Expression, Node } from '../../expressions/node.ts'
import type { Printing } from '../../fields/printing.ts'
import { printValue } from '../../fields/coerce-value.ts'
import type { Model } from '../../model/model.ts'
import { fieldType } from '../../fields/registry.ts'
import { labelFor } from '../../text/label.ts'
import { describeComparison } from './describe-comparison.ts'
import type { ConditionPhrases } from './phrases.ts'
import { conditionPhrases } from './phrases.ts'

export interface DescriptionContext {
  readonly model: Model
  readonly printing: Printing
  readonly phrases: ConditionPhrases
  /** The variables that stand for the record at hand. */
  readonly subjects: ReadonlySet<string>
  /** What a part is written as; empty for what a computed field stands for, which is written elsewhere. */
  readonly writtenAs: (node: Node) => string
}

/** `part`: of the expression. Undefined where it can't be said better than it is written. */
export function describeCondition(
  model: Model,
  printing: Printing,
  { text, span, tree }: Expression,
  part: Node = tree,
): string | undefined {
  const phrases = conditionPhrases(model.settings.language)
  const writtenAs = (node: Node) =>
    node.span.start < span.start || node.span.end > span.end
      ? ''
      : text.slice(node.span.start - span.start, node.span.end - span.start)
  return describeClause(part, { model, printing, phrases, subjects: new Set(), writtenAs })
}

export function describeClause(node: Node, context: DescriptionContext): string | undefined {
  const { phrases } = context
  switch (node.kind) {
    case 'binary':
      return node.operator === 'and' || node.operator === 'or'
        ? describeJunction(node, context)
        : describeComparison(node, false, context)
    case 'not':
      return describeNegation(node.operand, context)
    case 'is':
      return describeRole(node, false, context)
    case 'each':
      return describeSet(node, context)
    default: {
      const what = node.type.kind === 'boolean' ? describeTerm(node, context) : undefined
      return what === undefined ? undefined : phrases.isYes(what)
    }
  }
}

function describeJunction(
  { operator, left, right }: Extract<Node, { kind: 'binary' }>,
  context: DescriptionContext,
): string | undefined {
  const sides = [left, right].map((side) => {
    const said = describeClause(side, context)
    // A clause of its own keeps what belongs together.
    const isMixed =
      side.kind === 'binary' && (side.operator === 'and' || side.operator === 'or') && side.operator !== operator
    return said !== undefined && isMixed ? `(${said})` : said
  })
  if (sides.includes(undefined)) return undefined
  return sides.join(operator === 'and' ? ` ${context.phrases.and} ` : `, ${context.phrases.or} `)
}

function describeNegation(node: Node, context: DescriptionContext): string | undefined {
  const { phrases } = context
  if (node.kind === 'not') return describeClause(node.operand, context)
  if (node.kind === 'binary' && node.operator !== 'and' && node.operator !== 'or')
    return describeComparison(node, true, context)
  if (node.kind === 'is') return describeRole(node, true, context)
  if (node.kind === 'each' && node.operation === 'exists') return describeSet(node, context, phrases.none)
  const what = node.type.kind === 'boolean' ? describeTerm(node, context) : undefined
  return what === undefined ? undefined : phrases.isNo(what)
}

function describeRole(
  { person, roles: [first] }: Extract<Node, { kind: 'is' }>,
  negated: boolean,
  context: DescriptionContext,
): string | undefined {
  const { youHaveRole, youHaveNotRole, hasRole, hasNotRole } = context.phrases
  const role = first === undefined ? undefined : context.model.roles.get(first)?.name.label
  if (role === undefined) return undefined
  if (person.kind === 'me') return (negated ? youHaveNotRole : youHaveRole)(role)
  const what = describeTerm(person, context)
  return what === undefined ? undefined : (negated ? hasNotRole : hasRole)(what, role)
}

function describeSet(
  { operation, set, variable, body }: Extract<Node, { kind: 'each' }>,
  context: DescriptionContext,
  say = operation === 'all' ? context.phrases.every : context.phrases.some,
): string | undefined {
  if (operation !== 'exists' && operation !== 'all') return undefined
  const records = describeTerm(set, context)
  const condition = describeClause(body, { ...context, subjects: new Set([...context.subjects, variable]) })
  return records === undefined || condition === undefined ? undefined : say(records, condition)
}

/** What is compared: a field, a constant, a value. */
export function describeTerm(node: Node, context: DescriptionContext): string | undefined {
  const { phrases, model } = context
  switch (node.kind) {
    case 'me':
      return phrases.you
    case 'this':
      return phrases.thisRecord
    case 'now':
      return phrases.now
    case 'today':
      return phrases.today
    case 'limit':
      return nameOf(model.limits.get(node.name)?.name.label ?? node.name, context)
    case 'input':
      return nameOf(node.name.split('.').at(-1) ?? node.name, context)
    case 'field':
      return describeField(node, context)
    case 'reverse': {
      const record = recordOf(node.record, context)
      return record === null ? undefined : phrases.of(nameOf(node.name, context), record)
    }
    case 'records':
      return nameOf(model.entities.get(node.entity)?.plural ?? node.entity, context)
    case 'literal':
      return describeValue(node, context)
    case 'binary':
      return describeSum(node, context)
    case 'each': {
      const [set, body] = [describeTerm(node.set, context), describeTerm(node.body, context)]
      return node.operation === 'sum' && set !== undefined && body !== undefined ? phrases.sum(body, set) : undefined
    }
    case 'call': {
      const [first] = node.arguments
      const set = node.name === 'count' && first ? describeTerm(first, context) : undefined
      return set === undefined ? undefined : phrases.count(set)
    }
    default:
      return undefined
  }
}

/** `cost_centre.left` */
export function describePath(path: string, context: DescriptionContext): string {
  const names = path
    .replace(/^this\./, '')
    .split('.')
    .map((name) => nameOf(name, context))
  return (
    names.reduce((said: string | undefined, name, at) => {
      if (said === undefined) return at === names.length - 1 ? name : context.phrases.its(name)
      return context.phrases.of(name, said)
    }, undefined) ?? ''
  )
}

function describeField(node: Extract<Node, { kind: 'field' }>, context: DescriptionContext): string | undefined {
  const name = fieldName(node, context)
  if (node.record.kind === 'old') return context.phrases.former(name)
  if (node.record.kind === 'me') return context.phrases.your(name)
  const record = recordOf(node.record, context)
  return record === null ? undefined : context.phrases.of(name, record)
}

/** Undefined for the record at hand, which needs no name; null where it can't be said. */
export function recordOf(node: Node, context: DescriptionContext): string | undefined | null {
  if (node.kind === 'this') return context.subjects.size === 0 ? undefined : context.phrases.thisRecord
  if (node.kind === 'variable') return context.subjects.has(node.name) ? undefined : null
  if (node.kind === 'field' && recordOf(node.record, context) === undefined)
    return context.phrases.its(fieldName(node, context))
  return describeTerm(node, context) ?? null
}

function describeSum(
  { operator, left, right }: Extract<Node, { kind: 'binary' }>,
  context: DescriptionContext,
): string | undefined {
  const { plus, minus, times, over } = context.phrases
  const say = { '+': plus, '-': minus, '*': times, '/': over }[operator as '+' | '-' | '*' | '/']
  const [one, other] = [describeTerm(left, context), describeTerm(right, context)]
  return say === undefined || one === undefined || other === undefined ? undefined : say(one, other)
}

function describeValue({ value, type }: Extract<Node, { kind: 'literal' }>, context: DescriptionContext) {
  const { printing, phrases } = context
  const { formatters } = printing
  if (typeof value === 'boolean') return value ? phrases.yes : phrases.no
  if (value === null) return undefined
  switch (type.kind) {
    case 'integer':
    case 'number':
      return formatters.number(Number(value))
    case 'decimal':
      return formatters.fixed(Number(value), type.scale)
    case 'date':
      return formatters.date(String(value))
    case 'timestamp':
      return formatters.moment(String(value))
    case 'choice':
      return phrases.small ? labelFor(String(value)).toLowerCase() : `„${labelFor(String(value))}“`
    case 'text':
      return phrases.small ? `“${String(value)}”` : `„${String(value)}“`
    case 'duration':
      return printValue(value, { type: { kind: 'duration' } }, printing) || undefined
    default:
      return undefined
  }
}

/** "due_at" is "due": the label of a moment loses its "at". */
export function fieldName({ entity, field }: Extract<Node, { kind: 'field' }>, context: DescriptionContext): string {
  const found = context.model.entities.get(entity)?.fields.get(field)
  const label = nameOf(found?.name.label ?? field, context)
  return found && fieldType(found.type.kind).precision === 'moment' ? label.replace(/ at$/, '') : label
}

/** Names stand small within an English sentence, unless they are written in capitals. */
export function nameOf(label: string, { phrases }: DescriptionContext): string {
  const words = label.replaceAll('_', ' ')
  return phrases.small && !/^[A-Z]{2}/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : labelFor(words)
}
