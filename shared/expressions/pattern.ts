// Text patterns in linear time: RE2's syntax without back references and look-around, run as a set of states, never by backtracking.
// A match is looked for anywhere in the text, as CEL's `matches` does; `^` and `$` hold it to the ends.

export interface Pattern {
  readonly test: (text: string) => boolean
}

export interface PatternError {
  readonly error: string
  /** Index into the pattern. */
  readonly at: number
}

/** Bounds the work per character. */
const MOST_INSTRUCTIONS = 2_000
const MOST_REPEATS = 1_000
/** Bounds the repeats of what is empty: `((){1000}){1000}`. */
const MOST_STEPS = 20_000
const DEEPEST = 100

type Matcher = (point: number) => boolean

type Tree =
  | { readonly kind: 'one'; readonly matches: Matcher }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly part: Tree; readonly least: number; readonly most: number }

type Instruction =
  | { readonly kind: 'one'; readonly matches: Matcher }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'inside' | 'match' }
  /** Goes on at each of these. */
  | { readonly kind: 'fork'; targets: readonly number[] }

class Malformed extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** The compiled pattern, or what is wrong with it. Never throws. */
export function compilePattern(source: string): Pattern | PatternError {
  try {
    const program = assemble(new PatternParser(source).parseWhole())
    return { test: (text) => run(program, text) }
  } catch (error) {
    if (error instanceof Malformed) return { error: error.message, at: error.at }
    throw error
  }
}

/** Patterns that were met lately, so that a pattern is compiled once and not once a row. */
const compiled = new Map<string, Pattern | PatternError>()

/** Does the text match somewhere? null if the pattern can't be read. */
export function matchesPattern(source: string, text: string): boolean | null {
  let pattern = compiled.get(source)
  if (!pattern) {
    if (compiled.size >= 200) compiled.clear()
    pattern = compilePattern(source)
    compiled.set(source, pattern)
  }
  return 'error' in pattern ? null : pattern.test(text)
}

// Reading ------------------------------------------------------------------------------------------

const isDigit: Matcher = (point) => point >= 48 && point <= 57
const isWord: Matcher = (point) =>
  isDigit(point) || (point >= 65 && point <= 90) || (point >= 97 && point <= 122) || point === 95
const isBlank: Matcher = (point) => point === 32 || (point >= 9 && point <= 13)
const not =
  (matches: Matcher): Matcher =>
  (point) =>
    !matches(point)

const CLASSES: { readonly [letter: string]: Matcher } = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isBlank,
  S: not(isBlank),
}
const CONTROLS: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7 }
const POSIX: { readonly [name: string]: Matcher } = {
  alpha: (point) => isWord(point) && !isDigit(point) && point !== 95,
  digit: isDigit,
  alnum: (point) => isWord(point) && point !== 95,
  upper: (point) => point >= 65 && point <= 90,
  lower: (point) => point >= 97 && point <= 122,
  space: isBlank,
  punct: (point) => point > 32 && point < 127 && !(isWord(point) && point !== 95),
  xdigit: (point) => isDigit(point) || (point >= 65 && point <= 70) || (point >= 97 && point <= 102),
}

class PatternParser {
  private readonly points: readonly string[]
  private at = 0
  private depth = 0
  private ignoreCase = false

  constructor(source: string) {
    this.points = [...source]
  }

  parseWhole(): Tree {
    const flags = /^\(\?i\)/.exec(this.points.slice(0, 4).join(''))
    if (flags) {
      this.ignoreCase = true
      this.at = 4
    }
    const tree = this.parseChoice()
    if (this.at < this.points.length) throw this.malformed('a ")" without its "("')
    return tree
  }

