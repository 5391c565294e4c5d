// The tested promise: one expression, one answer, in memory, in memory with facts from SQL, and in SQLite.
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readExpression } from '#shared/expressions/checker.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { splitFacts } from '#shared/expressions/facts.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print.ts'
import { isDecimal } from '#shared/expressions/read-value.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Value } from '#shared/expressions/value.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import { fragment } from '#shared/text/fragment.ts'
import { record, scopeOf } from './expression-helper.ts'
import type { Pick } from './random-expression.ts'
import { randomExpression } from './random-expression.ts'
import { randomRecords, randomScope } from './random-records.ts'
import { schema } from './sample-schema.ts'
import { SampleDatabase } from './sqlite-records.ts'

const CASES = Number(process.env['EXPRESSION_CASES'] ?? 3_000)
const EXPRESSIONS_PER_MODEL = 30

const database = new SampleDatabase()
afterAll(() => database.close())

test('an expression means the same in memory, with facts and in SQLite', () => {
  const kinds = new Map<string, number>()
  const model = fc.gen().map((generate) => {
    const pick: Pick = (count) => generate(fc.nat, { max: count - 1 })
    const records = randomRecords(pick)
    const cases = Array.from({ length: EXPRESSIONS_PER_MODEL }, () => ({
      text: randomExpression(pick),
      scope: randomScope(records, pick),
    }))
    return { records, cases, [fc.toStringMethod]: () => 'see the cause' }
  })
  const property = fc.property(model, ({ records, cases }) => {
    database.load(records)
    for (const { text, scope } of cases) {
      const expression = read(text)
      const value = evaluate(expression.tree, scope)
      const kind = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (firstDifference(expression.tree, scope) === undefined) continue
      throw new Error(explain(smallestDifferent(expression.tree, scope), scope))
    }
  })
  fc.assert(property, { numRuns: Math.ceil(CASES / EXPRESSIONS_PER_MODEL), endOnFailure: true, unbiased: true })
  // The cases are not all about nothing.
  for (const kind of ['null', 'boolean', 'string', 'number', 'list', 'object'])
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(CASES / 200)
})

test('SQLite takes what the checker lets pass, however deep', () => {
  const exists = Array.from({ length: 11 }, (_, index) => index).reduce(
    (inner, index) => `Item.exists(v${index}, v${index}.done == false and ${inner})`,
    'true',
  )
  const texts = [
    `this${'.parent'.repeat(11)}.name == null`,
    exists,
    `Item${'.filter(x, x.done == false)'.repeat(11)}.count()`,
    `Item${'.sort(x, x.count).first(3)'.repeat(11)}.first()`,
    Array.from({ length: 145 }, () => 'name').join(' + '),
    Array.from({ length: 145 }, () => 'name == "a"').join(' or '),
    `${'name == "a" ? 1 : '.repeat(70)}2`,
    Array.from({ length: 60 }).reduce<string>((inner) => `(${inner} in [done, true])`, 'done'),
  ]
  const records = { Item: [record('Item', 'item0', { name: 'b', done: false, count: 1 })], Person: [], Tag: [] }
  database.load(records)
  const scope = scopeOf({ this: records.Item[0], records })
  for (const text of texts) expect(firstDifference(read(text).tree, scope), text).toBe(undefined)
})

test('a printed expression reads as the same tree', () => {
  const written = fc.gen().map((generate) => randomExpression((count) => generate(fc.nat, { max: count - 1 })))
  const property = fc.property(written, (text) => {
    const once = printExpression(read(text).tree)
    expect(printExpression(read(once).tree)).toBe(once)
  })
  fc.assert(property, { numRuns: Math.min(CASES, 500), endOnFailure: true, unbiased: true })
})

function read(text: string): Expression {
  const { expression, diagnostics } = readExpression(fragment(text), schema, { record: 'Item', old: true })
  if (!expression)
    throw new Error(
      `${text}\n${diagnostics.map(({ message, span, hint }) => `${span.start}: ${message} ${hint ?? ''}`).join('\n')}`,
    )
  return expression
}

type Way = { readonly name: string; readonly value: unknown; readonly expected: unknown }

function firstDifference(node: Node, scope: Scope): Way | undefined {
  const expected = plain(evaluate(node, scope))
  const ways: readonly (readonly [string, () => unknown])[] = [
    ['SQLite, record as a row', () => plain(database.valueOf(node, scope, 'row'))],
    ['SQLite, record bound', () => plain(database.valueOf(node, scope, 'bound'))],
    ['memory with facts from SQLite', () => plain(evaluateWithFacts(node, scope))],
  ]
  for (const [name, run] of ways) {
    const value = attempt(run)
    if (!isSame(value, expected)) return { name, value, expected }
  }
  if (node.type.kind !== 'boolean' || !scope.records) return undefined
  const met = scope.records.all('Item').filter((record) => evaluate(node, { ...scope, this: record }) === true)
  const wanted = met.map((record) => record.id)
  const found = attempt(() => database.idsWhere(node, scope))
  return isSame(found, wanted)
    ? undefined
    : { name: 'SQLite, rows that meet the condition', value: found, expected: wanted }
}

function evaluateWithFacts(node: Node, scope: Scope): Value {
  const { nodes, facts } = splitFacts([node])
  const values = facts.map((fact) => [fact.name, database.valueOf(fact.node, scope, 'row')] as const)
  const { records: _, ...rest } = scope
  return evaluate(nodes[0] as Node, { ...rest, facts: Object.fromEntries(values) })
}

/** An error in one way is a difference like any other. */
function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return String(error)
  }
}

/** Decimals as text, so that values can be compared and shown. */
function plain(value: Value): unknown {
  if (isDecimal(value)) return `${value.units}e-${value.scale}`
  return Array.isArray(value) ? value.map((item: Value) => plain(item)) : value
}

/** Sums of doubles may differ in their last digit with the order of their rows. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b))
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  return a === b
}

/** The smallest part that differs by itself: that is where the fault lies. */
function smallestDifferent(node: Node, scope: Scope): Node {
  for (const child of childrenOf(node)) {
    if (!hasFreeVariable(child, []) && firstDifference(child, scope)) return smallestDifferent(child, scope)
  }
  return node
}

function hasFreeVariable(node: Node, bound: readonly string[]): boolean {
  if (node.kind === 'variable') return !bound.includes(node.name)
  if (node.kind === 'each')
    return hasFreeVariable(node.set, bound) || hasFreeVariable(node.body, [...bound, node.variable])
  return someNode(node, (part) => part !== node && childrenOf(node).includes(part) && hasFreeVariable(part, bound))
}

function explain(node: Node, scope: Scope): string {
  const difference = firstDifference(node, scope)
  return [
    printExpression(node),
    `${difference?.name}: ${JSON.stringify(difference?.value)}`,
    `memory: ${JSON.stringify(difference?.expected)}`,
    JSON.stringify({ this: scope.this, old: scope.old, me: scope.me }),
  ].join('\n')
}
