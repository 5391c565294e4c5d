// Makes an entry of the catalogue: a code, a severity and a text with typed parameters.
import type { Span } from '../text/span.ts'
import type { Diagnostic, Fix, RelatedPlace, Severity } from './diagnostic.ts'

/**
 * Result of a text function: only the message, or the message with a hint at the remedy and the words that belong at
 * its place.
 */
type EntryText =
  | string
  | {
      readonly message: string
      readonly hint?: string | undefined
      readonly write?: string | undefined
      /** Can nothing else have been meant by what is written? */
      readonly certain?: boolean | undefined
    }

interface EntryOptions {
  readonly related?: readonly RelatedPlace[]
  readonly fixes?: readonly Fix[]
  readonly cause?: string
}

/** Called with a span and the parameters of its text, an entry makes the diagnostic. */
export interface DiagnosticEntry<Params extends object> {
  (span: Span, params: Params, extra?: EntryOptions): Diagnostic
  readonly code: string
  readonly severity: Severity
}

/** `remedy`: the hint where the text gives none of its own. */
export function entry<Params extends object = Record<never, never>>(
  code: string,
  severity: Severity,
  text: (params: Params) => EntryText,
  remedy?: string,
): DiagnosticEntry<Params> {
  const make = (span: Span, params: Params, extra?: EntryOptions): Diagnostic => {
    const written = text(params)
    const write = typeof written === 'string' ? undefined : written.write
    const word = QUOTED.has(code) ? { start: span.start + 1, end: span.end - 1 } : span
    const certain = typeof written === 'string' ? undefined : written.certain
    const fixes = extra?.fixes ?? (write === undefined ? correctionOf(word, params) : [writing(write, word, certain)])
    const message = typeof written === 'string' ? written : written.message
    const hint = (typeof written === 'string' ? undefined : written.hint) ?? remedy
    return {
      code,
      severity,
      message,
      span,
      ...(hint === undefined ? {} : { hint }),
      ...(extra?.related?.length ? { related: extra.related } : {}),
      ...(fixes.length > 0 ? { fixes } : {}),
      ...(extra?.cause === undefined ? {} : { cause: extra.cause }),
    }
  }
  return Object.assign(make, { code, severity })
}

/**
 * Makes a fix from the word that is meant, if the message is about exactly the word at its place and names that other
 * one.
 */
function correctionOf(span: Span, params: object): readonly Fix[] {
  const { nearest, ...others } = params as { readonly nearest?: unknown }
  const isWord = Object.values(others).some(
    (value) => typeof value === 'string' && value.length === span.end - span.start,
  )
  if (typeof nearest !== 'string' || !isWord || NO_WORD.test(nearest)) return []
  return [writing(nearest, span)]
}

/** Also for messages whose remedy stands at another place than they do. */
export function writing(text: string, span: Span, certain = false): Fix {
  const title = text === '' ? 'Leave it out' : `Write "${text}"`
  return { title, ...(certain ? { certain } : {}), edits: [{ span, text }] }
}

/** The place of these is a text in its quotes, which stay. */
const QUOTED: ReadonlySet<string> = new Set([
  'expressions/unknown-word',
  'expressions/word-as-label',
  'expressions/unknown-role',
])

/** Matches a description of a word, which is not a word itself: "the name of an entity", "one of a, b". */
const NO_WORD = /^the name of|^one of/
