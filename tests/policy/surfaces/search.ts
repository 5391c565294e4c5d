// Searches the rows of a random world naively, by beginnings of words and by words that are one letter away.
import type { Row } from '../entities.ts'
import type { Pick } from '../random/random-condition.ts'
import { oneOf } from '../random/random-condition.ts'
import type { Asking } from './question.ts'

export function foundRows(
  { oracle, entity }: Asking,
  words: readonly string[],
  fits: (typed: string, word: string) => boolean,
): Row[] {
  const columns = entity.fields.filter((field) => field.searchable === true).map(({ name }) => name)
  return oracle
    .visible(entity.name)
    .filter((row) => {
      const text = columns.flatMap((name) => String(row[name] ?? '').split(' '))
      return words.every((typed) => text.some((word) => fits(typed, word)))
    })
    .toReversed()
}

export function mistyped(pick: Pick, word: string): string {
  const at = pick(word.length)
  const after = word.slice(at + 1)
  return oneOf(pick, [
    word,
    `${word.slice(0, at)}${after}`,
    `${word.slice(0, at)}x${after}`,
    `${word.slice(0, at)}x${word.slice(at)}`,
  ])
}

/** Is a beginning of the word one letter away from what was typed? Of four letters none is left out. */
export function beginsNear(typed: string, word: string): boolean {
  if (typed.length < 4) return false
  return [typed.length - 1, typed.length, typed.length + 1].some((end) => {
    const begun = word.slice(0, end)
    if (begun.length < 4 || Math.abs(begun.length - typed.length) > 1) return false
    const same = [...begun].findIndex((letter, at) => letter !== typed[at])
    const at = same < 0 ? Math.min(begun.length, typed.length) : same
    const [of, to] = [begun.slice(at), typed.slice(at)]
    return (
      of.slice(1) === to.slice(1) ||
      of.slice(1) === to ||
      of === to.slice(1) ||
      of === `${to[1] ?? ''}${to[0] ?? ''}${to.slice(2)}`
    )
  })
}
