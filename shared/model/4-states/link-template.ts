// Links texts and addresses with expressions in them.
import * as sayCalls from '../../diagnostics/7-calls.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import { readsOf } from '../../expressions/reads.ts'
import type { Environment } from '../../expressions/schema.ts'
import { describeType } from '../../expressions/check/describe-type.ts'
import { isCollection } from '../../expressions/type-rules.ts'
import { mapChildren, someNode } from '../../expressions/walk.ts'
import { isShown } from '../../points/declarations.ts'
import type { Template } from '../../points/4-states/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { LinkContext, ExpressionReading } from '../link-context.ts'
import type { MessageTemplate } from '../model.ts'
import { showWordsInPart } from '../show-words.ts'

export function linkTemplate(context: LinkContext, template: Template, environment: Environment): MessageTemplate {
  return template.map((part) => {
    if (typeof part === 'string') return part
    const reading = context.reading(part.expression, { ...environment, inText: true })
    if (!reading) return '…'
    const { expression: linked } = reading
    const asked = askedOf(context, reading)
    if (namesRecords(linked)) return { ...linked, tree: context.shown(linked.tree), ...asked }
    const shown = showWordsInPart(linked, context)
    // Two fields may be worked out alike, and not be known alike.
    return asked.asked ? { ...shown, tree: { ...shown.tree }, ...asked } : shown
  })
}

/** Records are printed by their titles, one or several. */
export function namesRecords({ tree: { type } }: Pick<Expression, 'tree'>): boolean {
  return (isCollection(type) ? type.of : type).kind === 'record'
}

/** Links a value that gets a name, whose readers are asked for in the texts that show it by its name. */
export function linkNamed(context: LinkContext, source: Fragment, environment: Environment): Expression | undefined {
  const reading = context.reading(source, environment)
  return reading && expressionOfReading(context, reading)
}

/** Gives the expression of a reading with what those are asked for who are shown its value. */
export function expressionOfReading(context: LinkContext, reading: ExpressionReading): Expression {
  return { ...reading.expression, ...fieldsKept(context, reading.asked()) }
}

/** Keeps computed fields as fields where there are some: people who may read them may know their values. */
export function askedOf(context: LinkContext, reading: ExpressionReading): Pick<Expression, 'asked'> {
  const tree = reading.asked()
  return fieldsKept(context, namesRecords({ tree }) ? context.shownForReader(tree) : tree)
}

function fieldsKept(context: LinkContext, asked: Node): Pick<Expression, 'asked'> {
  const { entities } = context.outline
  const isComputed = (node: Node): boolean =>
    node.kind === 'field' && entities.get(node.entity)?.fields.get(node.field)?.computed === true
  if (!someNode(asked, isComputed)) return {}
  // The record of a field is worked out; an element of a set is known only inside of it.
  const keepFields = (node: Node): Node => {
    if (node.kind !== 'field' || someNode(node.record, ({ kind }) => kind === 'variable'))
      return mapChildren(node, keepFields)
    return { ...node, record: context.meanings.resolve(node.record) }
  }
  return { asked: keepFields(asked) }
}

/** Undefined where a part of the address can't be known, or its host is not the document's: nothing is sent there. */
export function linkUrl(
  context: LinkContext,
  template: Template,
  environment: Environment,
  place: Span,
): MessageTemplate | undefined {
  const parts: (string | Expression)[] = []
  for (const part of template) {
    const linked = typeof part === 'string' ? part : context.expression(part.expression, environment)
    if (linked === undefined) return undefined
    if (typeof linked !== 'string' && !IN_ADDRESSES.has(linked.tree.type.kind)) {
      const found = describeType(linked.tree.type)
      context.report(say.notAnAddress(linked.span, { found }))
      return undefined
    }
    parts.push(linked)
  }
  const [first] = parts
  if (first === undefined) return parts
  const span = typeof first === 'string' ? place : first.span
  if (holdsCredentials(context, first)) {
    context.report(sayCalls.credentialsInUrl(span, {}))
    return undefined
  }
  if (namesHost(first, parts.length > 1)) return parts
  context.report(sayCalls.unnamedHost(span, { host: typeof first === 'string' ? first : first.text }))
  return undefined
}

/** The host stands in the document, as text or in a constant: records and inputs may not choose the recipient. */
function namesHost(first: string | Expression, isLonger: boolean): boolean {
  if (typeof first === 'string') return isLonger ? /^https?:\/\/[^/?#\s]+[/?#]/i.test(first) : true
  const { own, others, me, usesMe, usesInput, usesOld } = readsOf(first.tree)
  return own.length + others.length + me.length === 0 && !usesMe && !usesInput && !usesOld
}

/** Name and password before the host would be shown to all who may read the document, and to all who see deliveries. */
function holdsCredentials({ declarations: { limits } }: LinkContext, first: string | Expression): boolean {
  if (typeof first === 'string') return CREDENTIALS.test(first)
  const constants = isShown(limits) ? limits.limits : []
  return someNode(first.tree, (node) => {
    if (node.kind === 'literal') return typeof node.value === 'string' && CREDENTIALS.test(node.value)
    if (node.kind !== 'limit') return false
    const values = constants.flatMap(({ name, value }) =>
      name.identifier === node.name && isShown(value) ? [value.value] : [],
    )
    return values.some((literal) => literal.kind === 'text' && CREDENTIALS.test(literal.value))
  })
}

const CREDENTIALS = /^https?:[/\\]*[^/\\?#]*@/i

/** Links the payload that is sent with a request, as JSON. */
export function linkPayload(
  context: LinkContext,
  { method, payload }: { readonly method: string; readonly payload?: Fragment },
  environment: Environment,
): Expression | undefined {
  if (!payload) return undefined
  if (method === 'GET') context.report(sayCalls.payloadOfGet(spanOf(payload), {}))
  return context.expression(payload, { ...environment, asJson: true })
}

const IN_ADDRESSES: ReadonlySet<string> = new Set(['text', 'choice', 'integer', 'number', 'decimal', 'date', 'null'])
