// Matches a path with the document's own calls; a fixed segment wins over a parameter, left to right.
import { fitsPath, isMoreFixed } from '#shared/model/7-calls/match-path.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { RunningDocument } from '../../document/current-document.ts'

export interface MatchedCall {
  readonly call: DocumentCall
  /** Decoded parameters of the path, by name. */
  readonly parameters: ReadonlyMap<string, string>
}

interface KnownCall {
  readonly call: DocumentCall
  /** After `/api`. */
  readonly segments: readonly string[]
}

/**
 * Finds the best matching call for each method. `standard` is the pattern of the standard route at the path, which
 * wins where it is more fixed.
 */
export function matchCalls(
  running: RunningDocument,
  path: readonly string[],
  standard: string | undefined,
): ReadonlyMap<string, MatchedCall> {
  const found = new Map<string, KnownCall>()
  const known = knownCalls(running).get(path.length)
  if (known === undefined) return NONE
  let standardPattern: readonly string[] | undefined
  for (const each of known) {
    if (!fitsPath(each.segments, path)) continue
    standardPattern ??= standard?.split('/').slice(2)
    if (standardPattern !== undefined && isMoreFixed(standardPattern, each.segments)) continue
    const other = found.get(each.call.method)
    if (other === undefined || isMoreFixed(each.segments, other.segments)) found.set(each.call.method, each)
  }
  if (found.size === 0) return NONE
  return new Map(
    [...found].map(([method, { call, segments }]) => [method, { call, parameters: parametersOf(segments, path) }]),
  )
}

const NONE: ReadonlyMap<string, MatchedCall> = new Map()

/** Groups the calls by their number of segments. */
function knownCalls(running: RunningDocument): ReadonlyMap<number, readonly KnownCall[]> {
  return running.compiled('calls by length', '', () => {
    const known = running.model.calls
      .filter(({ path }) => path.startsWith('/api/'))
      .map((call) => ({ call, segments: call.path.split('/').slice(2) }))
    return Map.groupBy(known, ({ segments }) => segments.length)
  })
}

function parametersOf(segments: readonly string[], path: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    segments.flatMap((segment, at) => (segment.startsWith(':') ? [[segment.slice(1), path[at] ?? ''] as const] : [])),
  )
}
