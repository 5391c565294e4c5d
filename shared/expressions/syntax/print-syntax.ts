// Prints a syntax tree as text that parses to the same tree.
import type { Syntax } from './syntax.ts'

/** How tightly each form binds; a part that binds looser than its place needs parentheses. */
const LEVELS: { readonly [operator: string]: number } = {
  or: 2,
  and: 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
const CONDITIONAL = 1
const NOT = 4
const UNARY = 8
const PRIMARY = 9

export function printSyntax(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'null':
      return 'null'
    case 'boolean':
    case 'integer':
      return String(syntax.value)
    case 'number':
      return printNumber(syntax.value)
    case 'decimal':
      return syntax.value
    case 'text':
      return quote(syntax.value)
    case 'name':
      return syntax.name
    case 'member':
      return `${wrap(syntax.object, PRIMARY)}.${syntax.name}`
    case 'index':
      return `${wrap(syntax.object, PRIMARY)}[${printSyntax(syntax.index)}]`
    case 'call': {
      const target = syntax.target ? `${wrap(syntax.target, PRIMARY)}.` : ''
      return `${target}${syntax.name}(${syntax.arguments.map(printSyntax).join(', ')})`
    }
    case 'not':
      return `not ${wrap(syntax.operand, NOT)}`
    case 'negate':
      return `-${wrap(syntax.operand, UNARY)}`
    case 'binary': {
      const level = levelOf(syntax)
      return `${wrap(syntax.left, level)} ${syntax.operator} ${wrap(syntax.right, level + 1)}`
    }
    case 'conditional':
      return `${wrap(syntax.test, CONDITIONAL + 1)} ? ${wrap(syntax.then, CONDITIONAL + 1)} : ${wrap(syntax.otherwise, CONDITIONAL)}`
    case 'list':
      return `[${syntax.items.map(printSyntax).join(', ')}]`
    case 'object':
      return syntax.entries.length === 0
        ? '{}'
        : `{ ${syntax.entries.map((each) => `${printKey(each.name)}: ${printSyntax(each.value)}`).join(', ')} }`
  }
}

function wrap(syntax: Syntax, least: number): string {
  const text = printSyntax(syntax)
  return levelOf(syntax) < least ? `(${text})` : text
}

function levelOf(syntax: Syntax): number {
  switch (syntax.kind) {
    case 'conditional':
      return CONDITIONAL
    case 'not':
      return NOT
    case 'negate':
      return UNARY
    case 'binary':
      return LEVELS[syntax.operator] ?? PRIMARY
    case 'integer':
    case 'number':
      return syntax.value < 0 || Object.is(syntax.value, -0) ? UNARY : PRIMARY
    case 'decimal':
      return syntax.value.startsWith('-') ? UNARY : PRIMARY
    default:
      return PRIMARY
  }
}

/** Prints a number with an exponent, so that it is read as a number and not as an exact decimal. */
function printNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? text : `${text}e0`
}

function printKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quote(name)
}

/** A text literal that reads as the same text. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `"${escaped}"`
}
