// A text pattern as a regular expression of PostgreSQL. Without back references and captures PostgreSQL runs it as an automaton,
// so that it is linear in the text. Every character is written as ranges of code points: nothing is left to a locale.
import { parsePattern } from '#shared/expressions/functions/pattern-parser.ts'
import { compilePattern } from '#shared/expressions/functions/pattern.ts'
import type { Tree } from '#shared/expressions/functions/pattern-parser.ts'

/** PostgreSQL counts no further in one repeat. */
const MOST_REPEATS = 255
const SURROGATES = [0xd800, 0xdfff] as const
/** What no character matches: none is beyond the last one and none is number 0. */
const NOTHING = '(?:\\Z.)'

/** null if the pattern can't be read: whether it matches is unknown then. */
export function postgresPattern(source: string): string | null {
  return 'error' in compilePattern(source) ? null : write(parsePattern(source))
}

function write(tree: Tree): string {
  switch (tree.kind) {
    case 'one':
      return writeRanges(tree.characters.ranges())
    case 'start':
      return '(?:\\A)'
    case 'end':
      return '(?:\\Z)'
    case 'boundary':
      return '(?:\\y)'
    case 'inside':
      return '(?:\\Y)'
    case 'sequence':
      return `(?:${tree.parts.map(write).join('')})`
    case 'choice':
      return `(?:${tree.parts.map(write).join('|')})`
    case 'repeat':
      return writeRepeat(write(tree.part), tree.least, tree.most)
  }
}

function writeRepeat(part: string, least: number, most: number): string {
  if (most === Infinity) return least === 0 ? `(?:${part}*)` : `(?:${writeCount(part, least)}${part}*)`
  return `(?:${writeCount(part, least)}${writeAtMost(part, most - least)})`
}

function writeCount(part: string, count: number): string {
  if (count === 0) return ''
  return count <= MOST_REPEATS
    ? `${part}{${count}}`
    : `${part}{${MOST_REPEATS}}${writeCount(part, count - MOST_REPEATS)}`
}

function writeAtMost(part: string, count: number): string {
  if (count === 0) return ''
  return count <= MOST_REPEATS
    ? `${part}{0,${count}}`
    : `${part}{0,${MOST_REPEATS}}${writeAtMost(part, count - MOST_REPEATS)}`
}

export function writeRanges(ranges: readonly (readonly [number, number])[]): string {
  const parts = ranges.flatMap(([from, to]) => [
    ...writeRange(Math.max(from, 1), Math.min(to, SURROGATES[0] - 1)),
    ...writeRange(Math.max(from, SURROGATES[1] + 1), to),
  ])
  return parts.length === 0 ? NOTHING : `[${parts.join('')}]`
}

function writeRange(from: number, to: number): readonly string[] {
  if (from > to) return []
  return [from === to ? escape(from) : `${escape(from)}-${escape(to)}`]
}

function escape(point: number): string {
  const digits = point.toString(16)
  return point > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}
