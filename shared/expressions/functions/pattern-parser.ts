// Parses text patterns: the syntax of RE2 without back references and look-around.
import type { Characters } from './characters.ts'
import { unionOf, between, betweenInAnyCase, charactersOf, noneOf } from './characters.ts'

const MOST_REPEATS = 1_000
const DEEPEST = 100

export type PatternTree =
  | { readonly kind: 'one'; readonly characters: Characters }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number }

/** Could it match nothing, between two characters? */
export function isNullable(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'one':
      return false
    case 'sequence':
      return tree.parts.every(isNullable)
    case 'choice':
      return tree.parts.some(isNullable)
    case 'repeat':
      return tree.least === 0 || isNullable(tree.part)
    default:
      return true
  }
}

/** Error in the syntax of a pattern. `compilePattern` turns it into a value. */
export class PatternSyntaxError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** The tree of a pattern; throws `PatternSyntaxError`. */
export function parsePattern(source: string): PatternTree {
  return new PatternParser(source).parseWhole()
}

const DIGITS = between(48, 57)
const UPPER = between(65, 90)
const LOWER = between(97, 122)
const LETTERS = unionOf([UPPER, LOWER])
const WORD = unionOf([LETTERS, DIGITS, between(95, 95)])
const BLANK = unionOf([between(9, 13), between(32, 32)])
const NOT_A_LINE_END = noneOf(between(10, 10))

/** Is it a letter, a digit or an underscore of ASCII? */
export const isWord = WORD.matches

const CLASSES: { readonly [letter: string]: Characters } = {
  d: DIGITS,
  D: noneOf(DIGITS),
  w: WORD,
  W: noneOf(WORD),
  s: BLANK,
  S: noneOf(BLANK),
}
const CONTROLS: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7 }
const POSIX: { readonly [name: string]: Characters } = {
  alpha: LETTERS,
  digit: DIGITS,
  alnum: unionOf([LETTERS, DIGITS]),
  upper: UPPER,
  lower: LOWER,
  space: BLANK,
  punct: unionOf([between(33, 47), between(58, 64), between(91, 96), between(123, 126)]),
  xdigit: unionOf([DIGITS, between(65, 70), between(97, 102)]),
}

class PatternParser {
  private readonly points: readonly string[]
  private at = 0
  private depth = 0
  private ignoreCase = false

  constructor(source: string) {
    this.points = [...source]
  }

  parseWhole(): PatternTree {
    const flags = /^\(\?i\)/.exec(this.points.slice(0, 4).join(''))
    if (flags) {
      this.ignoreCase = true
      this.at = 4
    }
    const tree = this.parseChoice()
    if (this.at < this.points.length) throw this.malformed('a ")" without its "("')
    return tree
  }

  private parseChoice(): PatternTree {
    if (++this.depth > DEEPEST) throw this.malformed('it is nested too deep')
    const parts = [this.parseSequence()]
    while (this.takes('|')) parts.push(this.parseSequence())
    this.depth--
    return parts.length === 1 ? (parts[0] as PatternTree) : { kind: 'choice', parts }
  }

  private parseSequence(): PatternTree {
    const parts: PatternTree[] = []
    while (this.at < this.points.length && this.points[this.at] !== '|' && this.points[this.at] !== ')')
      parts.push(this.parseRepeat())
    return parts.length === 1 ? (parts[0] as PatternTree) : { kind: 'sequence', parts }
  }

  private parseRepeat(): PatternTree {
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

  private parseOne(): PatternTree {
    const character = this.points[this.at++] ?? ''
    switch (character) {
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end' }
      case '.':
        return { kind: 'one', characters: NOT_A_LINE_END }
      case '(':
        return this.parseGroup()
      case '[':
        return { kind: 'one', characters: this.parseSet() }
      case '\\':
        return this.parseEscape()
      case '*':
      case '+':
      case '?':
        this.at--
        throw this.malformed('nothing to repeat')
    }
    return { kind: 'one', characters: this.exactly(character.codePointAt(0) ?? 0) }
  }

  private parseGroup(): PatternTree {
    if (this.takes('?') && !this.takes(':')) {
      const name = /^P?<[A-Za-z_]\w*>/.exec(this.points.slice(this.at, this.at + 64).join(''))
      if (!name) throw this.malformed('only plain groups are known: no look-around, no flags inside')
      this.at += name[0].length
    }
    const tree = this.parseChoice()
    if (!this.takes(')')) throw this.malformed('a ")" is missing')
    return tree
  }

  private parseEscape(): PatternTree {
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
    return { kind: 'one', characters: typeof read === 'number' ? this.exactly(read) : read }
  }

  /** After a backslash: a class of characters, or one. */
  private parseClassOrPoint(): Characters | number {
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
  private parseProperty(negated: boolean): Characters {
    const found = /^(?:\{(\^?)([A-Za-z_=]{1,40})\}|([A-Z]))/.exec(this.points.slice(this.at, this.at + 44).join(''))
    const name = found?.[2] ?? found?.[3] ?? ''
    const expression = found ? readProperty(name) : undefined
    if (!found || !expression) throw this.malformed('this Unicode property is not known')
    this.at += found[0].length
    const characters = charactersOf(expression)
    return (found[1] === '^') === negated ? characters : noneOf(characters)
  }

  private parseSet(): Characters {
    const negated = this.takes('^')
    const parts: Characters[] = []
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
        parts.push(named[1] ? noneOf(posix) : posix)
        continue
      }
      const from = this.parseSetPart()
      if (typeof from !== 'number') {
        parts.push(from)
        continue
      }
      if (this.points[this.at] !== '-' || this.points[this.at + 1] === ']' || this.points[this.at + 1] === undefined) {
        parts.push(this.exactly(from))
        continue
      }
      this.at++
      const to = this.parseSetPart()
      if (typeof to !== 'number' || to < from) throw this.malformed('a range must ascend')
      parts.push(this.between(from, to))
    }
    this.at++
    return negated ? noneOf(unionOf(parts)) : unionOf(parts)
  }

  private parseSetPart(): Characters | number {
    const character = this.points[this.at++] ?? ''
    return character === '\\' ? this.parseClassOrPoint() : (character.codePointAt(0) ?? 0)
  }

  private exactly(wanted: number): Characters {
    return this.between(wanted, wanted)
  }

  private between(from: number, to: number): Characters {
    return this.ignoreCase ? betweenInAnyCase(from, to) : between(from, to)
  }

  private takes(character: string): boolean {
    if (this.points[this.at] !== character) return false
    this.at++
    return true
  }

  private malformed(message: string): PatternSyntaxError {
    return new PatternSyntaxError(message, this.points.slice(0, this.at).join('').length)
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
