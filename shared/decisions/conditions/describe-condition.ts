// Says a condition of the document in words of people: "you are its assignee".
import type { Expression, Node } from '../../expressions/node.ts'
import type { Model } from '../../model/model.ts'
import { printingOf } from '../8-errors.ts'
import { describeComparison, describeOnlyPerson } from './describe-comparison.ts'
import type { DescriptionContext, DescriptionOptions } from './describe-term.ts'
import { describeTerm, isChosen, nameOf, recordOf } from './describe-term.ts'
import { conditionPhrases } from './phrases.ts'

/** Undefined where it can't be said better than it is written: half a condition would mislead. */
export function describeCondition(model: Model, condition: Node, options: DescriptionOptions = {}): string | undefined {
  return describeClause(condition, contextOf(model, options))
}

/** Describes the person who fulfils the condition, if only one person can: "its assignee". */
export function describePerson(model: Model, condition: Node, options: DescriptionOptions = {}): string | undefined {
  return describeOnlyPerson(condition, contextOf(model, options))
}

/** A field, a constant or a value, as a condition names it: "5" for `limits.open_tickets`. */
export function describeOperand(model: Model, operand: Node, options: DescriptionOptions = {}): string | undefined {
  return describeTerm(operand, contextOf(model, options))
}

function contextOf(
  model: Model,
  { written, about, language = model.settings.language }: DescriptionOptions,
): DescriptionContext {
  return {
    model,
    printing: printingOf(model),
    phrases: conditionPhrases(language),
    locale: language,
    subjects: new Map(),
    ...(about && { about }),
    writtenAs: (node) => textOf(written, node),
  }
}

function textOf(written: Expression | undefined, { span }: Node): string {
  if (written === undefined || span.start < written.span.start || span.end > written.span.end) return ''
  return written.text.slice(span.start - written.span.start, span.end - written.span.start)
}

function describeClause(node: Node, context: DescriptionContext): string | undefined {
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
    // What follows is not of the set.
    const isOpenToTheRight = side === left && endsWithSet(side)
    return said !== undefined && (isMixed || isOpenToTheRight) ? `(${said})` : said
  })
  if (sides.includes(undefined)) return undefined
  return sides.join(operator === 'and' ? ` ${context.phrases.and} ` : ` ${context.phrases.or} `)
}

/** Decides whether the words of a clause end with the condition on each of a set. */
function endsWithSet(node: Node): boolean {
  if (node.kind === 'not') return endsWithSet(node.operand)
  const isJunction = node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')
  return node.kind === 'each' || (isJunction && endsWithSet(node.right))
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
  const { youHaveRole, youHaveNotRole, hasRole, hasNotRole, thePerson } = context.phrases
  const role = first === undefined ? undefined : context.model.roles.get(first)?.name.label
  if (role === undefined) return undefined
  if (person.kind === 'me') return (negated ? youHaveNotRole : youHaveRole)(role)
  const what = context.about && isChosen(person, context.about) ? thePerson : describeTerm(person, context)
  return what === undefined ? undefined : (negated ? hasNotRole : hasRole)(what, role)
}

function describeSet(
  { operation, set, variable, body }: Extract<Node, { kind: 'each' }>,
  context: DescriptionContext,
  say = operation === 'all' ? context.phrases.every : context.phrases.some,
): string | undefined {
  if (operation !== 'exists' && operation !== 'all') return undefined
  const isOwn = set.kind === 'reverse' && recordOf(set.record, context) === undefined
  const records = isOwn ? context.phrases.its(nameOf(set.name, context)) : describeTerm(set, context)
  const { of } = set.type.kind === 'set' ? set.type : { of: undefined }
  const entity = of?.kind === 'record' ? of.entity : ''
  const condition = describeClause(body, { ...context, subjects: new Map([...context.subjects, [variable, entity]]) })
  return records === undefined || condition === undefined ? undefined : say(records, condition)
}
