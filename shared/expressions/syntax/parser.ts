// Parses an expression into a syntax tree: the grammar of CEL with `and`, `or` and `not`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { cover } from '../../text/span.ts'
import type { Span } from '../../text/span.ts'
import type { LexerToken } from './lexer.ts'
import { tokenize } from './lexer.ts'
import { isShareSign, parseNumber, parseShare } from './parse-number.ts'
import { isForeignWord, remedyAt } from './syntax-remedies.ts'
import type { Syntax, SyntaxEntry, SyntaxOperator } from './syntax.ts'

/** Bounds of one expression: what lies beyond is an error, so that no pass can run out of stack or time. */
export const MAX_DEPTH = 150
export const MAX_PARTS = 2_000

/** Ends parsing at the first place that makes no sense; never leaves this file. */
class ExpressionSyntaxError extends Error {}

/** The syntax tree, or undefined with at least one error. Never throws. */
export function parseExpression(source: Fragment): {
  readonly syntax?: Syntax
  readonly diagnostics: readonly Diagnostic[]
} {
  const { tokens, diagnostics: lexical } = tokenize(source)
  const diagnostics = [...lexical]
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics }
  if (tokens.length === 1) return { diagnostics: [say.empty(spanOf(source), {})] }
  try {
    return { syntax: new Parser(source, tokens, diagnostics).parseWhole(), diagnostics }
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return { diagnostics }
    throw error
  }
}

function isConstant(syntax: Syntax): boolean {
  return syntax.kind === 'member' && syntax.object.kind === 'name' && syntax.object.name === 'limits'
}

const isEntityWord = ({ text }: LexerToken): boolean => /^\p{Lu}/u.test(text)

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'true', 'false', 'null'])
/** Operators in capitals, as people used to other languages write them. */
const SHOUTED: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN'])
const RELATIONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])

class Parser {
  private readonly source: Fragment
  private readonly tokens: readonly LexerToken[]
  private readonly diagnostics: Diagnostic[]
  private readonly enclosed = new Map<Syntax, Span>()
  private readonly depths = new Map<Syntax, number>()
  private at = 0
  /** The operator or word at hand, or ''. */
  private operator: string
  private nesting = 0
  private parts = 0

  constructor(source: Fragment, tokens: readonly LexerToken[], diagnostics: Diagnostic[]) {
    this.source = source
    this.tokens = tokens
    this.diagnostics = diagnostics
    this.operator = this.operatorAtHand()
  }

  parseWhole(): Syntax {
    const syntax = this.parseConditional()
    if (this.token.kind !== 'end') this.failAt(this.token, 'an operator or the end')
    return syntax
  }

  private parseConditional(): Syntax {
    const test = this.nested(() => this.parseOr())
    if (!this.takes('?')) return test
    const then = this.nested(() => this.parseOr())
    this.expect(':', '":" and what holds otherwise')
    const otherwise = this.nested(() => this.parseConditional())
    return this.make(
      { kind: 'conditional', test, then, otherwise, span: cover(test.span, otherwise.span) },
      test,
      then,
      otherwise,
    )
  }

  private parseOr(): Syntax {
    let left = this.parseAnd()
    while (this.takes('or') || this.takes('||')) left = this.binary('or', left, this.parseAnd())
    return left
  }

  private parseAnd(): Syntax {
    let left = this.parseNegation()
    while (this.takes('and') || this.takes('&&')) left = this.binary('and', left, this.parseNegation())
    return left
  }

  private parseNegation(): Syntax {
    const start = this.token
    if (!this.takes('not')) return this.parseRelation()
    const operand = this.nested(() => this.parseNegation())
    return this.make({ kind: 'not', operand, span: cover(this.spanAt(start), operand.span) }, operand)
  }

  private parseRelation(): Syntax {
    let left = this.parseSum()
    for (;;) {
      const after = this.tokens[this.at + 1]
      const isNot = this.operator === 'not' && after?.kind === 'name' && /^(?:in|IN)$/.test(after.text)
      if (isNot) this.next()
      if (!RELATIONS.has(this.operator)) return left
      const operator = this.operator as SyntaxOperator
      this.next()
      left = this.binary(operator, left, this.parseSum())
      if (isNot) left = this.make({ kind: 'not', operand: left, span: left.span }, left)
    }
  }

  private parseSum(): Syntax {
    let left = this.parseProduct()
    while (this.operator === '+' || this.operator === '-') {
      const operator = this.next().text as SyntaxOperator
      left = this.binary(operator, left, this.parseProduct())
    }
    return left
  }

  private parseProduct(): Syntax {
    let left = this.parseUnary()
    while (this.operator === '*' || this.operator === '/' || this.operator === '%') {
      const operator = this.next().text as SyntaxOperator
      left = this.binary(operator, left, this.parseUnary())
    }
    return left
  }

