// Reads a fenced block of JSON with expressions in backticks.
import * as say from '../../diagnostics/7-calls.ts'
import type { Code } from '../../document/document.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { PointContext } from './point-context.ts'

/** JSON with expressions for some of its values. */
export type JsonTemplate =
  | {
      readonly kind: 'object'
      readonly members: readonly { readonly name: string; readonly value: JsonTemplate }[]
      readonly span: Span
    }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplate[]; readonly span: Span }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly span: Span }
  | { readonly kind: 'expression'; readonly text: Fragment; readonly span: Span }

const MOST_NESTED = 32

/** Undefined after it was said where it is no JSON. */
export function readJsonTemplate({ text }: Code, context: PointContext): JsonTemplate | undefined {
  const reader: Reader = { text, at: 0, context }
  try {
    const value = readValue(reader, 0)
    skipBlanks(reader)
    if (reader.at < text.value.length) fail(reader, 'the end of the block')
    return value
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

interface Reader {
  readonly text: Fragment
  at: number
  readonly context: PointContext
}

/** Leaves the block; what is wrong has been said. */
class JsonSyntaxError extends Error {}

function fail(reader: Reader, expected: string): never {
  const { text, at, context } = reader
  const from = Math.min(at, Math.max(0, text.value.length - 1))
  const found = /^(?:[\w.+-]+|"[^"\n]*"?|.|\n)/su.exec(text.value.slice(at, at + 100))?.[0].trim() ?? ''
  context.report(say.badJson(spanOf(text, from, from + Math.max(1, found.length)), { found, expected }))
  throw new JsonSyntaxError()
}

function skipBlanks(reader: Reader): void {
  while (/[ \t\r\n]/.test(reader.text.value[reader.at] ?? '')) reader.at++
}

function takes(reader: Reader, mark: string): boolean {
  skipBlanks(reader)
  if (reader.text.value[reader.at] !== mark) return false
  reader.at++
  return true
}

function readValue(reader: Reader, depth: number): JsonTemplate {
  skipBlanks(reader)
  const start = reader.at
  if (depth > MOST_NESTED) fail(reader, `at most ${MOST_NESTED} objects and lists, one in the other`)
  if (takes(reader, '{')) return readObject(reader, start, depth)
  if (takes(reader, '[')) return readItems(reader, start, depth)
  if (reader.text.value[reader.at] === '"') return readString(reader)
  const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(
    reader.text.value.slice(reader.at, reader.at + 64),
  )?.[0]
  if (word === undefined) fail(reader, 'a value of JSON; an expression stands in a string, in backticks: "`…`"')
  reader.at += word.length
  return { kind: 'literal', value: JSON.parse(word) as number | boolean | null, span: spanFrom(reader, start) }
}

function readObject(reader: Reader, start: number, depth: number): JsonTemplate {
  const members: { name: string; value: JsonTemplate }[] = []
  const names = new Set<string>()
  while (!takes(reader, '}')) {
    if (members.length > 0 && !takes(reader, ',')) fail(reader, '"," or "}"')
    skipBlanks(reader)
    if (reader.text.value[reader.at] !== '"') fail(reader, 'a name in quotes')
    const from = reader.at
    const name = readText(reader)
    if (names.has(name)) reader.context.report(say.doubledMember(spanFrom(reader, from), { name }))
    names.add(name)
    if (!takes(reader, ':')) fail(reader, '":" and a value')
    members.push({ name, value: readValue(reader, depth + 1) })
  }
  return { kind: 'object', members, span: spanFrom(reader, start) }
}

function readItems(reader: Reader, start: number, depth: number): JsonTemplate {
  const items: JsonTemplate[] = []
  while (!takes(reader, ']')) {
    if (items.length > 0 && !takes(reader, ',')) fail(reader, '"," or "]"')
    items.push(readValue(reader, depth + 1))
  }
  return { kind: 'list', items, span: spanFrom(reader, start) }
}

const STRING = /"(?:[^"\\\n]|\\.)*"/y

/** The string at the reader, whose place is a quote. */
function readText(reader: Reader): string {
  STRING.lastIndex = reader.at
  const found = STRING.exec(reader.text.value)?.[0]
  if (found === undefined) fail(reader, 'a string that ends on its line')
  try {
    const text = JSON.parse(found.replaceAll('\t', '\\t')) as string
    reader.at += found.length
    return text
  } catch {
    return fail(reader, 'a string of JSON')
  }
}

function readString(reader: Reader): JsonTemplate {
  const start = reader.at
  const value = readText(reader)
  const span = spanFrom(reader, start)
  if (!/^`[^`]+`$/.test(value)) return { kind: 'literal', value, span }
  const inner = trimFragment(sliceFragment(reader.text, start + 2, reader.at - 2))
  return { kind: 'expression', text: withoutEscapes(inner), span }
}

function spanFrom({ text, at }: Reader, start: number): Span {
  return spanOf(text, start, at)
}

/** `\"` in a string of JSON is a quote of the expression; what else is escaped, the expression reads itself. */
function withoutEscapes(text: Fragment): Fragment {
  let plain = text
  for (let at = plain.value.indexOf('\\'); at >= 0; at = plain.value.indexOf('\\', at + 1)) {
    if (!/["\\/]/.test(plain.value[at + 1] ?? '')) continue
    const gaps = [...plain.gaps.map((gap) => (gap > at ? gap - 1 : gap)), at].toSorted((a, b) => a - b)
    plain = { value: plain.value.slice(0, at) + plain.value.slice(at + 1), start: plain.start, gaps }
  }
  return plain
}
