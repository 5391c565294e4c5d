// Warns where a per cent is taken for its number: 12.5 % is 0.125 in every expression.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts'
import { writing } from '../../../diagnostics/entry.ts'
import { expressions as say } from '../../../diagnostics/expressions.ts'
import type { Span } from '../../../text/span.ts'
import { makeDecimal, printDecimal, readDecimal } from '../../decimal.ts'
import type { Node } from '../../node.ts'
import { printerIn } from '../../print-expression.ts'
import type { Environment } from '../../schema.ts'
import type { Type } from '../../type.ts'
import { childrenOf } from '../../walk.ts'

type Binary = Node & { readonly kind: 'binary' }

/** `expected`: what the whole is worked out for; `environment`: where it stands. */
export function warnOfOldPercent(
  tree: Node,
  nodes: readonly Node[],
  { expected, environment }: { readonly expected: Type | undefined; readonly environment: Environment },
  report: (diagnostic: Diagnostic) => void,
): void {
  const print = printerIn(environment)
  if (!(expected && isPercent(expected)) && !nodes.some(({ type }) => isPercent(type))) return
  const whole = expected !== undefined && isPercent(expected) ? withoutHundred(tree) : undefined
  if (whole !== undefined) return warn(tree, whole)
  if (expected !== undefined && isPercent(expected)) warnOfNumber(tree)
  walk(tree)

  function walk(node: Node): void {
    const instead = node.kind === 'binary' ? withoutHundredth(node) : undefined
    if (instead !== undefined) return warn(node, instead)
    const sides = sidesOf(node)
    if (sides.some(({ type }) => isPercent(type))) for (const side of sides) warnOfNumber(side)
    for (const child of childrenOf(node)) walk(child)
  }

  /** A number that stands for a per cent and is larger than all of it. */
  function warnOfNumber(node: Node): void {
    const number = numberOf(node)
    if (number === undefined || Math.abs(number) <= 1) return
    const written = readDecimal(String(number), 12)
    if (written === null) return
    const hundredth = printDecimal(makeDecimal(written.units, 14)).replace(/0+$/, '').replace(/\.$/, '')
    report(said(node.span, hundredth, String(number)))
  }

  function warn(node: Node, instead: Node): void {
    const text = print(instead)
    const isSum = instead.kind === 'binary' && (instead.operator === '+' || instead.operator === '-')
    const written = isSum && node !== tree && !isSumItself(node) ? `(${text})` : text
    report(said(node.span, written, print(node)))
  }
}

function isSumItself(node: Node): boolean {
  return node.kind === 'binary' && (node.operator === '+' || node.operator === '-')
}

function said(span: Span, instead: string, form: string): Diagnostic {
  // A bar would have to be written otherwise in the cell of a table.
  const fixes = instead.includes('|') ? [] : [writing(instead, span, true)]
  return say.oldPercent(span, { form, instead }, { fixes })
}

/** Lists the operands that are compared with one another or chosen from. */
function sidesOf(node: Node): readonly Node[] {
  if (node.kind === 'conditional') return [node.then, node.otherwise]
  if (node.kind === 'call' && ['coalesce', 'min', 'max'].includes(node.name)) return node.arguments
  if (node.kind !== 'binary' || !COMPARISONS.has(node.operator)) return []
  return [node.left, ...(node.right.kind === 'list' ? node.right.items : [node.right])]
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])

/** `price * rate / 100`, `rate * 0.01`, `100 - rate` without the hundred, which is in the per cent already. */
function withoutHundredth(node: Binary): Node | undefined {
  const { operator, left, right } = node
  if (operator === '/' && numberOf(right) === 100) return inParts(left)
  if (operator === '*' && numberOf(right) === 0.01) return inParts(left)
  if (operator === '*' && numberOf(left) === 0.01) return inParts(right)
  return besideHundred(node)
}

/** The product of which a per cent is a factor; undefined where none is. */
function inParts(node: Node): Node | undefined {
  const bare = withoutConversion(node)
  if (isPercent(bare.type)) return bare
  if (bare.kind === 'negate') {
    const operand = inParts(bare.operand)
    return operand && { ...bare, operand }
  }
  if (bare.kind !== 'binary') return undefined
  const { operator, left, right } = bare
  if (operator !== '*' && operator !== '/') return besideHundred(bare)
  const [first, second] = [inParts(left), operator === '*' ? inParts(right) : undefined]
  return first ? { ...bare, left: first } : second && { ...bare, right: second }
}

/** `100 + rate` and `100 - rate` with 1 in place of the hundred. */
function besideHundred(node: Binary): Node | undefined {
  const { operator, left, right } = node
  if (operator !== '+' && operator !== '-') return undefined
  const one: Node = { kind: 'literal', value: 1, type: { kind: 'integer' }, span: node.span }
  if (numberOf(left) === 100 && isPercent(withoutConversion(right).type)) return { ...node, left: one }
  return numberOf(right) === 100 && isPercent(withoutConversion(left).type) ? { ...node, right: one } : undefined
}

/** The product without its factor 100; undefined where it has none. */
function withoutHundred(node: Node): Node | undefined {
  const bare = withoutConversion(node)
  if (bare.kind !== 'binary') return undefined
  const { operator, left, right } = bare
  if (operator === '*' && numberOf(right) === 100) return left
  if (operator === '*' && numberOf(left) === 100) return right
  if (operator !== '*' && operator !== '/') return undefined
  const first = withoutHundred(left)
  if (first !== undefined) return { ...bare, left: first }
  const second = operator === '*' ? withoutHundred(right) : undefined
  return second && { ...bare, right: second }
}

function withoutConversion(node: Node): Node {
  const [first] = node.kind === 'call' && node.name === 'convert' ? node.arguments : []
  return first ? withoutConversion(first) : node
}

function isPercent(type: Type): boolean {
  return type.kind === 'decimal' && type.unit === 'percent'
}

function numberOf(node: Node): number | undefined {
  const bare = withoutConversion(node)
  const isNumber = bare.kind === 'literal' && ['integer', 'number', 'decimal'].includes(bare.type.kind)
  return isNumber && bare.value !== null ? Number(bare.value) : undefined
}
