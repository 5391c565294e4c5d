// Checks a text with expressions in braces: "{kind.name}, {starts_at}".
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { Node } from '../node.ts'
import { parseExpression } from '../syntax/parser.ts'
import type { Syntax } from '../syntax/syntax.ts'
import type { TemplatePart } from '../syntax/template-parts.ts'
import { describeType } from './describe-type.ts'
import { TEXT } from '../type-rules.ts'
import type { CheckContext } from './check-context.ts'

/** Far more than people read in one line. */
const MOST_HOLES = 50

/** Joins the parts of a template; an empty one prints nothing. */
export function checkTemplate(template: readonly TemplatePart[], span: Span, context: CheckContext): Node | undefined {
  if (template.filter((part) => typeof part !== 'string').length > MOST_HOLES) {
    context.report(say.tooManyHoles(span, { limit: MOST_HOLES }))
    return undefined
  }
  const parts = template.map((part) => (typeof part === 'string' ? textOf(part, span) : checkHole(part, context)))
  if (!parts.every((part) => part !== undefined)) return undefined
  const [first = textOf('', span), ...rest] = parts
  // By itself it may be empty, as a field may.
  if (rest.length === 0) return first
  return rest.reduce<Node>(
    (left, right) => ({ kind: 'binary', operator: '+', left, right: orNothing(right), type: TEXT, span }),
    orNothing(first),
  )
}

function checkHole(part: Exclude<TemplatePart, string>, context: CheckContext): Node | undefined {
  if ('unclosed' in part) {
    context.report(say.openBrace(part.unclosed, {}))
    return undefined
  }
  const { syntax, diagnostics, isFormatted } = parseHole(part)
  for (const each of diagnostics) context.report(each)
  const value = syntax && context.check(syntax)
  if (!value) return undefined
  if (value.kind === 'shown' && isFormatted) return value
  if (value.type.kind !== 'calendar') return { kind: 'shown', value, type: TEXT, span: value.span }
  const found = describeType(value.type)
  context.report(say.wrongOperand(value.span, { operator: '{ }', expected: 'a value that people can read', found }))
  return undefined
}

/** Reads what stands in braces: an expression, behind which a pattern may stand. */
export function parseHole(part: Fragment): ReturnType<typeof parseExpression> & { readonly isFormatted: boolean } {
  const { expression, pattern } = divideAtPattern(part)
  const { syntax, diagnostics } = parseExpression(expression)
  const isFormatted = pattern !== undefined
  return { syntax: syntax && isFormatted ? formatted(syntax, pattern) : syntax, diagnostics, isFormatted }
}

/** "period as MMMM yyyy": an expression, and how its date is written. */
function divideAtPattern(part: Fragment): { readonly expression: Fragment; readonly pattern?: string } {
  const at = part.value.lastIndexOf(AS)
  const pattern = part.value.slice(at + AS.length).trim()
  // Within quotes of the expression it is a text.
  if (at < 0 || pattern.replace(/^'([^']*)'$/, '$1').includes("'")) return { expression: part }
  return { expression: sliceFragment(part, 0, at), pattern: pattern.replace(/^'([^']*)'$/, '$1') }
}

const AS = ' as '

function formatted(date: Syntax, pattern: string): Syntax {
  const { span } = date
  const text: Syntax = { kind: 'text', value: pattern, span }
  return { kind: 'call', name: 'format', nameSpan: span, target: undefined, arguments: [date, text], span }
}

function textOf(value: string, span: Span): Node {
  return { kind: 'literal', value, type: TEXT, span }
}

function orNothing(node: Node): Node {
  if (node.kind === 'literal') return node
  return { kind: 'call', name: 'coalesce', arguments: [node, textOf('', node.span)], type: TEXT, span: node.span }
}

/** Removes the template from a text in a place where it is not one: an operand of a comparison, a key, a pattern. */
export function literally(syntax: Syntax): Syntax {
  switch (syntax.kind) {
    case 'text': {
      const { template: _, ...plain } = syntax
      return plain
    }
    case 'list':
      return { ...syntax, items: syntax.items.map(literally) }
    case 'conditional':
      return { ...syntax, then: literally(syntax.then), otherwise: literally(syntax.otherwise) }
    default:
      return syntax
  }
}
