// Says what is compared in words of people: a field, a constant, a value.
import { inputOfSentName } from '../../expressions/sent-input.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import type { Printing } from '../../fields/printing.ts'
import { readDecimal } from '../../expressions/decimal.ts'
import { makeDuration } from '../../expressions/duration.ts'
import { percentOf } from '../../expressions/functions/shown-value.ts'
import { printDuration } from '../../expressions/functions/formatters.ts'
import { printValue } from '../../fields/coerce-value.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Constant, Model } from '../../model/model.ts'
import { labelFor } from '../../text/label.ts'
import type { ConditionPhrases } from './phrases.ts'

export interface DescriptionOptions {
  /** The expression that the condition is a part of: computed fields are named as they are written there. */
  readonly written?: Expression
  /** A relation whose target is chosen: the record that is spoken of is the one chosen. */
  readonly about?: { readonly entity: string; readonly field: string }
  /** BCP 47; the application's if not said. */
  readonly language?: string
}

export interface DescriptionContext {
  readonly model: Model
  /** Made when a value is first printed. */
  readonly printing: Printing
  readonly phrases: ConditionPhrases
  /** BCP 47. */
  readonly locale: string
  /** The entity of each variable of the sets around; the last one is the record at hand. */
  readonly subjects: ReadonlyMap<string, string>
  readonly about?: DescriptionOptions['about']
  /**
   * Returns the source text of a node. The text is empty for the expression behind a computed field, which is written
   * elsewhere.
   */
  readonly writtenAs: (node: Node) => string
}

/** Describes one side of a comparison: a field, a constant or a value. */
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
      return describeLimit(node.name, context)
    case 'input':
      if (inputOfSentName(node.name) !== undefined) return undefined
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
  // "id is id" says nothing to people.
  if (node.field === 'id') return undefined
  const name = fieldName(node, context)
  if (node.record.kind === 'old') return context.phrases.former(name)
  if (node.record.kind === 'me') return context.phrases.your(name)
  const record = recordOf(node.record, context)
  return record === null ? undefined : context.phrases.of(name, record)
}

/** Undefined for the record at hand, which needs no name; null where it can't be said. */
export function recordOf(node: Node, context: DescriptionContext): string | undefined | null {
  const { about, subjects, phrases } = context
  if (about !== undefined && isChosen(node, about)) return undefined
  if (about !== undefined && node.kind === 'this') return phrases.thisOne(entityName(about.entity, context))
  if (node.kind === 'this') {
    if (subjects.size === 0) return undefined
    return node.type.kind === 'record' ? phrases.thisOne(entityName(node.type.entity, context)) : phrases.thisRecord
  }
  if (node.kind === 'variable') {
    const entity = subjects.get(node.name)
    if (entity === undefined) return null
    return [...subjects.keys()].at(-1) === node.name ? undefined : phrases.theOne(entityName(entity, context))
  }
  if (node.kind === 'field' && recordOf(node.record, context) === undefined)
    return context.phrases.its(fieldName(node, context))
  return describeTerm(node, context) ?? null
}

/** Is it the record that may be chosen for a relation? */
export function isChosen(node: Node, { entity, field }: NonNullable<DescriptionOptions['about']>): boolean {
  return node.kind === 'field' && node.record.kind === 'this' && node.entity === entity && node.field === field
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
  const { phrases } = context
  if (typeof value === 'boolean') return value ? phrases.yes : phrases.no
  if (value === null) return undefined
  switch (type.kind) {
    case 'integer':
    case 'number':
      return context.printing.formatters.number(Number(value))
    case 'decimal':
      return type.unit === 'currency'
        ? context.printing.formatters.money(Number(value))
        : context.printing.formatters.fixed(Number(value), type.scale)
    case 'date':
      return context.printing.formatters.date(String(value))
    case 'timestamp':
      return context.printing.formatters.moment(String(value))
    case 'choice':
      return phrases.small ? nameOf(String(value), context) : `„${labelFor(String(value))}“`
    case 'text':
      return phrases.small ? `“${String(value)}”` : `„${String(value)}“`
    case 'duration':
      return printValue(value, { type: { kind: 'duration' } }, context.printing) || undefined
    default:
      return undefined
  }
}

/**
 * Describes a limit by its value, which says more than its name: "net is at most 2,500.00". A limit whose value
 * changes on some date is described by its name.
 */
function describeLimit(name: string, context: DescriptionContext): string {
  const limit = context.model.limits.get(name)
  const [only, ...later] = limit?.values ?? []
  const value = only === undefined || later.length > 0 ? undefined : describeConstant(only.value, context)
  return value ?? nameOf(limit?.name.label ?? name, context)
}

function describeConstant(
  literal: Constant['values'][number]['value'],
  { printing }: DescriptionContext,
): string | undefined {
  switch (literal.kind) {
    case 'integer':
      return printing.formatters.number(literal.value)
    case 'decimal': {
      if (literal.currency !== undefined) return printing.formatters.money(Number(literal.value))
      const places = literal.value.split('.')[1]?.length ?? 0
      const exact = literal.isPercent ? readDecimal(literal.value, places) : null
      if (exact) return printing.formatters.percent(percentOf(exact))
      // A share is known by its name.
      if (Math.abs(Number(literal.value)) < 1) return undefined
      return printing.formatters.fixed(Number(literal.value), places)
    }
    case 'duration':
      return printDuration(makeDuration(literal.milliseconds, literal.days), printing.locale)
    case 'date':
      return printing.formatters.date(literal.value)
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

function entityName(entity: string, context: DescriptionContext): string {
  return nameOf(context.model.entities.get(entity)?.name.label ?? entity, context)
}

/** Names stand small within an English sentence, unless they are written in capitals. */
export function nameOf(label: string, { phrases }: DescriptionContext): string {
  const words = label.replaceAll('_', ' ')
  return phrases.small && !/^[A-Z]{2}/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : labelFor(words)
}
