// Finds the known word nearest to an unknown one.

/** The nearest candidate, if it is near enough to be meant: about one slip in three characters; undefined otherwise. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(word)
  const known = [...candidates]
  // Among very many, those that begin alike: people seldom miss the first character, and nobody waits for a hint.
  const likely = known.length <= MANY ? known : known.filter((each) => sameStart(each, word)).slice(0, MANY)
  let best: string | undefined
  let bound = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of likely) {
    if (candidate === word) continue
    const distance = distanceWithin(wanted, fold(candidate), bound)
    if (distance >= bound) continue
    best = candidate
    bound = distance
  }
  return best
}

const MANY = 300

function sameStart(a: string, b: string): boolean {
  return a.charAt(0).toLowerCase() === b.charAt(0).toLowerCase()
}

/** Case and the choice between blank, hyphen and underscore are no slips. */
function fold(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .slice(0, 64)
}

/** Damerau and Levenshtein's distance (neighbours swapped count one), or `bound` if it is not below that. */
function distanceWithin(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      if (cost < smallest) smallest = cost
    }
    if (smallest >= bound) return bound
    before = last
    last = row
  }
  return Math.min(last[b.length] ?? bound, bound)
}
