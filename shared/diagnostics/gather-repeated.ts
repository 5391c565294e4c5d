// Gathers messages of one cause in several places into one message with all of them.
import type { Span } from '../text/span.ts'
import type { Diagnostic, Fix, RelatedPlace } from './diagnostic.ts'

/** A name that nothing has, or another currency, is one mistake in however many places; other errors are mended one by one. */
const GATHERED_ERRORS: ReadonlySet<string> = new Set([
  'constants/other-currency',
  'names/unknown',
  'names/unknown-member',
])
const HERE_TOO = 'It stands here too.'

/** Expects diagnostics in the order of the document. Each message stands at its first place, and names no cause any more. */
export function gatherRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byCause = Map.groupBy(diagnostics.filter(isGathered), causeOf)
  return diagnostics.flatMap((each) => {
    if (!isGathered(each)) return [each]
    const all = byCause.get(causeOf(each)) ?? [each]
    return all[0] === each ? [gather(each, distinct(all).slice(1))] : []
  })
}

/** Lists the places of a message: its own, and those where the same cause stands again. */
export function placesOfCause({ span, related = [] }: Pick<Diagnostic, 'span' | 'related'>): readonly Span[] {
  return [span, ...related.filter(({ again }) => again === true).map((each) => each.span)]
}

function isGathered({ code, severity }: Diagnostic): boolean {
  return severity !== 'error' || GATHERED_ERRORS.has(code)
}

/** Names the cause; where there is no name, it is all of the message: its words, its remedies, and the places that it points at. */
function causeOf({ code, severity, message, cause, hint = '', fixes = [], related = [] }: Diagnostic): string {
  if (cause !== undefined) return `${code} ${cause}`
  if (severity === 'error') return `${code} ${message}`
  const ways = fixes.map(({ title, certain }) => `${title} ${certain === true}`)
  return [code, message, hint, ...ways, ...related.map(({ span }) => span.start)].join('\n')
}

function gather({ cause: _, ...first }: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  if (others.length === 0) return first
  const again = others.map(({ span, message }): RelatedPlace => ({
    message: message === first.message ? HERE_TOO : message,
    span,
    again: true,
  }))
  const fixes = (first.fixes ?? []).map((fix): Fix => {
    const same = others.flatMap((other) => other.fixes?.find(({ title }) => title === fix.title)?.edits ?? [])
    return { ...fix, edits: [...fix.edits, ...same] }
  })
  return { ...first, related: [...(first.related ?? []), ...again], ...(fixes.length > 0 ? { fixes } : {}) }
}

/** Leaves out those that say the same of one place: rows that share their effects are checked one by one. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const keyOf = ({ span, message }: Diagnostic): string => `${span.start} ${span.end} ${message}`
  return [...Map.groupBy(diagnostics, keyOf).values()].flatMap((same) => same.slice(0, 1))
}
