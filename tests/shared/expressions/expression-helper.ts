// One boundary for the tests of expressions: text in the sample schema, and what comes of it.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import { readExpression } from '#shared/expressions/checker.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isDecimal, makeDecimal, printDecimal } from '#shared/expressions/decimal.ts'
import type { Environment } from '#shared/expressions/schema.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { fragment } from '#shared/text/fragment.ts'
import { sourceOf } from './random/random-records.ts'
import { FIELDS, schema } from './sample-schema.ts'

const HERE: Environment = {
  record: 'Item',
  old: true,
  input: { note: { kind: 'text' }, amount: { kind: 'integer' } },
  bare: { late: { kind: 'set', of: { kind: 'record', entity: 'Item' } } },
}

/** The checked tree; fails the test if the expression is not sound. */
export function treeOf(text: string, expected?: Type, environment = HERE): Node {
  const { expression, diagnostics } = readExpression(fragment(text), schema, environment, expected)
  if (!expression) throw new Error(`${text}: ${diagnostics.map((each) => each.message).join(' ')}`)
  return expression.tree
}

/** Lists what is reported about an expression: `code at "text": message (hint)`. */
export function complaintsOf(text: string, expected?: Type, environment = HERE): readonly string[] {
  return readExpression(fragment(text), schema, environment, expected).diagnostics.map((diagnostic) =>
    describe(text, diagnostic),
  )
}

function describe(text: string, { code, span, message, hint }: Diagnostic): string {
  return `${code.replace('expressions/', '')} at "${text.slice(span.start, span.end)}": ${message}${hint === undefined ? '' : ` (${hint})`}`
}

/** A record with all fields of its entity, empty unless they are given. */
export function record(entity: string, id: string, fields: { readonly [field: string]: unknown } = {}): RecordValue {
  const empty = Object.entries(FIELDS[entity] ?? {}).map(([field, type]) => [field, type.kind === 'set' ? [] : null])
  return { ...Object.fromEntries(empty), ...fields, id }
}

export interface Given {
  readonly this?: RecordValue | null
  readonly old?: RecordValue | null
  readonly me?: RecordValue | null
  readonly records?: { readonly [entity: string]: readonly RecordValue[] } | null
  readonly input?: Scope['input']
  readonly now?: string
}

export function scopeOf({ records = {}, ...given }: Given = {}): Scope {
  const me = given.me ?? null
  return {
    this: given.this ?? record('Item', 'i0'),
    old: given.old ?? null,
    me,
    now: given.now ?? '2026-11-21T09:00:00.000Z',
    timeZone: 'Europe/Berlin',
    limits: { most: 3, grace: 604_800_000, vat: makeDecimal(19, 2) },
    input: given.input ?? {},
    ...(records === null ? {} : { records: sourceOf(records) }),
  }
}

/** The value of an expression; decimals as text. */
export function valueOf(text: string, given: Given = {}, expected?: Type): unknown {
  return shown(evaluate(treeOf(text, expected), scopeOf(given)))
}

function shown(value: Value): unknown {
  if (isDecimal(value)) return printDecimal(value)
  return Array.isArray(value) ? value.map((item: Value) => shown(item)) : value
}
