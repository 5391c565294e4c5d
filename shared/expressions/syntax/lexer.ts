// Cuts the text of an expression into tokens.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { writing } from '../../diagnostics/entry.ts'
import type { Span } from '../../text/span.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { type TemplatePart, templateParts } from './template-parts.ts'

export type TokenKind = 'name' | 'integer' | 'decimal' | 'number' | 'text' | 'operator' | 'end'

/** `text` is as written, except for a text, where it is what stands between the quotes; `from` and `to` index the fragment. */
export interface LexerToken {
  readonly kind: TokenKind
  readonly text: string
  readonly from: number
  readonly to: number
  /** Parts of a text with braces. */
  readonly template?: readonly TemplatePart[]
  /** Errors inside the braces of the text, if their content is not an expression. */
  readonly problems?: readonly Diagnostic[]
}

const BLANK = /(?:\s|\/\/[^\n]*)+/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /0[xX][0-9a-fA-F]+[uU]?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[uU]?|\.\d+(?:[eE][+-]?\d+)?/y
const OPERATOR = /==|!=|<=|>=|&&|\|\||[-<>!+*/%?:.,()[\]{}]/y

/** An opening quote, and those that close it. */
const QUOTES: { readonly [opening: string]: string } = {
  '"': '"',
  "'": "'",
  '“': '”',
  '”': '”',
  '„': '“”',
  '‘': '’',
  '‚': '‘’',
  '«': '»',
}

const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '`': '`',
  '?': '?',
  '{': '{',
  '}': '}',
}

const INSTEAD: { readonly [character: string]: string } = {
  '=': 'two are equal if ==',
  '&': 'write and',
  '|': 'write or',
  '<>': 'write !=',
  '≠': 'write !=',
  '≤': 'write <=',
  '≥': 'write >=',
  ';': 'effects are divided by semicolons, expressions are not',
}

/** Words that say the same; `not` binds looser than `!`, so that one is not put in the place of the other. */
const WORDS_OF: { readonly [operator: string]: string } = { '&&': 'and', '||': 'or', '!': 'not' }

/**
 * Computes the span of a part of the source. Inside a table a bar is preceded by a backslash, which belongs to the
 * span.
 */
function spanWithBars(source: Fragment, from: number, length: number): Span {
  const { start, end } = spanOf(source, from, from + length)
  return { start: source.gaps.includes(from) ? start - 1 : start, end }
}

/** The operator that each misspelled operator can only have meant. */
const WRITTEN: { readonly [character: string]: string } = { '=': '==', '≠': '!=', '≤': '<=', '≥': '>=' }

/** Tokens in order, the last one `end`. What can't be read is reported and left out. */
export function tokenize(source: Fragment): {
  readonly tokens: readonly LexerToken[]
  readonly diagnostics: readonly Diagnostic[]
} {
  const text = source.value
  const tokens: LexerToken[] = []
  const diagnostics: Diagnostic[] = []
  let at = 0

  /** Returns the end of the match that begins here, or else this place. */
  const endOf = (pattern: RegExp): number => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : at
  }
  const add = (kind: TokenKind, to: number): void => {
    tokens.push({ kind, text: text.slice(at, to), from: at, to })
    at = to
  }

  const backticks: Span[] = []
  // With a semicolon it may be several effects, and no expression.
  const isOne = !text.includes(';')
  const reportInstead = (span: Span, character: string, written: string | undefined): void => {
    const hint = INSTEAD[character]
    const fixes = written === undefined ? undefined : { fixes: [writing(written, span, isOne)] }
    diagnostics.push(say.unexpectedCharacter(span, { character, ...(hint ? { hint } : {}) }, fixes))
  }

  while (at < text.length) {
    const blank = endOf(BLANK)
    if (blank > at) {
      at = blank
      continue
    }
    const raw = (text[at] === 'r' || text[at] === 'R') && (text[at + 1] === '"' || text[at + 1] === "'")
    if (raw || QUOTES[text[at] ?? ''] !== undefined) {
      const read = readText(source, at, raw)
      diagnostics.push(...read.diagnostics)
      const { to, value, template, problems } = read
      tokens.push({ kind: 'text', text: value, from: at, to, ...(template ? { template, problems } : {}) })
      at = to
      continue
    }
    const name = endOf(NAME)
    if (name > at) {
      add('name', name)
      continue
    }
    const digits = endOf(NUMBER)
    if (digits > at) {
      const number = text.slice(at, digits)
      const isWhole = /^0x/i.test(number) || /^\d+u?$/i.test(number)
      add(isWhole ? 'integer' : /e/i.test(number) ? 'number' : 'decimal', digits)
      continue
    }
    if (text.startsWith('<>', at)) {
      reportInstead(spanOf(source, at, at + 2), '<>', '!=')
      at += 2
      continue
    }
    const end = endOf(OPERATOR)
    if (end > at) {
      const operator = text.slice(at, end)
      const word = WORDS_OF[operator]
      if (word !== undefined) {
        const span = spanWithBars(source, at, operator.length)
        const fixes = operator === '!' ? [] : [writing(word, span, true)]
        diagnostics.push(say.otherForm(span, { form: operator, instead: word }, { fixes }))
      }
      add('operator', end)
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const span = spanOf(source, at, at + character.length)
    if (character === '`') backticks.push(span)
    else reportInstead(span, character, WRITTEN[character])
    at += character.length
  }
  const [first] = backticks
  if (first) {
    const edits = innerOf(backticks, text).map((span) => ({ span, text: '' }))
    // A word in backticks may have been meant as a text.
    const isPaired = backticks.length % 2 === 0 && edits.length > 0
    const certain = isOne && isPaired && !/`[A-Za-z_][\w ]*`/.test(text) ? ({ certain: true } as const) : {}
    diagnostics.push(
      say.innerBackticks(
        first,
        {},
        {
          fixes: edits.length === 0 ? [] : [{ title: 'Leave the inner backticks out', ...certain, edits }],
        },
      ),
    )
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length })
  return { tokens, diagnostics }
}

