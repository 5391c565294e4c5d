// Checks the names and types of an expression.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { expressions as say } from '../diagnostics/expressions.ts'
import type { Fragment } from '../text/fragment.ts'
import { trimFragment } from '../text/fragment.ts'
import { identifierOf } from '../text/identifier.ts'
import type { Span } from '../text/span.ts'
import { nearest } from '../text/nearest-word.ts'
import { readTime } from './calendar.ts'
import { warnOfBothEmpty } from './check/warnings/warn-of-both-empty.ts'
import { warnOfOldPercent } from './check/warnings/warn-of-old-percent.ts'
import { warnOfHiddenField } from './check/warnings/warn-of-hidden-field.ts'
import { checkCall } from './check/check-calls.ts'
import type { CheckContext } from './check/check-context.ts'
import { checkMember, checkName } from './check/check-names.ts'
import { checkTemplate, parseHole } from './check/check-template.ts'
import { checkIndex, checkList } from './check/check-lists.ts'
import { checkBinary, checkConditional, checkNegation, checkTruth } from './check/check-operators.ts'
import type { Expression, Node } from './node.ts'
import { parseExpression } from './syntax/parser.ts'
import type { Environment, Schema } from './schema.ts'
import type { Syntax } from './syntax/syntax.ts'
import { convertNode } from './check/convert-node.ts'
import { describeType } from './check/describe-type.ts'
import {
  BOOLEAN,
  INTEGER,
  isCollection,
  isNumeric,
  LARGEST_TYPE,
  NULL,
  NUMBER,
  sizeOfType,
  TEXT,
} from './type-rules.ts'
import type { Type } from './type.ts'
import { childrenOf, nodesIn } from './walk.ts'

/**
 * The typed tree, of type `expected` if that is given (numbers are converted to it). Without a node there is an error,
 * or a note `expressions/not-run-yet`: then what needs the expression is not run by this version.
 */
export function checkExpression(
  syntax: Syntax,
  schema: Schema,
  environment: Environment,
  expected?: Type,
  suggest: CheckContext['nearest'] = nearest,
): { readonly node?: Node; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic)
  const context = makeChecking({ schema, environment, variables: [], report, nearest: suggest }, { left: MOST_PARTS })
  const node = context.check(syntax, expected)
  if (!node) return { diagnostics }
  const nodes = nodesIn(node)
  const refused =
    findTooMuch(node, nodes, syntax.span) ?? (environment.later === true ? undefined : findNotRunYet(nodes))
  if (refused) {
    diagnostics.push(refused)
    return { diagnostics }
  }
  warnOfBothEmpty(node, nodes, { schema, environment }, report)
  warnOfHiddenField(nodes, schema, environment, report)
  warnOfOldPercent(node, nodes, { expected, environment }, report)
  if (!expected) return { node, diagnostics }
  const converted = convertNode(node, expected)
  if (converted) return { node: converted, diagnostics }
  diagnostics.push(
    say.wrongType(syntax.span, {
      found: describeType(node.type),
      expected: describeType(expected),
      hint: remedy(node.type, expected),
    }),
  )
  return { diagnostics }
}

/** Reports a construct whose types are correct but which this version does not run: the session, a shape. */
function findNotRunYet(nodes: readonly Node[]): Diagnostic | undefined {
  for (const node of nodes) {
    const what = node.kind === 'call' && Object.hasOwn(LATER, node.name) ? LATER[node.name] : undefined
    if (what !== undefined) return say.notRunYet(node.span, { what })
  }
  return undefined
}

const LATER: { readonly [call: string]: string } = {
  session: 'The session',
  shape: 'A shape inside an expression',
}

/** Reports what databases would take too long for. Where there are few relations and sets, few lie one inside the other. */
function findTooMuch(tree: Node, nodes: readonly Node[], span: Span): Diagnostic | undefined {
  if (nodes.filter(isHop).length > MAX_HOPS && hopsOf(tree) > MAX_HOPS) return say.tooFar(span, { limit: MAX_HOPS })
  if (nodes.filter(goesThroughSet).length > MOST_NESTED_SETS && countNestedSets(tree) > MOST_NESTED_SETS)
    return say.tooCostly(span, { limit: MOST_NESTED_SETS })
  return undefined
}

