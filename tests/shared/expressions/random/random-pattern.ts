// Random text patterns, of everything that a pattern may have.
import type { Pick } from './random-model.ts'
import { oneOf } from './writer.ts'

const ONE = [
  'a',
  'b',
  'Ä',
  '😀',
  '.',
  '[ab]',
  '[^a]',
  '[a-c😀]',
  String.raw`\d`,
  String.raw`\W`,
  String.raw`\s`,
  String.raw`\p{L}`,
]
const MORE = [String.raw`\P{Lu}`, '[[:alpha:]]', '[^[:punct:]x]', String.raw`\x41`, String.raw`\.`, String.raw`[\d_-]`]
const EDGES = ['^', '$', String.raw`\b`, String.raw`\B`, String.raw`\A`, String.raw`\z`]
const REPEATS = ['*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{0}']

/** Without quotes, so that it can stand between them. */
export function randomPattern(pick: Pick): string {
  return `${pick(4) === 0 ? '(?i)' : ''}${choice(pick, 3)}`
}

function choice(pick: Pick, depth: number): string {
  return Array.from({ length: 1 + (pick(3) === 0 ? 1 + pick(2) : 0) }, () => sequence(pick, depth)).join('|')
}

function sequence(pick: Pick, depth: number): string {
  return Array.from({ length: pick(4) }, () => part(pick, depth)).join('')
}

function part(pick: Pick, depth: number): string {
  const form = pick(10)
  if (form === 0) return oneOf(EDGES, pick)
  if (depth > 0 && form < 3) return `(${pick(2) ? '?:' : ''}${choice(pick, depth - 1)})${repeat(pick)}`
  return `${oneOf(pick(3) === 0 ? MORE : ONE, pick)}${repeat(pick)}`
}

function repeat(pick: Pick): string {
  return pick(2) ? '' : oneOf(REPEATS, pick)
}