  private parseChoice(): Tree {
    if (++this.depth > DEEPEST) throw this.malformed('it is nested too deep')
    const parts = [this.parseSequence()]
    while (this.takes('|')) parts.push(this.parseSequence())
    this.depth--
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'choice', parts }
  }

  private parseSequence(): Tree {
    const parts: Tree[] = []
    while (this.at < this.points.length && this.points[this.at] !== '|' && this.points[this.at] !== ')')
      parts.push(this.parseRepeat())
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'sequence', parts }
  }

  private parseRepeat(): Tree {
    const part = this.parseOne()
    const range = this.parseRange()
    if (!range) return part
    this.takes('?')
    if (this.parseRange()) throw this.malformed('a repeat of a repeat')
    return { kind: 'repeat', part, least: range.least, most: range.most }
  }

  private parseRange(): { readonly least: number; readonly most: number } | undefined {
    if (this.takes('*')) return { least: 0, most: Infinity }
    if (this.takes('+')) return { least: 1, most: Infinity }
    if (this.takes('?')) return { least: 0, most: 1 }
    const found = /^\{(\d{1,5})(?:(,)(\d{1,5})?)?\}/.exec(this.points.slice(this.at, this.at + 16).join(''))
    if (!found) return undefined
    const least = Number(found[1])
    const most = found[2] === undefined ? least : found[3] === undefined ? Infinity : Number(found[3])
    if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS))
      throw this.malformed(`more than ${MOST_REPEATS} repeats`)
    if (most < least) throw this.malformed('the least number of repeats is above the most')
    this.at += found[0].length
    return { least, most }
  }

  private parseOne(): Tree {
    const character = this.points[this.at++] ?? ''
    switch (character) {
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end' }
      case '.':
        return { kind: 'one', matches: (point) => point !== 10 }
      case '(':
        return this.parseGroup()
      case '[':
        return { kind: 'one', matches: this.parseSet() }
      case '\\':
        return this.parseEscape()
      case '*':
      case '+':
      case '?':
        this.at--
        throw this.malformed('nothing to repeat')
    }
    return { kind: 'one', matches: this.exactly(character.codePointAt(0) ?? 0) }
  }

  private parseGroup(): Tree {
    if (this.takes('?') && !this.takes(':')) {
      const name = /^P?<[A-Za-z_]\w*>/.exec(this.points.slice(this.at, this.at + 64).join(''))
      if (!name) throw this.malformed('only plain groups are known: no look-around, no flags inside')
      this.at += name[0].length
    }
    const tree = this.parseChoice()
    if (!this.takes(')')) throw this.malformed('a ")" is missing')
    return tree
  }

  private parseEscape(): Tree {
    const letter = this.points[this.at] ?? ''
    if (letter === 'b' || letter === 'B') {
      this.at++
      return { kind: letter === 'b' ? 'boundary' : 'inside' }
    }
    if (letter === 'A' || letter === 'z') {
      this.at++
      return { kind: letter === 'A' ? 'start' : 'end' }
    }
    const read = this.parseClassOrPoint()
    return { kind: 'one', matches: typeof read === 'number' ? this.exactly(read) : read }
  }

  /** After a backslash: a class of characters, or one. */
  private parseClassOrPoint(): Matcher | number {
    const letter = this.points[this.at++] ?? ''
    const known = CLASSES[letter]
    if (known) return known
    const control = CONTROLS[letter]
    if (control !== undefined) return control
    if (letter === 'p' || letter === 'P') return this.parseProperty(letter === 'P')
    const code = /^(?:x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4}))/.exec(
      this.points.slice(this.at - 1, this.at + 9).join(''),
    )
    if (code) {
      this.at += code[0].length - 1
      return Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
    }
    if (letter === '' || /[A-Za-z0-9]/.test(letter))
      throw this.malformed(letter === '' ? 'it ends in a backslash' : `"\\${letter}" is not known`)
    return letter.codePointAt(0) ?? 0
  }

  /** `\p{L}`: a Unicode property; each single character is asked, so it stays linear. */
  private parseProperty(negated: boolean): Matcher {
    const found = /^(?:\{(\^?)([A-Za-z_=]{1,40})\}|([A-Z]))/.exec(this.points.slice(this.at, this.at + 44).join(''))
    const name = found?.[2] ?? found?.[3] ?? ''
    const expression = found ? readProperty(name) : undefined
    if (!found || !expression) throw this.malformed('this Unicode property is not known')
    this.at += found[0].length
    const wanted = (found[1] === '^') === negated
    return (point) => expression.test(String.fromCodePoint(point)) === wanted
  }

  private parseSet(): Matcher {
    const negated = this.takes('^')
    const matchers: Matcher[] = []
    let first = true
    for (;;) {
      const character = this.points[this.at]
      if (character === undefined) throw this.malformed('a "]" is missing')
      if (character === ']' && !first) break
      first = false
      const named = /^\[:(\^?)(\w+):\]/.exec(this.points.slice(this.at, this.at + 12).join(''))
      const posix = named ? POSIX[named[2] ?? ''] : undefined
      if (named && posix) {
        this.at += named[0].length
        matchers.push(named[1] ? not(posix) : posix)
        continue
      }
      const from = this.parseSetPart()
      if (typeof from !== 'number') {
        matchers.push(from)
        continue
      }
      if (this.points[this.at] !== '-' || this.points[this.at + 1] === ']' || this.points[this.at + 1] === undefined) {
        matchers.push(this.exactly(from))
        continue
      }
      this.at++
      const to = this.parseSetPart()
      if (typeof to !== 'number' || to < from) throw this.malformed('a range must ascend')
      matchers.push(this.between(from, to))
    }
    this.at++
    return (point) => matchers.some((matches) => matches(point)) !== negated
  }

  private parseSetPart(): Matcher | number {
    const character = this.points[this.at++] ?? ''
    return character === '\\' ? this.parseClassOrPoint() : (character.codePointAt(0) ?? 0)
  }

  private exactly(wanted: number): Matcher {
    return this.ignoreCase ? this.between(wanted, wanted) : (point) => point === wanted
  }

  private between(from: number, to: number): Matcher {
    if (!this.ignoreCase) return (point) => point >= from && point <= to
    return (point) => forms(point).some((form) => form >= from && form <= to)
  }

  private takes(character: string): boolean {
    if (this.points[this.at] !== character) return false
    this.at++
    return true
  }

  private malformed(message: string): Malformed {
    return new Malformed(message, this.points.slice(0, this.at).join('').length)
  }
}

