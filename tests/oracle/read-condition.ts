// Reads the text of a condition as the oracle's plain data, written apart from the product.
// It knows no more of the language than the documents of its tests use, and throws on the rest.
import type { Condition, Operator, Path, Term } from '../policy/condition.ts'

export function readCondition(text: string): Condition {
  const reader: Tokens = { text, tokens: tokensOf(text), at: 0 }
  const condition = readOr(reader)
  if (reader.at !== reader.tokens.length) throw unreadable(reader)
  return condition
}

interface Tokens {
  readonly text: string
  readonly tokens: readonly string[]
  at: number
}

function tokensOf(text: string): readonly string[] {
  return text.match(/"[^"]*"|[A-Za-z_]\w*|\d+|[=!<>]=|[<>().,[\]]/g) ?? []
}

function readOr(reader: Tokens): Condition {
  let left = readAnd(reader)
  while (take(reader, 'or')) left = { kind: 'or', left, right: readAnd(reader) }
  return left
}

function readAnd(reader: Tokens): Condition {
  let left = readNot(reader)
  while (take(reader, 'and')) left = { kind: 'and', left, right: readNot(reader) }
  return left
}

function readNot(reader: Tokens): Condition {
  if (take(reader, 'not')) return { kind: 'not', of: readNot(reader) }
  if (!take(reader, '(')) return readComparison(reader)
  const inner = readOr(reader)
  demand(reader, ')')
  return inner
}

function readComparison(reader: Tokens): Condition {
  const left = readTerm(reader)
  if (left.kind === 'path' && left.steps.at(-1) === 'is') {
    const person: Path = { ...left, steps: left.steps.slice(0, -1) }
    const isMe = person.from === 'me' && person.steps.length === 0
    return { kind: 'is', role: readRole(reader), ...(isMe ? {} : { person }) }
  }
  const operator = OPERATORS.find((each) => take(reader, each))
  if (operator !== undefined) return { kind: 'compare', operator, left, right: readTerm(reader) }
  if (left.kind !== 'path') throw unreadable(reader)
  if (!take(reader, 'in')) return { kind: 'true field', path: left }
  if (take(reader, '[')) return { kind: 'in words', path: left, words: readWords(reader) }
  const path = readTerm(reader)
  if (left.from !== 'me' || left.steps.length > 0 || path.kind !== 'path') throw unreadable(reader)
  return { kind: 'me in', path }
}

const OPERATORS: readonly Operator[] = ['==', '!=', '<=', '>=', '<', '>']

function readRole(reader: Tokens): string {
  demand(reader, '(')
  const role = next(reader).slice(1, -1)
  demand(reader, ')')
  return role
}

function readWords(reader: Tokens): readonly string[] {
  const words: string[] = []
  while (!take(reader, ']')) {
    words.push(next(reader).slice(1, -1))
    take(reader, ',')
  }
  return words
}

function readTerm(reader: Tokens): Term {
  const word = next(reader)
  if (word.startsWith('"')) return { kind: 'literal', value: word.slice(1, -1) }
  if (/^\d/.test(word)) return { kind: 'literal', value: Number(word) }
  if (word === 'null') return { kind: 'literal', value: null }
  if (!/^\w/.test(word)) throw unreadable(reader)
  const isName = word === 'me' || word === 'this'
  const steps = isName ? [] : [word]
  while (take(reader, '.')) steps.push(next(reader))
  return { kind: 'path', from: isName ? word : 'this', steps } satisfies Path
}

function take(reader: Tokens, word: string): boolean {
  if (reader.tokens[reader.at] !== word) return false
  reader.at++
  return true
}

function demand(reader: Tokens, word: string): void {
  if (!take(reader, word)) throw unreadable(reader)
}

function next(reader: Tokens): string {
  const word = reader.tokens[reader.at++]
  if (word === undefined) throw unreadable(reader)
  return word
}

function unreadable({ text, tokens, at }: Tokens): Error {
  return new Error(`the oracle can't read "${text}" from "${tokens[at] ?? 'its end'}" on`)
}
