// Reads the words of a command: one file among them, and its options.

export interface Mistake {
  readonly kind: 'mistake'
  readonly sentence: string
}

export interface ReadWords {
  readonly file: string | undefined
  /** Options that stand for themselves. */
  readonly flags: ReadonlySet<string>
  /** Those with a value, each as often as it was given. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** `--data DIR`, `--data=DIR`, `--watch`, and one document among them. */
export function readWords(
  given: readonly string[],
  flagNames: readonly string[],
  valueNames: readonly string[],
): ReadWords | { readonly kind: 'help' } | Mistake {
  const words = [...given]
  const flags = new Set<string>()
  const values = new Map<string, string[]>()
  let file: string | undefined
  while (words.length > 0) {
    const word = words.shift() ?? ''
    const [name, inline] = word.startsWith('--') ? splitOption(word) : ['']
    if (name === '--help' || word === '-h') return { kind: 'help' }
    if (flagNames.includes(name)) flags.add(name)
    else if (valueNames.includes(name)) {
      const value = inline ?? words.shift()
      if (value === undefined || value === '') return mistake(`${name} needs a value.`)
      values.set(name, [...(values.get(name) ?? []), value])
    } else if (word.startsWith('-')) return mistake(`There is no option ${word}.`)
    else if (file === undefined) file = word
    else return mistake(`One file at a time: ${file} or ${word}?`)
  }
  return { file, flags, values }
}

export function splitOption(word: string): [name: string, value?: string] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

export function mistake(sentence: string): Mistake {
  return { kind: 'mistake', sentence }
}