/** Each relation or set on the way is a query inside a query; databases bound how deep these may lie. */
const MAX_HOPS = 12

/** How many relations and sets lie one inside the other. */
function hopsOf(node: Node): number {
  const own = isHop(node) ? 1 : 0
  return own + childrenOf(node).reduce((most, child) => Math.max(most, hopsOf(child)), 0)
}

function isHop(node: Node): boolean {
  return HOPS.has(node.kind) || (node.kind === 'field' && node.record.kind !== 'this')
}

const HOPS: ReadonlySet<Node['kind']> = new Set(['each', 'reverse', 'line'])

/** Reads and checks the text of an expression. `suggest` finds what may have been meant: where nothing is reported, nothing need be found. */
export function readExpression(
  source: Fragment,
  schema: Schema,
  environment: Environment,
  expected?: Type,
  suggest?: CheckContext['nearest'],
): { readonly expression?: Expression; readonly diagnostics: readonly Diagnostic[] } {
  const { syntax, diagnostics: readingDiagnostics } =
    environment.inText === true ? parseHole(source) : parseExpression(source)
  if (!syntax) return { diagnostics: readingDiagnostics }
  const { node, diagnostics: checkDiagnostics } = checkExpression(syntax, schema, environment, expected, suggest)
  const diagnostics = [...readingDiagnostics, ...checkDiagnostics]
  if (!node || diagnostics.some((each) => each.severity === 'error')) return { diagnostics }
  return { expression: { tree: node, text: trimFragment(source).value, span: syntax.span }, diagnostics }
}

function makeChecking(place: Omit<CheckContext, 'check' | 'bind'>, budget: { left: number }): CheckContext {
  const context: CheckContext = {
    ...place,
    check: (syntax, expected) => (budget.left < 0 ? undefined : spend(check(syntax, context, expected))),
    bind: (variable) => makeChecking({ ...place, variables: [...place.variables, variable] }, budget),
  }
  /** A name may stand for an object of very many values: what is written is short then, what it comes to is not. */
  const spend = (node: Node | undefined): Node | undefined => {
    if (!node) return undefined
    budget.left -= sizeOfType(node.type)
    if (budget.left >= 0) return node
    place.report(say.tooLarge(node.span, { limit: MOST_PARTS }))
    return undefined
  }
  return context
}

/** Maximum number of parts of an expression, where each part counts together with the types inside its own type. */
const MOST_PARTS = 10_000

function check(syntax: Syntax, context: CheckContext, expected?: Type): Node | undefined {
  const { span } = syntax
  switch (syntax.kind) {
    case 'null':
      return { kind: 'literal', value: null, type: NULL, span }
    case 'boolean':
      return { kind: 'literal', value: syntax.value, type: BOOLEAN, span }
    case 'integer':
      return { kind: 'literal', value: syntax.value, type: INTEGER, span }
    case 'number':
      return { kind: 'literal', value: syntax.value, type: NUMBER, span }
    case 'decimal':
      return {
        kind: 'literal',
        value: syntax.value,
        type: { kind: 'decimal', scale: syntax.value.length - syntax.value.indexOf('.') - 1 },
        span,
      }
    case 'text':
      return checkWord(syntax, context, expected)
    case 'name':
      return checkName(syntax, context)
    case 'member':
      return checkMember(syntax, context, expected)
    case 'index':
      return checkIndex(syntax, context, expected)
    case 'call':
      return checkCall(syntax, context, expected)
    case 'not': {
      const operand = checkTruth(syntax.operand, 'not', context)
      return operand && { kind: 'not', operand, type: BOOLEAN, span }
    }
    case 'negate':
      return checkNegation(syntax, context)
    case 'binary':
      return checkBinary(syntax, context, expected)
    case 'conditional':
      return checkConditional(syntax, context, expected)
    case 'list':
      return checkList(syntax, context, expected)
    case 'object':
      return checkObject(syntax, context, expected)
  }
}

