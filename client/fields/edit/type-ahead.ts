// Finds the choice that begins with the letters typed while its list is closed, as a native select does.

interface Option {
  readonly value: string
  readonly label: string
}

/** Letters that were typed one soon after the other; `at` is the moment of the last, in milliseconds. */
export interface TypedLetters {
  readonly text: string
  readonly at: number
}

/** Milliseconds after which a letter begins a new word. */
const PAUSE = 1_000

export function addLetter(typed: TypedLetters | undefined, letter: string, at: number): TypedLetters {
  const goesOn = typed !== undefined && at - typed.at < PAUSE
  return { text: (goesOn ? typed.text : '') + letter.toLocaleLowerCase(), at }
}

/** One letter, or the same again, goes on to the next choice that begins with it; several stay at one that fits. */
export function findTyped(options: readonly Option[], chosen: unknown, text: string): string | undefined {
  const [first = ''] = text
  const isRepeated = [...text].every((letter) => letter === first)
  const begin = options.filter(({ label }) => label.toLocaleLowerCase().startsWith(text))
  const found =
    begin.length === 0 && isRepeated
      ? options.filter(({ label }) => label.toLocaleLowerCase().startsWith(first))
      : begin
  const at = found.findIndex(({ value }) => value === chosen)
  if (!isRepeated || (begin.length > 0 && text.length > 1)) return found[Math.max(at, 0)]?.value
  return found[(at + 1) % found.length]?.value
}

/** Finds the one choice that is meant by a word left half typed, as in a native select. */
export function onlyBeginning(options: readonly Option[], text: string): string | undefined {
  const begin = text.trim().toLocaleLowerCase()
  const found = begin === '' ? [] : options.filter(({ label }) => label.toLocaleLowerCase().startsWith(begin))
  return found.length === 1 ? found[0]?.value : undefined
}
