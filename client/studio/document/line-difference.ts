// Compares two texts line by line: the fewest lines that were removed and added.
import { diffArrays } from 'diff'

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

function shortestEdit(one: string[], other: string[]): readonly Kind[] {
  const changes = diffArrays(one, other, { maxEditLength: MOST_STEPS })
  if (changes === undefined) return [...one.map(() => 'removed' as const), ...other.map(() => 'added' as const)]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((): Kind => (added ? 'added' : removed ? 'removed' : 'same')),
  )
}
