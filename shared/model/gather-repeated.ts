// Gathers messages of one unknown name in several places into one message with all of them.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** A name that nothing has, written in many places, is one mistake. */
const GATHERED: ReadonlySet<string> = new Set(['names/unknown', 'names/unknown-member'])
/** The number of places that are listed. Nobody looks at more before the first is mended. */
const MOST_PLACES = 10

export function gatherRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const repeated = Map.groupBy(
    diagnostics.filter(({ code }) => GATHERED.has(code)),
    ({ code, message }) => `${code} ${message}`,
  )
  return diagnostics.flatMap((each) => {
    const all = repeated.get(`${each.code} ${each.message}`) ?? [each]
    if (!GATHERED.has(each.code) || all.length === 1) return [each]
    return all[0] === each
      ? [
          gather(
            each,
            all.toSorted((a, b) => a.span.start - b.span.start),
          ),
        ]
      : []
  })
}

function gather(first: Diagnostic, [at = first, ...others]: readonly Diagnostic[]): Diagnostic {
  const related = others.slice(0, MOST_PLACES).map(({ span }) => ({ message: 'It stands here too.', span }))
  const fixes = (at.fixes ?? []).flatMap(({ title, certain, edits }) => {
    const same = others.flatMap((other) => other.fixes?.find((fix) => fix.title === title)?.edits ?? [])
    return [{ title, ...(certain ? { certain } : {}), edits: [...edits, ...same] }]
  })
  return { ...at, related: [...(at.related ?? []), ...related], ...(fixes.length > 0 ? { fixes } : {}) }
}