/** A written text is a text; where a choice or a time of day is expected, it is one of these. */
function checkWord(
  syntax: Syntax & { readonly kind: 'text' },
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  const { value, span, template, problems = [] } = syntax
  if (expected?.kind === 'choice') {
    const word =
      expected.words.find((each) => each === value) ??
      expected.words.find((each) => identifierOf(each, 'word') === value)
    if (word !== undefined) return { kind: 'literal', value: word, type: expected, span }
    const { words } = expected
    // A choice or a role of several words, as people write it: "under review", "Head of house".
    const written = new Set([identifierOf(value, 'word'), identifierOf(value, 'entity')])
    const meant = words.find((each) => written.has(each))
    if (meant === undefined) {
      context.report(say.unknownWord(span, { word: value, words, nearest: context.nearest(value, words) }))
      return undefined
    }
    context.report(say.wordAsLabel(span, { word: value, meant }))
    return { kind: 'literal', value: meant, type: expected, span }
  }
  if (expected?.kind === 'time') {
    const time = readTime(value)
    if (time !== null) return { kind: 'literal', value: time, type: expected, span }
  }
  if (template && context.schema.templates) return checkTemplate(template, span, context)
  for (const problem of problems) context.report(problem)
  return { kind: 'literal', value, type: TEXT, span }
}

function checkObject(
  syntax: Syntax & { readonly kind: 'object' },
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  const entries: { name: string; value: Node }[] = []
  for (const each of syntax.entries) {
    const value = context.check(each.value, expected?.kind === 'object' ? expected.fields[each.name] : undefined)
    if (value) entries.push({ name: each.name, value })
  }
  if (entries.length < syntax.entries.length) return undefined
  const fields = Object.fromEntries(entries.map(({ name, value }) => [name, value.type]))
  const type: Type = { kind: 'object', fields }
  if (sizeOfType(type) <= LARGEST_TYPE) return { kind: 'object', entries, type, span: syntax.span }
  context.report(say.objectTooLarge(syntax.span, { limit: LARGEST_TYPE }))
  return undefined
}

function remedy(found: Type, expected: Type): string | undefined {
  if (expected.kind === 'integer' && isNumeric(found)) return 'round(…) makes a whole number'
  if (expected.kind === 'date' && found.kind === 'timestamp') return 'the date of a moment is date_of(…)'
  if (expected.kind === 'date' && found.kind === 'text') return 'a date is written date("2026-12-24")'
  if (expected.kind === 'timestamp' && found.kind === 'text')
    return 'a date and time is written moment("2026-12-24T09:00")'
  if (expected.kind === 'text' && !isCollection(found) && found.kind !== 'record')
    return 'other values become a text by text(…)'
  if (expected.kind === 'boolean' && isCollection(found)) return 'ask .count() > 0'
  return undefined
}

/** With n records in each set, n to the power of this is the most that is looked at. */
const MOST_NESTED_SETS = 5

/** How many sets of records lie one inside the other; a list that is written out, or stands in a field, is none. */
function countNestedSets(node: Node): number {
  if (node.kind === 'each')
    return Math.max(countNestedSets(node.set), (node.set.type.kind === 'set' ? 1 : 0) + countNestedSets(node.body))
  return childrenOf(node).reduce((most, child) => Math.max(most, countNestedSets(child)), isSet(node) ? 1 : 0)
}

function isSet(node: Node): boolean {
  return SETS.has(node.kind) || (node.kind === 'field' && node.type.kind === 'set')
}

function goesThroughSet(node: Node): boolean {
  return node.kind === 'each' || isSet(node)
}

const SETS: ReadonlySet<Node['kind']> = new Set(['records', 'reverse', 'line'])