function readProperty(name: string): RegExp | undefined {
  try {
    return new RegExp(`^\\p{${name}}$`, 'u')
  } catch {
    try {
      return new RegExp(`^\\p{Script=${name}}$`, 'u')
    } catch {
      return undefined
    }
  }
}

/** A character as it is, in lower and in upper case. */
function forms(point: number): readonly number[] {
  const character = String.fromCodePoint(point)
  return [point, character.toLowerCase().codePointAt(0) ?? point, character.toUpperCase().codePointAt(0) ?? point]
}

// Assembling ---------------------------------------------------------------------------------------

function assemble(tree: Tree): readonly Instruction[] {
  const program: Instruction[] = []
  const add = (instruction: Instruction): number => {
    if (program.length >= MOST_INSTRUCTIONS) throw new Malformed('it is too large', 0)
    return program.push(instruction) - 1
  }
  const fork = (): { kind: 'fork'; targets: readonly number[] } => {
    const instruction = { kind: 'fork' as const, targets: [] as readonly number[] }
    add(instruction)
    return instruction
  }
  let steps = 0
  const write = (part: Tree): void => {
    if (++steps > MOST_STEPS) throw new Malformed('it is too large', 0)
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
  const writeChoice = (parts: readonly Tree[]): void => {
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
  const writeRepeat = (part: Tree, least: number, most: number): void => {
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

/** Every state that is alive is moved by one character at a time: at most text × program steps. */
function run(program: readonly Instruction[], text: string): boolean {
  const seen = new Int32Array(program.length).fill(-1)
  const pending: number[] = []
  let alive: number[] = []
  let before = -1
  let at = 0

  /** Follows forks and assertions from `start`; true when the pattern is matched. */
  const enter = (start: number, step: number, after: number, next: number[]): boolean => {
    pending.push(start)
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
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
    alive = []
    for (const index of next) {
      const instruction = program[index] as Instruction
      if (instruction.kind === 'one' && instruction.matches(point)) alive.push(index + 1)
    }
    before = point
    at += point > 0xffff ? 2 : 1
  }
}
