// Reads numbers of an expression, and shares: `12 %` is 0.12.
import type { Span } from '../../text/span.ts'
import type { LexerToken } from './lexer.ts'
import type { Syntax } from './syntax.ts'

/** Digits of a fraction that is written out. */
const MOST_WRITTEN_DIGITS = 40
const MOST_PLACES = 12

/** Undefined: it has more digits than are kept. */
export function parseNumber({ kind, text }: LexerToken, span: Span): Syntax | undefined {
  const digits = text.replace(/[uU]$/, '')
  if (kind === 'integer') {
    const value = Number(digits)
    return Number.isSafeInteger(value) ? { kind: 'integer', value, span } : undefined
  }
  if (kind === 'number')
    return Number.isFinite(Number(digits)) ? { kind: 'number', value: Number(digits), span } : undefined
  const [whole = '', places = ''] = digits.split('.')
  const isKept = places.length <= MOST_PLACES && whole.length + places.length <= MOST_WRITTEN_DIGITS
  return isKept ? { kind: 'decimal', value: `${whole || '0'}.${places}`, span } : undefined
}

/** Reports whether `%` behind the number means a share: nothing follows that the number could be divided by. */
export function isShareSign({ kind }: LexerToken, after: LexerToken | undefined): boolean {
  if (kind === 'number') return false
  if (after?.kind === 'operator') return !OPENING.has(after.text)
  return after?.kind === 'end' || JOINING.has(after?.text ?? '')
}

/** Words that stand between values, and signs with which a value begins. */
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'in'])
const OPENING: ReadonlySet<string> = new Set(['(', '[', '{', '-', '!'])

export function parseShare(token: LexerToken, span: Span): Syntax | undefined {
  const [whole = '', places = ''] = token.text.replace(/[uU]$/, '').split('.')
  const digits = whole.padStart(3, '0')
  return parseNumber({ ...token, kind: 'decimal', text: `${digits.slice(0, -2)}.${digits.slice(-2)}${places}` }, span)
}
