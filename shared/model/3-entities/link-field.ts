// Links a field of point 3: requirement, default, limits and computed value.
import { sayPhrase } from '../../text/phrase.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import { compilePattern } from '../../expressions/functions/pattern.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { coerceValue, isMany } from '../../fields/coerce-value.ts'
import type { FieldShape, FieldType } from '../../fields/field-type.ts'
import { familyOf, fieldType } from '../../fields/registry.ts'
import { hasBounds, isMeasuredInCharacters } from '../../fields/value-limits.ts'
import type { FieldDeclaration } from '../../points/3-entities/declarations.ts'
import { readLiteral } from '../../points/read-literal.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { isNone, readQuoted } from '../../text/written-values.ts'
import { printConstantsIn, replaceConstants } from '../9-constants/fixed-constants.ts'
import type { LinkContext } from '../link-context.ts'
import { literalValue } from './literal-value.ts'
import { constantBound, isMovingBound } from './moving-limits.ts'
import { linkChoice, linkChoiceWords } from './link-choice.ts'
import { findFields } from '../link-context.ts'
import { isLocalised } from '../show-holes.ts'
import type { Field } from '../model.ts'
import type { FieldRequirement } from './types.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'

const NO_LIMITS: Field['limits'] = { indexed: false, searchable: false, writeOnce: false, hidden: false }

/** `requiredBy`: what the tables of point 4 require. */
export function linkField(
  context: LinkContext,
  entity: EntityOutline,
  field: FieldOutline,
  requiredBy: readonly FieldRequirement[],
): Field {
  const { name, type, valueType, standard, workflow, declaration, builtIn, span } = field
  const limits = declaration
    ? linkLimits(context, entity, field, declaration, 'may move')
    : { ...NO_LIMITS, hidden: field.hidden === true }
  const computed = linkComputed(context, entity, field)
  const self = (of: Type): Node => ({
    kind: 'field',
    record: recordAtHand(entity),
    entity: entity.name.identifier,
    field: name.identifier,
    type: of,
    span: name.span,
  })
  const chooseFrom =
    declaration?.chooseFrom &&
    linkChoice(context, field, { record: entity.name.identifier }, self, declaration.chooseFrom)
  const cite = context.cite(field.declaration || !workflow ? 3 : 4, span)
  // That a file has no default is said of its limits.
  const written = fieldType(type.kind).holdsFiles === true ? undefined : declaration?.default
  const given = written && linkDefault(context, { record: entity.name.identifier }, field, written, limits)
  const builtInDefault =
    builtIn && 'default' in builtIn ? { kind: 'literal' as const, value: builtIn.default } : undefined
  const fallback = given ?? builtInDefault
  const conditions = requiredBy.map(({ when }) => when)
  const uniqueByItself = fieldType(type.kind).unique?.(type)
  return {
    name,
    type,
    valueType,
    required:
      builtIn?.required ??
      (standard ? type.kind !== 'relation' : workflow || linkRequired(context, entity, field, conditions)),
    ...(requiredBy.length > 0 ? { requiredBy } : {}),
    ...(fallback ? { default: fallback } : {}),
    ...(computed ? { computed } : {}),
    workflow,
    standard,
    limits: builtIn
      ? { ...limits, searchable: builtIn.searchable ?? false, ...(builtIn.unique ? { unique: { per: [], cite } } : {}) }
      : { ...(uniqueByItself ? { unique: { ...uniqueByItself, cite } } : {}), ...limits },
    meaning: declaration?.meaning ?? '',
    ...(declaration?.was ? { was: identifierOf(declaration.was.value, 'field') } : {}),
    ...(chooseFrom ? { chooseFrom } : {}),
    ...linkChoiceWords(context, declaration, field, { record: entity.name.identifier }),
    cite,
  }
}

function recordAtHand({ name: { identifier, span } }: EntityOutline): Node {
  return { kind: 'this', type: { kind: 'record', entity: identifier }, span }
}

