// One entry of the catalogue of messages: a code, a severity, and a text made from typed parameters.
import type { Span } from '../text/span.ts'
import type { Diagnostic, Fix, Related, Severity } from './diagnostic.ts'

/** What a text function may answer: the message alone, or with a hint of the remedy. */
type EntryText = string | { readonly message: string; readonly hint?: string | undefined }

interface Extra {
  readonly related?: readonly Related[]
  readonly fixes?: readonly Fix[]
}

/** Called with a span and the parameters of its text, an entry makes the diagnostic. */
export interface Entry<Params extends object> {
  (span: Span, params: Params, extra?: Extra): Diagnostic
  readonly code: string
  readonly severity: Severity
}

export function entry<Params extends object = Record<never, never>>(
  code: string,
  severity: Severity,
  text: (params: Params) => EntryText,
): Entry<Params> {
  const make = (span: Span, params: Params, extra?: Extra): Diagnostic => {
    const written = text(params)
    const message = typeof written === 'string' ? written : written.message
    const hint = typeof written === 'string' ? undefined : written.hint
    return {
      code,
      severity,
      message,
      span,
      ...(hint === undefined ? {} : { hint }),
      ...(extra?.related?.length ? { related: extra.related } : {}),
      ...(extra?.fixes?.length ? { fixes: extra.fixes } : {}),
    }
  }
  return Object.assign(make, { code, severity })
}
