// Matches text patterns in linear time, as a set of states without backtracking.
import type { Characters } from './characters.ts'
import type { PatternTree } from './pattern-parser.ts'
import { isNullable, isWord, PatternSyntaxError, parsePattern } from './pattern-parser.ts'
import { replaceMatches } from './replace-matches.ts'

/** Gets the number of characters that are read, or as much work as reading these is; may throw, to end it. */
export type Spend = (characters: number) => void

export interface Pattern {
  readonly test: (text: string, spend?: Spend) => boolean
  /** All matches replaced, from the left, each as long as it can be; null where that takes too long, or gives too much. */
  readonly replace: (text: string, by: string, spend?: Spend) => string | null
  /** Could it match nothing, between two characters? */
  readonly nullable: boolean
  /** How many steps one character takes at most. */
  readonly size: number
}

export interface PatternError {
  readonly error: string
  /** Index into the pattern. */
  readonly at: number
}

/** Bounds the work per character. */
export const MOST_INSTRUCTIONS = 2_000
/** Bounds the work of reading a pattern; each instruction may be written at some length. */
export const LONGEST_PATTERN = 20_000
/** Bounds the repeats of what is empty: `((){1000}){1000}`. */
const MOST_STEPS = 20_000

export type Instruction =
  | { readonly kind: 'one'; readonly characters: Characters }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'inside' | 'match' }
  /** Goes on at each of these. */
  | { readonly kind: 'fork'; targets: readonly number[] }

/** The compiled pattern, or what is wrong with it. Never throws. */
export function compilePattern(source: string): Pattern | PatternError {
  if (source.length > LONGEST_PATTERN) return { error: 'it is too large', at: LONGEST_PATTERN }
  try {
    const tree = parsePattern(source)
    const program = assemble(tree)
    const size = program.reduce((sum, each) => sum + 1 + (each.kind === 'one' ? each.characters.steps : 0), 0)
    return {
      test: (text, spend) => run(program, text, spend),
      replace: (text, by, spend) => replaceMatches(program, text, by, spend),
      nullable: isNullable(tree),
      size,
    }
  } catch (error) {
    if (error instanceof PatternSyntaxError) return { error: error.message, at: error.at }
    throw error
  }
}

/** Patterns that were met lately, so that a pattern is compiled once and not once a row. */
const compiled = new Map<string, Pattern | PatternError>()

/** Does the text match somewhere? null if the pattern can't be read. */
export function matchesPattern(source: string, text: string, spend?: Spend): boolean | null {
  const pattern = patternOf(source)
  return 'error' in pattern ? null : pattern.test(text, spend)
}

/** The text with all matches replaced; null if the pattern can't be read, or could match nothing. */
export function replacePattern(source: string, text: string, by: string, spend?: Spend): string | null {
  const pattern = patternOf(source)
  return 'error' in pattern || pattern.nullable ? null : pattern.replace(text, by, spend)
}

/** Compiles a pattern like `compilePattern` and caches the result, for patterns that are likely to be used again. */
export function patternOf(source: string): Pattern | PatternError {
  let pattern = compiled.get(source)
  if (!pattern) {
    if (compiled.size >= 200) compiled.clear()
    pattern = compilePattern(source)
    compiled.set(source, pattern)
  }
  return pattern
}

// Assembling ---------------------------------------------------------------------------------------

function assemble(tree: PatternTree): readonly Instruction[] {
  const program: Instruction[] = []
  const add = (instruction: Instruction): number => {
    if (program.length >= MOST_INSTRUCTIONS) throw new PatternSyntaxError('it is too large', 0)
    return program.push(instruction) - 1
  }
  const fork = (): { kind: 'fork'; targets: readonly number[] } => {
    const instruction = { kind: 'fork' as const, targets: [] as readonly number[] }
    add(instruction)
    return instruction
  }
  let steps = 0
  const write = (part: PatternTree): void => {
    if (++steps > MOST_STEPS) throw new PatternSyntaxError('it is too large', 0)
    switch (part.kind) {
      case 'sequence':
        return part.parts.forEach(write)
      case 'choice':
        return writeChoice(part.parts)
      case 'repeat':
        return writeRepeat(part.part, part.least, part.most)
      default:
        add(part)
    }
  }
  const writeChoice = (parts: readonly PatternTree[]): void => {
    const start = fork()
    const ends: { targets: readonly number[] }[] = []
    start.targets = parts.map((part) => {
      const target = program.length
      write(part)
      ends.push(fork())
      return target
    })
    for (const end of ends) end.targets = [program.length]
  }
  const writeRepeat = (part: PatternTree, least: number, most: number): void => {
    for (let count = 0; count < least; count++) write(part)
    if (most === Infinity) {
      const start = program.length
      const loop = fork()
      write(part)
      const back = fork()
      back.targets = [start]
      loop.targets = [start + 1, program.length]
      return
    }
    const exits: { targets: readonly number[] }[] = []
    for (let count = least; count < most; count++) {
      const exit = fork()
      exit.targets = [program.length]
      exits.push(exit)
      write(part)
    }
    for (const exit of exits) exit.targets = [...exit.targets, program.length]
  }
  write(tree)
  add({ kind: 'match' })
  return program
}

// Running ------------------------------------------------------------------------------------------

/** After so many steps of a run it gets their number. */
const STEPS_A_LOOK = 10_000

/** Every state that is alive is moved by one character at a time: at most text × program steps. */
function run(program: readonly Instruction[], text: string, spend?: Spend): boolean {
  const seen = new Int32Array(program.length).fill(-1)
  const pending: number[] = []
  let alive: number[] = []
  let before = -1
  let at = 0
  let steps = 0

  /** Follows forks and assertions from `start`; true when the pattern is matched. */
  const enter = (start: number, step: number, after: number, next: number[]): boolean => {
    pending.push(start)
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      steps += 1
      if (seen[index] === step) continue
      seen[index] = step
      const instruction = program[index] as Instruction
      switch (instruction.kind) {
        case 'match':
          return true
        case 'one':
          next.push(index)
          continue
        case 'fork':
          pending.push(...instruction.targets)
          continue
        case 'start':
          if (before < 0) pending.push(index + 1)
          continue
        case 'end':
          if (after < 0) pending.push(index + 1)
          continue
        default: {
          const edge = (before >= 0 && isWord(before)) !== (after >= 0 && isWord(after))
          if (edge === (instruction.kind === 'boundary')) pending.push(index + 1)
        }
      }
    }
    return false
  }

  for (let step = 0; ; step++) {
    const point = at < text.length ? (text.codePointAt(at) ?? -1) : -1
    const next: number[] = []
    for (const index of alive) if (enter(index, step, point, next)) return true
    if (enter(0, step, point, next)) return true
    if (point < 0) return false
    if (steps > STEPS_A_LOOK) {
      spend?.(steps)
      steps = 0
    }
    alive = []
    for (const index of next) {
      const instruction = program[index] as Instruction
      if (instruction.kind === 'one' && instruction.characters.matches(point)) alive.push(index + 1)
    }
    before = point
    at += point > 0xffff ? 2 : 1
  }
}