function linkRequired(
  context: LinkContext,
  entity: EntityOutline,
  { declaration }: FieldOutline,
  requiredWhere: readonly Expression[],
): boolean | Expression {
  // A line without its head is a line of nothing.
  const required = declaration?.required === false && isPart(declaration) ? true : (declaration?.required ?? false)
  const written =
    typeof required === 'object'
      ? (context.expression(required.condition, { record: entity.name.identifier }, BOOLEAN) ?? false)
      : required
  if (written === true) return true
  const [first, ...rest] = typeof written === 'object' ? [written, ...requiredWhere] : requiredWhere
  return first ? rest.reduce(eitherOf, first) : false
}

function isPart({ type }: FieldDeclaration): boolean {
  return 'kind' in type && type.kind === 'relation' && type.part !== undefined
}

function eitherOf(left: Expression, right: Expression): Expression {
  const { span } = left
  const tree: Node = { kind: 'binary', operator: 'or', left: left.tree, right: right.tree, type: BOOLEAN, span }
  return { tree, text: `${left.text} or ${right.text}`, span }
}

/** Links a default in backticks: an expression, and not words that would be a value without them. */
function linkDefaultExpression(
  context: LinkContext,
  environment: Environment,
  { type, name, valueType }: Pick<FieldOutline, 'type' | 'name' | 'valueType'>,
  written: Fragment,
): Expression | undefined {
  const areWords = /^\p{L}[\p{L}\p{N}_ -]*$/u.test(written.value)
  const reading = areWords ? context.readingInSilence(written, environment, valueType) : undefined
  reading?.tell()
  if (reading) return reading.expression
  if (!areWords || !('value' in coerceValue(literalValue(written, type), { type })))
    return context.expression(written, environment, valueType)
  context.report(say.defaultIsText(spanOf(written), { field: name.label, written: written.value }))
  return undefined
}

export function linkDefault(
  context: LinkContext,
  environment: Environment,
  field: Pick<FieldOutline, 'type' | 'name' | 'valueType'>,
  written: NonNullable<FieldDeclaration['default']>,
  limits: NonNullable<FieldShape['limits']>,
): Field['default'] | undefined {
  if (written.kind === 'expression') {
    const expression = linkDefaultExpression(context, environment, field, written.text)
    return expression && { kind: 'expression', expression }
  }
  const { type } = field
  const { value } = written.text
  // "none" is a word where it is one of the field's; else there is no default.
  if (
    isNone(value) &&
    !('words' in type && type.words.some(({ label }) => label.toLowerCase() === value.toLowerCase()))
  )
    return undefined
  const template = field.valueType.kind === 'text' && /[{}]/.test(value) ? asText(written.text) : undefined
  if (template) {
    const expression = context.expression(template, environment, field.valueType)
    return expression && { kind: 'expression', expression }
  }
  const read = coerceValue(literalValue(written.text, type), { type, limits })
  if ('value' in read) return { kind: 'literal', value: read.value }
  const isFlag = familyOf(type) === 'flag'
  const truth = /^(true|1)$/i.test(value) ? 'yes' : /^(false|0)$/i.test(value) ? 'no' : undefined
  const problem = isFlag ? 'must be yes or no' : sayPhrase(read.problem, 'en')
  const expression = context.readingInSilence(written.text, environment, field.valueType)
  const write = isFlag ? truth : expression ? `\`${value}\`` : undefined
  const inCode = expression ? `an expression stands in backticks: \`${value}\`` : undefined
  const parameters = { field: `The default of ${field.name.label}`, problem, write }
  context.report(
    say.wrongValue(spanOf(written.text), { ...parameters, hint: isFlag && truth ? `write ${truth}` : inCode }),
  )
  return undefined
}