  private parseUnary(): Syntax {
    const start = this.token
    if (!this.takes('!') && !this.takes('-')) return this.parseMember()
    const operand = this.nested(() => this.parseUnary())
    return this.make(
      { kind: start.text === '!' ? 'not' : 'negate', operand, span: cover(this.spanAt(start), operand.span) },
      operand,
    )
  }

  private parseMember(): Syntax {
    let object = this.parsePrimary()
    for (;;) {
      if (this.takes('.')) {
        const token = this.token
        if (token.kind !== 'name') this.failAt(token, 'a name')
        this.next()
        object = this.parseCall(token, object) ?? this.makeMember(object, token)
      } else if (this.takes('[')) {
        const index = this.nested(() => this.parseConditional())
        const end = this.expect(']', '"]"')
        object = this.make({ kind: 'index', object, index, span: cover(object.span, this.spanAt(end)) }, object, index)
      } else if (isConstant(object) && this.token.kind === 'name' && this.token.text === 'at') {
        object = this.parseDay(object, this.next())
      } else {
        return object
      }
    }
  }

  /** `limits.rate at invoice.day`: the constant that is in force on that day. */
  private parseDay(constant: Syntax, at: LexerToken): Syntax {
    const day = this.nested(() => this.parseMember())
    const span = cover(constant.span, this.wholeSpan(day))
    const call = {
      kind: 'call',
      name: at.text,
      nameSpan: this.spanAt(at),
      target: constant,
      arguments: [day],
      span,
    } as const
    return this.make(call, constant, day)
  }

  private makeMember(object: Syntax, name: LexerToken): Syntax {
    const nameSpan = this.spanAt(name)
    return this.make({ kind: 'member', object, name: name.text, nameSpan, span: cover(object.span, nameSpan) }, object)
  }

  /** The call of `name`, if its arguments follow. */
  private parseCall(name: LexerToken, target: Syntax | undefined): Syntax | undefined {
    if (!this.takes('(')) return undefined
    const items = this.parseItems(')')
    const nameSpan = this.spanAt(name)
    const span = cover(target?.span ?? nameSpan, items.end)
    return this.make(
      { kind: 'call', name: name.text, nameSpan, target, arguments: items.items, span },
      ...(target ? [target] : []),
      ...items.items,
    )
  }

  private parsePrimary(): Syntax {
    const token = this.token
    const span = this.spanAt(token)
    switch (token.kind) {
      case 'text':
        this.next()
        return this.make({
          kind: 'text',
          value: token.text,
          span,
          ...(token.template ? { template: token.template, problems: token.problems ?? [] } : {}),
        })
      case 'integer':
      case 'decimal':
      case 'number':
        this.next()
        return this.make(this.readNumber(token))
      case 'name':
        return this.parseName(token)
      case 'operator':
        if (token.text === '(') return this.parseParentheses()
        if (token.text === '[') {
          this.next()
          const { items, end } = this.parseItems(']')
          return this.make({ kind: 'list', items, span: cover(span, end) }, ...items)
        }
        if (token.text === '{') return this.parseObject()
    }
    return this.failAt(token, 'a value')
  }

  private parseName(token: LexerToken): Syntax {
    const span = this.spanAt(token)
    switch (token.text) {
      case 'true':
      case 'false':
        this.next()
        return this.make({ kind: 'boolean', value: token.text === 'true', span })
      case 'null':
        this.next()
        return this.make({ kind: 'null', span })
      case 'not':
        return this.failAt(token, 'a value', 'put "not …" into parentheses here')
    }
    if (WORDS.has(token.text)) this.failAt(token, 'a value')
    this.next()
    return this.parseCall(token, undefined) ?? this.make(this.parseEntity(token))
  }

  /** `Time entry`: the words of an entity as tables write them; one name is itself. */
  private parseEntity(first: LexerToken): Syntax {
    const words = [first]
    while (isEntityWord(first) && this.token.kind === 'name' && this.operator === '' && !isForeignWord(this.token))
      words.push(this.next())
    const name = words.length === 1 ? first.text : identifierOf(words.map(({ text }) => text).join(' '), 'entity')
    return { kind: 'name', name, span: cover(this.spanAt(first), this.spanAt(words.at(-1) ?? first)) }
  }

  private parseParentheses(): Syntax {
    const start = this.spanAt(this.next())
    const inside = this.nested(() => this.parseConditional())
    this.enclosed.set(inside, cover(start, this.spanAt(this.expect(')', '")"'))))
    return inside
  }

  private parseItems(closing: ')' | ']'): { readonly items: readonly Syntax[]; readonly end: Span } {
    const items: Syntax[] = []
    while (this.operator !== closing) {
      items.push(this.nested(() => this.parseConditional()))
      if (!this.takes(',')) break
    }
    const end = this.expect(closing, items.length > 0 ? `"," or "${closing}"` : `"${closing}"`)
    return { items, end: this.spanAt(end) }
  }

