// Translates a text pattern into a regular expression of PostgreSQL that runs in linear time.
// Without back references and captures PostgreSQL runs it as an automaton, so that it is linear in the text. Every
// character is written as ranges of code points: nothing is left to a locale.
import type { PatternTree } from '#shared/expressions/functions/pattern-parser.ts'
import { parsePattern } from '#shared/expressions/functions/pattern-parser.ts'
import { compilePattern } from '#shared/expressions/functions/pattern.ts'
import { NotInSql } from '../expressions/dialect.ts'

/** PostgreSQL counts no further in one repeat. */
const MOST_REPEATS = 255
const SURROGATES = [0xd800, 0xdfff] as const
/** Pattern that no character matches, since there is none after the last one and none with the number 0. */
const NOTHING = '(?:\\Z.)'

/**
 * PostgreSQL makes an automaton without empty steps, which takes the cube of as many parts that may be left out, and the square of
 * as many different sets of characters. Within these bounds that is milliseconds, at three times as much it is seconds.
 * Repeats of single characters (`.{0,900}`) are one part.
 */
const MOST_OPTIONAL_PARTS = 200
const MOST_WORK = 1_000
/** An edge keeps what is before it and what is after it apart for every set of characters. */
const PARTS_PER_EDGE = 10
/** Much more so where it is repeated. */
const PARTS_PER_REPEATED_EDGE = 20

/** null if the pattern can't be read: whether it matches is unknown then. Throws NotInSql where PostgreSQL would take too long. */
export function postgresPattern(source: string): string | null {
  if ('error' in compilePattern(source)) return null
  const tree = parsePattern(source)
  const optional = countOptional(tree)
  const written = write(tree)
  const sets = new Set(written.match(/\[[^\]]*\]/g)).size
  if (optional > MOST_OPTIONAL_PARTS || sets * (optional + countEdges(tree) * PARTS_PER_EDGE) > MOST_WORK)
    throw new NotInSql('A pattern with this many parts that may be left out is matched in memory.')
  return written
}

function countOptional(tree: PatternTree): number {
  switch (tree.kind) {
    case 'sequence':
    case 'choice':
      return tree.parts.reduce(
        (count, part) => count + countOptional(part) + (tree.kind === 'choice' && isEmpty(part) ? 1 : 0),
        0,
      )
    case 'repeat': {
      if (isEmpty(tree.part)) return 0
      const copies = tree.most === Infinity ? tree.least + 1 : tree.most
      const edges = copies > 1 ? countEdges(tree.part) * PARTS_PER_REPEATED_EDGE : 0
      return copies * (countOptional(tree.part) + edges) + (tree.least === 0 ? 1 : 0)
    }
    default:
      return 0
  }
}

function countEdges(tree: PatternTree): number {
  if (tree.kind === 'sequence' || tree.kind === 'choice')
    return tree.parts.reduce((count, part) => count + countEdges(part), 0)
  return tree.kind === 'repeat' ? countEdges(tree.part) : tree.kind === 'one' ? 0 : 1
}

/** Is there nothing in it? A repeat of that is nothing too. */
function isEmpty(tree: PatternTree): boolean {
  if (tree.kind === 'sequence' || tree.kind === 'choice') return tree.parts.every(isEmpty)
  return tree.kind === 'repeat' && isEmpty(tree.part)
}

function write(tree: PatternTree): string {
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
      return isEmpty(tree.part) ? '' : writeRepeat(write(tree.part), tree.least, tree.most)
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
