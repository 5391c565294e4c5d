// Matches the segments of paths: a fixed segment wins over a parameter, left to right.

/** Whether the segments of a request fit a pattern such as `articles/:slug`; an undefined segment fits parameters only. */
export function fitsPath(pattern: readonly string[], path: readonly (string | undefined)[]): boolean {
  return (
    pattern.length === path.length && pattern.every((segment, at) => segment === path[at] || segment.startsWith(':'))
  )
}

export function isMoreFixed(segments: readonly string[], than: readonly string[]): boolean {
  for (const [at, segment] of segments.entries()) {
    const [isParameter, isOtherParameter] = [segment.startsWith(':'), than[at]?.startsWith(':') === true]
    if (isParameter !== isOtherParameter) return isOtherParameter
  }
  return false
}