  private parseObject(): Syntax {
    const start = this.next()
    const entries: SyntaxEntry[] = []
    const names = new Set<string>()
    while (this.operator !== '}') {
      const key = this.token
      if (key.kind !== 'name' && key.kind !== 'text') this.failAt(key, 'a name')
      this.next()
      const span = this.spanAt(key)
      if (names.has(key.text)) this.diagnostics.push(say.doubleName(span, { name: key.text }))
      names.add(key.text)
      this.expect(':', '":" and a value')
      entries.push({ name: key.text, span, value: this.nested(() => this.parseConditional()) })
      if (!this.takes(',')) break
    }
    const end = this.expect('}', '"," or "}"')
    return this.make(
      { kind: 'object', entries, span: cover(this.spanAt(start), this.spanAt(end)) },
      ...entries.map((each) => each.value),
    )
  }

  private readNumber(token: LexerToken): Syntax {
    const isShare = this.operator === '%' && isShareSign(token, this.tokens[this.at + 1])
    const span = isShare ? cover(this.spanAt(token), this.spanAt(this.next())) : this.spanAt(token)
    const number = isShare ? parseShare(token, span) : parseNumber(token, span)
    if (number !== undefined) return number
    this.diagnostics.push(say.badNumber(span, { text: token.text }))
    throw new ExpressionSyntaxError()
  }

  // Tokens ----------------------------------------------------------------------------------------

  private get token(): LexerToken {
    return this.tokens[this.at] as LexerToken
  }

  private next(): LexerToken {
    const token = this.token
    if (token.kind !== 'end') this.at++
    this.operator = this.operatorAtHand()
    return token
  }

  private operatorAtHand(): string {
    const { kind, text } = this.token
    if (kind === 'operator' || (kind === 'name' && WORDS.has(text))) return text
    return kind === 'name' && SHOUTED.has(text) && this.standsBetween() ? text.toLowerCase() : ''
  }

  /** Behind a value no name can stand, and `NOT` before one calls nothing: there `AND`, `OR`, `IN`, `NOT` are the words. */
  private standsBetween(): boolean {
    const before = this.tokens[this.at - 1]
    const after = this.tokens[this.at + 1]
    const isBehindValue =
      before !== undefined && before.kind !== 'end' && (before.kind !== 'operator' || /^[)\]}]$/.test(before.text))
    const { text } = this.token
    if (text === 'IN' && /^not$/i.test(before?.text ?? '')) return true
    if (text !== 'NOT') return isBehindValue && !/^(?:and|or|not|in)$/i.test(before.text)
    return after?.kind !== 'operator' || after.text === '('
  }

  private takes(operator: string): boolean {
    if (this.operator !== operator) return false
    this.next()
    return true
  }

  private expect(operator: string, expected: string): LexerToken {
    if (this.operator !== operator) this.failAt(this.token, expected)
    return this.next()
  }

  private spanAt(token: LexerToken): Span {
    return spanOf(this.source, token.from, token.to)
  }

  // Nodes -----------------------------------------------------------------------------------------

  /** With the parentheses around it. */
  private wholeSpan(syntax: Syntax): Span {
    return this.enclosed.get(syntax) ?? syntax.span
  }

  private binary(operator: SyntaxOperator, left: Syntax, right: Syntax): Syntax {
    return this.make(
      { kind: 'binary', operator, left, right, span: cover(this.wholeSpan(left), this.wholeSpan(right)) },
      left,
      right,
    )
  }

  /** Counts the part and measures its depth: a long chain is as deep as it is long. */
  private make(syntax: Syntax, ...children: readonly Syntax[]): Syntax {
    if (++this.parts > MAX_PARTS) this.fail(say.tooLarge(syntax.span, { limit: MAX_PARTS }))
    // Each level takes a token at least.
    if (this.tokens.length <= MAX_DEPTH) return syntax
    let depth = 0
    for (const child of children) depth = Math.max(depth, this.depths.get(child) ?? 0)
    if (depth >= MAX_DEPTH) this.fail(say.tooDeep(syntax.span, { limit: MAX_DEPTH }))
    this.depths.set(syntax, depth + 1)
    return syntax
  }

  private nested<T>(parse: () => T): T {
    if (++this.nesting > MAX_DEPTH) this.fail(say.tooDeep(this.spanAt(this.token), { limit: MAX_DEPTH }))
    const result = parse()
    this.nesting--
    return result
  }

  private failAt(token: LexerToken, expected: string, other?: string): never {
    const hint = other ?? remedyAt(this.tokens, token)
    const found = token.kind === 'end' ? 'the end' : token.kind === 'text' ? 'a text' : `"${token.text}"`
    return this.fail(say.unexpected(this.spanAt(token), { found, expected, ...(hint ? { hint } : {}) }))
  }

  private fail(diagnostic: Diagnostic): never {
    this.diagnostics.push(diagnostic)
    throw new ExpressionSyntaxError()
  }
}