/** Those around the whole stay. */
function innerOf(backticks: readonly Span[], text: string): readonly Span[] {
  return /^\s*`.*`\s*$/s.test(text) ? backticks.slice(1, -1) : backticks
}

interface LexerText {
  readonly value: string
  readonly to: number
  readonly diagnostics: readonly Diagnostic[]
  readonly template?: readonly TemplatePart[]
  readonly problems: readonly Diagnostic[]
}

function readText(source: Fragment, start: number, raw: boolean): LexerText {
  const text = source.value
  const escapes: { readonly at: number; readonly problem: Diagnostic }[] = []
  const opening = text[start + (raw ? 1 : 0)] ?? ''
  let at = start + (raw ? 2 : 1)
  const triple = (opening === '"' || opening === "'") && text.startsWith(opening + opening, at)
  if (triple) at += 2
  const first = at
  const closes = (): boolean => {
    return triple ? text.startsWith(opening.repeat(3), at) : (QUOTES[opening] ?? '').includes(text[at] ?? '')
  }
  let value = ''
  while (at < text.length && (triple || text[at] !== '\n')) {
    if (closes()) {
      const found = raw ? undefined : templateParts(source, first, at, readEscape)
      // Inside of braces an escape is the business of the expression there.
      const isInside = (place: number): boolean =>
        found?.holes.some(({ from, to }) => place > from && place < to) === true
      const [inside, outside] = [escapes.filter(({ at }) => isInside(at)), escapes.filter(({ at }) => !isInside(at))]
      return {
        value,
        to: at + (triple ? 3 : 1),
        diagnostics: outside.map(({ problem }) => problem),
        problems: inside.map(({ problem }) => problem),
        ...(found ? { template: found.parts } : {}),
      }
    }
    if (text[at] !== '\\' || raw) {
      value += text[at++]
      continue
    }
    const escape = readEscape(text, at)
    if (escape.value === undefined) {
      const problem = say.badEscape(spanOf(source, at, escape.to), { escape: text.slice(at, escape.to) })
      escapes.push({ at, problem })
    }
    value += escape.value ?? ''
    at = escape.to
  }
  const quote = triple ? opening.repeat(3) : (QUOTES[opening] ?? opening).slice(-1)
  const diagnostics = [...escapes.map(({ problem }) => problem), say.openText(spanOf(source, start, at), { quote })]
  return { value, to: at, diagnostics, problems: [] }
}

/** The character that the escape at `at` (a backslash) stands for. */
function readEscape(text: string, at: number): { value: string | undefined; to: number } {
  const letter = text[at + 1] ?? ''
  const plain = ESCAPES[letter]
  if (plain !== undefined) return { value: plain, to: at + 2 }
  const code = /^\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/.exec(
    text.slice(at, at + 10),
  )
  if (!code) return { value: undefined, to: Math.min(at + 2, text.length) }
  const point =
    code[4] === undefined ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.parseInt(code[4], 8)
  const legal = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return { value: legal ? String.fromCodePoint(point) : undefined, to: at + code[0].length }
}
