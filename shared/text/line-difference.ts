// Compares two texts line by line: the fewest lines that were removed and added (Myers 1986).

export interface DifferentLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** Its number in the text before, from 1; absent where it was added. */
  readonly before?: number
  /** Its number in the text after; absent where it was removed. */
  readonly after?: number
}

/** Beyond so many differing lines the middle is shown as removed and added whole: it would take longer than it helps. */
const MOST_STEPS = 1_000

export function compareLines(before: string, after: string): readonly DifferentLine[] {
  const [one, other] = [before.split(/\r\n?|\n/), after.split(/\r\n?|\n/)]
  const start = commonStart(one, other)
  const end = commonEnd(one, other, start)
  const middle = shortestEdit(one.slice(start, one.length - end), other.slice(start, other.length - end))
  const kinds = [...repeat(start), ...middle, ...repeat(end)]
  let [b, a] = [0, 0]
  return kinds.map((kind): DifferentLine => {
    if (kind === 'removed') return { kind, text: one[b++] ?? '', before: b }
    if (kind === 'added') return { kind, text: other[a++] ?? '', after: a }
    return { kind, text: one[b++] ?? '', before: b, after: ++a }
  })
}

/** The lines around each difference, in groups; nothing where the texts are the same. */
export function differingParts(lines: readonly DifferentLine[], around = 3): readonly (readonly DifferentLine[])[] {
  const parts: DifferentLine[][] = []
  let shownUntil = 0
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same' || index < shownUntil - around) continue
    const from = Math.max(index - around, 0)
    const part = from <= shownUntil && parts.length > 0 ? parts.at(-1) : undefined
    const until = Math.min(index + around + 1, lines.length)
    if (part === undefined) parts.push(lines.slice(from, until))
    else part.push(...lines.slice(shownUntil, until))
    shownUntil = Math.max(shownUntil, until)
  }
  return parts
}

type Kind = DifferentLine['kind']

function repeat(count: number): readonly Kind[] {
  return Array.from({ length: count }, () => 'same' as const)
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  return start
}

function commonEnd(one: readonly string[], other: readonly string[], start: number): number {
  let end = 0
  const most = Math.min(one.length, other.length) - start
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  return end
}

/** `reached[k]`: how far along `one` a path on diagonal k has come; kept for each step, so that the way can be walked back. */
function shortestEdit(one: readonly string[], other: readonly string[]): readonly Kind[] {
  const most = Math.min(one.length + other.length, MOST_STEPS)
  const trace: Map<number, number>[] = []
  let reached = new Map<number, number>([[1, 0]])
  for (let step = 0; step <= most; step++) {
    trace.push(reached)
    const next = new Map(reached)
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      let x = comesFromAbove(reached, diagonal, step)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= one.length && x - diagonal >= other.length) return walkBack(trace, one.length, other.length)
    }
    reached = next
  }
  return [...one.map(() => 'removed' as const), ...other.map(() => 'added' as const)]
}

function comesFromAbove(reached: ReadonlyMap<number, number>, diagonal: number, step: number): boolean {
  if (diagonal === -step) return true
  return diagonal !== step && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1)
}

function walkBack(trace: readonly ReadonlyMap<number, number>[], length: number, other: number): readonly Kind[] {
  const kinds: Kind[] = []
  let [x, y] = [length, other]
  for (let step = trace.length - 1; step >= 0; step--) {
    const reached = trace[step] ?? new Map<number, number>()
    const diagonal = x - y
    const isAdded = comesFromAbove(reached, diagonal, step)
    const from = isAdded ? diagonal + 1 : diagonal - 1
    const [fromX, fromY] = [reached.get(from) ?? 0, (reached.get(from) ?? 0) - from]
    while (x > fromX && y > fromY) {
      kinds.push('same')
      x--
      y--
    }
    if (step === 0) break
    kinds.push(isAdded ? 'added' : 'removed')
    ;[x, y] = [fromX, fromY]
  }
  return kinds.toReversed()
}
