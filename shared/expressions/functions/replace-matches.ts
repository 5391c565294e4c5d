// Replaces the matches of a text pattern: the leftmost first, each as long as it can be.
import type { Instruction, Spend } from './pattern.ts'
import { isWord } from './pattern-parser.ts'

/** Maximum number of characters in the result of a replacement. */
export const LONGEST_RESULT = 1_000_000
/** Each match is looked for from where the one before ended: patterns that look far ahead again and again end here. */
const MOST_STEPS = 10_000_000

interface Match {
  readonly start: number
  readonly end: number
}

/** A state that is alive, and where its match began. */
interface Thread {
  readonly index: number
  readonly start: number
}

/** The pattern matches no empty text: else it would never end. */
export function replaceMatches(
  program: readonly Instruction[],
  text: string,
  by: string,
  spend: Spend = () => {},
): string | null {
  let result = ''
  let from = 0
  let left = MOST_STEPS
  while (from <= text.length) {
    const { match, steps } = findMatch(program, text, from)
    spend(steps)
    left -= steps
    if (left < 0) return null
    if (!match) break
    result += text.slice(from, match.start) + by
    if (result.length > LONGEST_RESULT) return null
    from = match.end
  }
  result += text.slice(from)
  return result.length > LONGEST_RESULT ? null : result
}

/** All threads move by one character at a time, those that began further left before others. */
function findMatch(
  program: readonly Instruction[],
  text: string,
  from: number,
): { readonly match: Match | undefined; readonly steps: number } {
  const seen = new Int32Array(program.length).fill(-1)
  let match: Match | undefined
  let alive: Thread[] = []
  let steps = 0
  let at = from
  let before = from > 0 ? pointBefore(text, from) : -1
  for (let step = 0; ; step++) {
    const point = at < text.length ? (text.codePointAt(at) ?? -1) : -1
    const next: Thread[] = []
    const enter = (thread: Thread): void => {
      if (match && match.start < thread.start) return
      const found = follow(program, thread.index, { seen, step, before, after: point })
      steps += found.steps
      for (const index of found.ones) next.push({ index, start: thread.start })
      if (found.matched) match = { start: thread.start, end: at }
    }
    for (const thread of alive) enter(thread)
    if (!match) enter({ index: 0, start: at })
    if (point < 0 || (match && next.length === 0)) return { match, steps }
    const width = point > 0xffff ? 2 : 1
    alive = next.flatMap(({ index, start }) => {
      const instruction = program[index] as Instruction
      const isTaken = instruction.kind === 'one' && instruction.characters.matches(point)
      return isTaken ? [{ index: index + 1, start }] : []
    })
    steps += next.length
    before = point
    at += width
  }
}

interface Place {
  /** The step in which each instruction was last reached. */
  readonly seen: Int32Array
  readonly step: number
  /** The characters on both sides; −1 at an end of the text. */
  readonly before: number
  readonly after: number
}

/** Follows forks and assertions: the characters that are waited for, and whether the pattern is matched. */
function follow(program: readonly Instruction[], from: number, { seen, step, before, after }: Place) {
  const ones: number[] = []
  const pending = [from]
  let matched = false
  let steps = 0
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    steps++
    if (seen[index] === step) continue
    seen[index] = step
    const instruction = program[index] as Instruction
    if (instruction.kind === 'match') matched = true
    else if (instruction.kind === 'one') ones.push(index)
    else if (instruction.kind === 'fork') pending.push(...instruction.targets)
    else if (instruction.kind === 'start') pending.push(...(before < 0 ? [index + 1] : []))
    else if (instruction.kind === 'end') pending.push(...(after < 0 ? [index + 1] : []))
    else {
      const edge = (before >= 0 && isWord(before)) !== (after >= 0 && isWord(after))
      if (edge === (instruction.kind === 'boundary')) pending.push(index + 1)
    }
  }
  return { ones, matched, steps }
}

function pointBefore(text: string, at: number): number {
  const point = text.codePointAt(at - 1) ?? -1
  const isHalf = point >= 0xdc00 && point <= 0xdfff && at > 1
  return isHalf ? (text.codePointAt(at - 2) ?? -1) : point
}
