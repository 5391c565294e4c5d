// Says how to write what makes no sense in an expression, as far as it can be guessed.
import type { LexerToken } from './lexer.ts'

/** Explains how to write a percentage, because `%` in an expression is the remainder of a division. */
const SHARE = 'a share is a number here: 12 % is 0.12'

/** Operators of other languages, and units that stand behind a number. */
const INSTEAD: { readonly [word: string]: string } = {
  is: 'write == null, or != null; a role is asked for by me.is("Agent")',
  like: 'write text.contains("…"), text.startsWith("…") or text.matches("…")',
  between: 'write a >= 1 and a <= 3',
  contains: 'write text.contains("…")',
  equals: 'write ==',
  xor: 'write !=',
  where: 'write lines.filter(l, l.open)',
  then: 'write condition ? one : other',
  second: 'write a duration as minutes(n)',
  minutes: 'write minutes(n)',
  minute: 'write minutes(n)',
  hours: 'write hours(n)',
  hour: 'write hours(n)',
  days: 'write days(n)',
  day: 'write days(n)',
  weeks: 'write days(7 * n)',
  week: 'write days(7 * n)',
}

/** Reports whether a word is an operator or a unit of another language. */
export function isForeignWord({ text }: LexerToken): boolean {
  return Object.hasOwn(INSTEAD, text.toLowerCase())
}

/** The remedy for a token that does not fit where it stands among its tokens, if there is one. */
export function remedyAt(tokens: readonly LexerToken[], token: LexerToken): string | undefined {
  const before = tokens[tokens.indexOf(token) - 1]
  if (before?.text === '%') return SHARE
  if (token.text === ',' && before?.kind === 'integer') return withoutMarks(tokens, token, before)
  if (token.kind !== 'name') return undefined
  const word = token.text.toLowerCase()
  if (isForeignWord(token)) return INSTEAD[word]
  return before?.kind === 'name' && before.text === 'create'
    ? 'only steps of a call name what they create; here its own `created` goes on'
    : undefined
}

/** `5,000,000`: within an expression a comma stands between arguments, so that numbers have no marks. */
function withoutMarks(tokens: readonly LexerToken[], comma: LexerToken, first: LexerToken): string | undefined {
  let number = first.text
  for (let at = tokens.indexOf(comma); tokens[at]?.text === ','; at += 2) {
    const part = tokens[at + 1]
    if (part === undefined || !/^\d{3}$/.test(part.text)) break
    number += part.text
  }
  return number === first.text ? undefined : `in an expression a number has no marks: ${number}`
}
