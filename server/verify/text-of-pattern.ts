// Makes a text that a simple pattern matches: letters as they stand, classes, groups of one form, and counts.

/** Undefined where the pattern says more than that. */
export function textOfPattern(pattern: string, number: number): string | undefined {
  const pieces = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .match(/(\[[^\]]+\]|\\[dw]|\\.|[^\\[\]])(\{\d+(,\d*)?\}|[+*?])?/g)
  if (pieces === null) return undefined
  const parts = pieces.map((piece) => /^(\[[^\]]+\]|\\[dw]|\\.|.)(.*)$/.exec(piece) ?? [])
  let rest = number
  const text = parts
    .toReversed()
    .map(([, what = '', count = '']) => {
      const times = Number(/\d+/.exec(count)?.[0] ?? (count === '*' || count === '?' ? 0 : 1))
      const letters = lettersOf(what)
      // The number is written in the letters of the pattern, its last figure at the end.
      return Array.from({ length: times }, () => {
        const letter = letters[rest % letters.length] ?? ''
        rest = Math.floor(rest / letters.length)
        return letter
      })
        .toReversed()
        .join('')
    })
    .toReversed()
    .join('')
  return new RegExp(pattern, 'u').test(text) ? text : undefined
}

function lettersOf(what: string): readonly string[] {
  if (what === '\\d') return [...'0123456789']
  if (what === '\\w') return [...'abcdefghij']
  if (what.startsWith('\\')) return [what.slice(1)]
  if (!what.startsWith('[')) return [what === '.' ? 'a' : what]
  const inner = what.slice(1, -1).replaceAll('\\d', '0-9')
  const ranges = inner.match(/.-.|./g) ?? []
  return ranges.flatMap((range) => {
    if (range.length < 3) return [range]
    const [from, to] = [range.charCodeAt(0), range.charCodeAt(2)]
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))
  })
}