/** Puts a text in quotes, as an expression has it. Returns undefined if it can't be put into any quotes. */
function asText(text: Fragment): Fragment | undefined {
  if (readQuoted(text)) return text
  return /["\\]/.test(text.value) ? undefined : { value: `"${text.value}"`, start: text.start - 1, gaps: [] }
}

function linkComputed(context: LinkContext, entity: EntityOutline, field: FieldOutline): Field['computed'] | undefined {
  const { declaration, name } = field
  if (!declaration) return undefined
  if (!field.computed) {
    if (declaration.value) context.report(say.valueWithoutComputed(spanOf(declaration.value), { field: name.label }))
    return undefined
  }
  if (!declaration.value) {
    context.report(say.computedWithoutValue(name.span, { field: name.label }))
    return undefined
  }
  const expression = context.meanings.of(entity.name.identifier, name.identifier)
  if (!expression) return undefined
  if (!context.meanings.isStored(entity.name.identifier, name.identifier))
    return { expression, stored: false, ...(isLocalised(expression.tree) ? { localised: true } : {}) }
  const values = printConstantsIn(expression.tree, context.constants)
  const tree = replaceConstants(expression.tree, context.constants)
  return { expression: { ...expression, tree }, stored: true, ...(values === '' ? {} : { values }) }
}

export function linkLimits(
  context: LinkContext,
  entity: EntityOutline,
  { type, name }: Pick<FieldOutline, 'type' | 'name'>,
  { limits }: Pick<FieldDeclaration, 'limits'>,
  bounds: 'may move' | 'are fixed' = 'are fixed',
): Field['limits'] {
  const bound = (limit: 'min' | 'max'): { readonly [key in typeof limit]?: number | string } => {
    const written = limits[limit]
    // A limit that moves is a rule.
    const isMoving = bounds === 'may move' && written && isMovingBound(context, entity, written.value, type)
    const value = written && !isMoving ? readBound(context, written.value, type, name.label, limit) : undefined
    return value === undefined ? {} : { [limit]: value }
  }
  const compiled = limits.pattern && compilePattern(limits.pattern.source.value)
  if (limits.pattern && compiled && 'error' in compiled)
    context.report(say.wrongPattern(limits.pattern.span, { problem: compiled.error }))
  const per = limits.unique ? findFields(context, entity, limits.unique.per) : []
  // Without one of its fields it would refuse more than is written.
  const unique = per.length === limits.unique?.per.length ? limits.unique : undefined
  const { atLeast, atMost, eachSize, types, indexed, searchable, writeOnce, hidden } = limits
  return {
    ...(unique ? { unique: { per, cite: context.cite(3, unique.span) } } : {}),
    ...bound('min'),
    ...bound('max'),
    ...(limits.pattern && compiled && !('error' in compiled) ? { pattern: limits.pattern.source.value } : {}),
    ...(atLeast ? { atLeast: atLeast.count } : {}),
    ...(atMost ? { atMost: atMost.count } : {}),
    ...(eachSize ? { eachSize: eachSize.bytes } : {}),
    ...(types ? { types: types.words } : {}),
    indexed,
    searchable: searchable || (!hidden && fieldType(type.kind).searchedAlways?.(type) === true),
    writeOnce,
    hidden,
  }
}

function readBound(
  context: LinkContext,
  text: Fragment,
  type: FieldType,
  field: string,
  limit: 'min' | 'max',
): number | string | undefined {
  // It is said later that no bound fits the type.
  if (!hasBounds(type)) return undefined
  const constant = constantBound(context, text, type)
  if (constant !== undefined) return constant
  const literal = readLiteral(text)
  if (isMeasuredInCharacters(type.kind) || isMany({ type })) {
    const least = limit === 'min' ? 0 : 1
    if (literal.kind === 'integer' && literal.value >= least) return literal.value
    const problem = literal.kind === 'integer' ? `must be at least ${least}` : 'must be a whole number'
    context.report(say.wrongValue(spanOf(text), { field: `${limit} of ${field}`, problem }))
    return undefined
  }
  const read = coerceValue(literalValue(text, type), { type })
  if ('value' in read && (typeof read.value === 'number' || typeof read.value === 'string')) return read.value
  const problem = 'problem' in read ? sayPhrase(read.problem, 'en') : `says nothing about a field of type ${type.kind}`
  const isWorkedOut = /^`?(?:today|now|limits\.\w+|[a-z]+(?:_[a-z]+)+)\b/.test(text.value)
  const hint = isWorkedOut ? MOVING_LIMIT : undefined
  context.report(say.wrongValue(spanOf(text), { field: `${limit} of ${field}`, problem, hint }))
  return undefined
}

const MOVING_LIMIT =
  'an input has fixed limits; what moves is a rule of point 5 on the transition, as `input.ends_on <= today`'
