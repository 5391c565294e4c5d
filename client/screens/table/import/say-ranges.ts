// Says many numbers shortly: 2, 3, 4 and 9 are "2–4, 9".

/** Writes numbers as ranges; `numbers` must be in ascending order. */
export function sayRanges(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last.to === number - 1) last.to = number
    else ranges.push({ from: number, to: number })
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}
