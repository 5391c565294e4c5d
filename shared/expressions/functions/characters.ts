// Represents sets of characters of a pattern, as a predicate and as ranges of code points.

export interface Characters {
  readonly matches: (point: number) => boolean
  /** Cost of `matches`, in comparisons. */
  readonly steps: number
  /** Ranges from first to last code point, both included. They are ascending, and no two of them touch. */
  readonly ranges: () => readonly Range[]
}

type Range = readonly [from: number, to: number]

const LAST = 0x10ffff

export function between(from: number, to: number): Characters {
  return { matches: (point) => point >= from && point <= to, steps: 1, ranges: () => [[from, to]] }
}

/** Characters that are in the range as they stand, in lower or in upper case. */
export function betweenInAnyCase(from: number, to: number): Characters {
  const matches = rememberFrequent((point) => forms(point).some((form) => form >= from && form <= to))
  return {
    matches,
    steps: 4,
    ranges: () => {
      const cased = casedCharacters().filter(matches)
      return merge([[from, to], ...cased.map((point): Range => [point, point])])
    },
  }
}

export function unionOf(parts: readonly Characters[]): Characters {
  return {
    matches: (point) => parts.some(({ matches }) => matches(point)),
    steps: parts.reduce((sum, { steps }) => sum + steps, 1),
    ranges: () => merge(parts.flatMap(({ ranges }) => ranges())),
  }
}

export function noneOf(characters: Characters): Characters {
  return {
    matches: (point) => !characters.matches(point),
    steps: characters.steps,
    ranges: () => {
      const left: Range[] = []
      let next = 0
      for (const [from, to] of characters.ranges()) {
        if (from > next) left.push([next, from - 1])
        next = to + 1
      }
      return next > LAST ? left : [...left, [next, LAST]]
    },
  }
}

const FREQUENT = 0x250

/**
 * Caches the answers for the characters that most texts consist of, so that each is computed once. One answer takes
 * as long as a hundred comparisons.
 */
function rememberFrequent(ask: (point: number) => boolean): (point: number) => boolean {
  const answers = new Int8Array(FREQUENT)
  return (point) => {
    if (point >= FREQUENT) return ask(point)
    const known = answers[point] ?? 0
    if (known !== 0) return known > 0
    const answer = ask(point)
    answers[point] = answer ? 1 : -1
    return answer
  }
}

const listed = new Map<string, readonly Range[]>()

/**
 * Makes the set of characters that a regular expression such as `\p{L}` matches. Its ranges are found by testing each
 * character, once.
 */
export function charactersOf(expression: RegExp): Characters {
  const matches = rememberFrequent((point) => expression.test(String.fromCodePoint(point)))
  return {
    matches,
    steps: 4,
    ranges: () => {
      let found = listed.get(expression.source)
      if (!found) listed.set(expression.source, (found = rangesWhere(matches)))
      return found
    },
  }
}

function rangesWhere(matches: (point: number) => boolean): readonly Range[] {
  const found: Range[] = []
  let from = -1
  for (let point = 0; point <= LAST + 1; point++) {
    const isIn = point <= LAST && matches(point)
    if (isIn && from < 0) from = point
    if (isIn || from < 0) continue
    found.push([from, point - 1])
    from = -1
  }
  return found
}

function merge(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

/** A character as it is, in lower and in upper case. */
function forms(point: number): readonly number[] {
  const character = String.fromCodePoint(point)
  return [point, character.toLowerCase().codePointAt(0) ?? point, character.toUpperCase().codePointAt(0) ?? point]
}

let cased: readonly number[] | undefined

function casedCharacters(): readonly number[] {
  return (cased ??= rangesWhere((point) => forms(point).some((form) => form !== point)).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  ))
}
