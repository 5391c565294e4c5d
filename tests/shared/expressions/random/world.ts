// A model with its records in memory, in SQLite and in PostgreSQL, and in which of them an expression comes to something else.
import { isDecimal } from '#shared/expressions/decimal.ts'
import { inspect, isDeepStrictEqual } from 'node:util'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { splitFacts } from '#shared/expressions/facts.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Value } from '#shared/expressions/value.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import { NotInSql } from '../../../../server/storage/expressions/dialect.ts'
import type { TestModel } from '../sample-schema.ts'
import type { PostgresRecords, Question } from './postgres-records.ts'
import type { Ask } from './printing.ts'
import type { Records } from './random-records.ts'
import { sourceOf } from './random-records.ts'
import type { SqliteRecords } from './sqlite-records.ts'

export interface Case {
  readonly node: Node
  readonly scope: Scope
}

interface Difference extends Case {
  readonly way: string
  readonly found: unknown
  readonly expected: unknown
}

export class World {
  private readonly sqlite: SqliteRecords
  private readonly postgres: PostgresRecords | undefined
  private model: TestModel | undefined
  /** The scopes of the cases that PostgreSQL leaves to memory, each of which is asked in several ways. */
  readonly keptOut = new Set<Scope>()

  constructor(sqlite: SqliteRecords, postgres?: PostgresRecords) {
    this.sqlite = sqlite
    this.postgres = postgres
  }

  async load(model: TestModel, records: Records): Promise<void> {
    this.model = model
    this.sqlite.load(model, records)
    await this.postgres?.load(model, records)
  }

  /** The first case that comes to something else in one of the ways than in memory. */
  async findDifference(cases: readonly Case[]): Promise<Difference | undefined> {
    const questions: (Question & { readonly expected: unknown })[] = []
    for (const { node, scope } of cases) {
      const expected = read(node, evaluate(node, scope))
      const facts = attempt(() => this.evaluateWithFacts(node, scope))
      if (!isSame(facts, expected)) return { node, scope, way: 'memory with facts from SQLite', found: facts, expected }
      const asked: (readonly [Ask, unknown])[] = [
        ['record as a row', expected],
        ['record bound', expected],
      ]
      if (node.type.kind === 'boolean') asked.push(['rows that meet the condition', this.idsWhere(node, scope)])
      for (const [ask, wanted] of asked) {
        const found = attempt(() => read(node, this.sqlite.ask(ask, node, scope)))
        if (!isSame(found, wanted)) return { node, scope, way: `SQLite, ${ask}`, found, expected: wanted }
        questions.push({ ask, node, scope, expected: wanted })
      }
    }
    const answers = (await this.postgres?.ask(questions)) ?? []
    for (const [index, { ask, node, scope, expected }] of questions.entries()) {
      if (answers[index] instanceof NotInSql) {
        this.keptOut.add(scope)
        continue
      }
      const found = answers[index] instanceof Error ? String(answers[index]) : read(node, answers[index] as Value)
      if (this.postgres && !isSame(found, expected)) return { node, scope, way: `PostgreSQL, ${ask}`, found, expected }
    }
    return undefined
  }

  /** Describes a case that differs: the smallest part that differs by itself, over as few records as it takes. */
  async explain(differing: Case, records: Records): Promise<string> {
    let { node } = differing
    for (let part: Node | undefined = node; part; part = await this.differingPart(node, differing.scope)) node = part
    let [few, scope] = [records, differing.scope]
    for (const entity of Object.keys(records)) {
      for (const record of records[entity] ?? []) {
        if ([scope.this, scope.old, scope.me].some((each) => each?.id === record.id)) continue
        const fewer = { ...few, [entity]: (few[entity] ?? []).filter((each) => each !== record) }
        if (!(await this.differsWith(node, scope, fewer))) continue
        few = fewer
        scope = { ...scope, records: sourceOf(fewer) }
      }
    }
    if (this.model) await this.load(this.model, few)
    const { way, found, expected } = (await this.findDifference([{ node, scope }])) ?? {}
    return [
      printExpression(node),
      `${way}: ${inspect(found)}`,
      `memory: ${inspect(expected)}`,
      JSON.stringify({ this: scope.this?.id, old: scope.old?.id, me: scope.me?.id, timeZone: scope.timeZone }),
      inspect(few, { depth: null }),
    ].join('\n')
  }

  private async differsWith(node: Node, scope: Scope, records: Records): Promise<boolean> {
    if (!this.model) return false
    await this.load(this.model, records)
    const difference = await this.findDifference([{ node, scope: { ...scope, records: sourceOf(records) } }])
    // Where a record points to one that was left out, memory can't know.
    return difference !== undefined && difference.expected !== undefined
  }

  private async differingPart(node: Node, scope: Scope): Promise<Node | undefined> {
    for (const child of childrenOf(node)) {
      if (!hasFreeVariable(child, []) && (await this.findDifference([{ node: child, scope }]))) return child
    }
    return undefined
  }

  private idsWhere(node: Node, scope: Scope): readonly string[] {
    const all = scope.records?.all(this.model?.here ?? '') ?? []
    return all.filter((record) => evaluate(node, { ...scope, this: record }) === true).map((record) => record.id)
  }

  private evaluateWithFacts(node: Node, scope: Scope): unknown {
    const { nodes, facts } = splitFacts([node])
    const values = facts.map((fact) => [fact.name, this.sqlite.ask('record as a row', fact.node, scope)] as const)
    const { records: _, ...rest } = scope
    return read(node, evaluate(nodes[0] as Node, { ...rest, facts: Object.fromEntries(values) }))
  }
}

/** An error in one way is a difference like any other. */
function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return String(error)
  }
}

/** Converts a value for comparison. JSON text is compared by what it says. */
function read({ kind }: Node, value: Value): unknown {
  return kind === 'json' && typeof value === 'string' ? JSON.parse(value) : plain(value)
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
  return isDeepStrictEqual(a, b)
}

function hasFreeVariable(node: Node, bound: readonly string[]): boolean {
  if (node.kind === 'variable') return !bound.includes(node.name)
  if (node.kind === 'each')
    return hasFreeVariable(node.set, bound) || hasFreeVariable(node.body, [...bound, node.variable])
  return someNode(node, (part) => part !== node && childrenOf(node).includes(part) && hasFreeVariable(part, bound))
}
