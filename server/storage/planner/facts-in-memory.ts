// Counts the rows that a command inserts, so that rules on their number ask the engine once for each group.
import { compileExpression } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { mapNode } from '#shared/expressions/walk.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { Bindings } from '../query-plans.ts'
import { scopeOfBindings } from './bind-parameters.ts'

/** The number of other rows that are like the one at hand in some fields, and on which a condition holds. */
export interface CountedFact {
  readonly kind: 'count'
  /** A text that is the same for rows which are alike. */
  groupOf(record: RecordValue): string
  /** Reports whether the row itself would be counted for another one. */
  isCounted(record: RecordValue): boolean
  /** No more than so many are counted. */
  most(bindings: Bindings): number
}

/** A fact of the record to which a field leads; where the field is empty, the answer is no. */
export interface FactBehind {
  readonly kind: 'behind'
  readonly field: string
}

export type FactInMemory = CountedFact | FactBehind

/** Undefined where one of the facts has to be asked of the engine each time, or nothing is counted. */
export function factsInMemory(
  model: Model,
  entity: string,
  nodes: readonly Node[],
): readonly FactInMemory[] | undefined {
  const known: FactInMemory[] = []
  for (const node of nodes) {
    const fact = countedFact(model, entity, node) ?? factBehind(node)
    if (fact === undefined) return undefined
    known.push(fact)
  }
  return known.some(({ kind }) => kind === 'count') ? known : undefined
}

/** Names the groups whose rows are counted for a record of an entity. */
export function groupsCounted(entity: string, facts: readonly FactInMemory[], record: RecordValue): readonly string[] {
  return facts.flatMap((fact) => (fact.kind === 'count' ? [`${entity} ${fact.groupOf(record)}`] : []))
}

function factBehind(node: Node): FactBehind | undefined {
  if (node.kind !== 'is' || node.person.kind !== 'field' || node.person.record.kind !== 'this') return undefined
  return { kind: 'behind', field: node.person.field }
}

function countedFact(model: Model, name: string, node: Node): CountedFact | undefined {
  const entity = model.entities.get(name)
  if (entity === undefined || node.kind !== 'call' || node.name !== 'count') return undefined
  const [set, most] = node.arguments
  if (set?.kind !== 'each' || set.operation !== 'filter' || set.set.kind !== 'records') return undefined
  if (set.set.entity !== name || (most?.kind !== 'limit' && most?.kind !== 'literal')) return undefined
  const alike: string[] = []
  const conditions: Node[] = []
  let isOfOthers = false
  for (const part of partsOf(set.body)) {
    const field = fieldAlike(part, set.variable)
    if (isOther(part, set.variable)) isOfOthers = true
    else if (field === undefined) conditions.push(part)
    else alike.push(field)
  }
  const isPlain = (field: string): boolean => isPlainField(entity, field)
  if (!isOfOthers || !alike.every(isPlain)) return undefined
  if (!conditions.every((each) => looksAtFieldsOnly(each, set.variable, isPlain))) return undefined
  const holds = conditions.map((each) => compileExpression(askedOfRecord(each, set.variable)))
  const bound = compileExpression(most)
  return {
    kind: 'count',
    groupOf: (record) => JSON.stringify(alike.map((field) => record[field] ?? null)),
    isCounted: (record) => {
      const scope = { this: record, me: null, now: '', timeZone: '', limits: {} }
      return holds.every((hold) => hold(scope) === true)
    },
    most: (bindings) => Number(bound(scopeOfBindings(model, bindings)) ?? 0),
  }
}

function partsOf(node: Node): readonly Node[] {
  return node.kind === 'binary' && node.operator === 'and' ? [...partsOf(node.left), ...partsOf(node.right)] : [node]
}

/** Recognizes `other != this`. */
function isOther(node: Node, variable: string): boolean {
  if (node.kind !== 'binary' || node.operator !== '!=') return false
  return node.left.kind === 'variable' && node.left.name === variable && node.right.kind === 'this'
}

/** Gives the field of `other.field == field`. */
function fieldAlike(node: Node, variable: string): string | undefined {
  if (node.kind !== 'binary' || node.operator !== '==') return undefined
  const { left, right } = node
  if (left.kind !== 'field' || right.kind !== 'field' || left.field !== right.field) return undefined
  if (left.record.kind !== 'variable' || left.record.name !== variable || right.record.kind !== 'this') return undefined
  return left.field
}

const PLAIN: ReadonlySet<string> = new Set(['record', 'choice', 'text', 'boolean'])

/** A field whose value stands in the row as it does in the record. */
function isPlainField({ fields }: Entity, name: string): boolean {
  const field = fields.get(name)
  return field !== undefined && field.computed === undefined && PLAIN.has(field.valueType.kind)
}

/** Reports whether a condition compares plain fields of the variable with nothing but constants. */
function looksAtFieldsOnly(node: Node, variable: string, isPlain: (field: string) => boolean): boolean {
  switch (node.kind) {
    case 'literal':
      return true
    case 'list':
      return node.items.every((item) => item.kind === 'literal')
    case 'not':
      return looksAtFieldsOnly(node.operand, variable, isPlain)
    case 'binary':
      return [node.left, node.right].every((each) => looksAtFieldsOnly(each, variable, isPlain))
    case 'field':
      return node.record.kind === 'variable' && node.record.name === variable && isPlain(node.field)
    default:
      return false
  }
}

function askedOfRecord(condition: Node, variable: string): Node {
  return mapNode(condition, (node) =>
    node.kind === 'variable' && node.name === variable ? { kind: 'this', type: node.type, span: node.span } : node,
  )
}

/** Number of groups of rows whose counts are kept at most. */
const MOST_GROUPS = 100_000

/** Rows of a command by their groups: those that it inserts are added to those that were found. */
export class CountedRows {
  /** Number of rows of each group, with those that were inserted last; by entity. */
  private readonly counts = new Map<string, Map<CountedFact, Map<string, number>>>()

  /** Counts a row that was inserted, in the groups whose numbers are known. */
  add(entity: string, record: RecordValue): void {
    const counts = this.counts.get(entity)
    if (counts === undefined) return
    for (const [fact, groups] of counts) {
      const group = fact.groupOf(record)
      const count = groups.get(group)
      if (count !== undefined && fact.isCounted(record)) groups.set(group, count + 1)
    }
  }

  /** Forgets what was counted of an entity: some of its rows are others now. */
  forget(entity: string): void {
    this.counts.delete(entity)
  }

  clear(): void {
    this.counts.clear()
  }

  /** Gives the facts of the row that was inserted last; undefined: one of them is not known. */
  answer(
    entity: string,
    facts: readonly FactInMemory[],
    record: RecordValue,
    bindings: Bindings,
  ): readonly Value[] | undefined {
    const counts = this.counts.get(entity)
    if (counts === undefined) return undefined
    const answers: Value[] = []
    for (const fact of facts) {
      const answer = fact.kind === 'count' ? countFor(counts, fact, record, bindings) : answerBehind(fact, record)
      if (answer === undefined) return undefined
      answers.push(answer)
    }
    return answers
  }

  /** Keeps the numbers that the engine has found for the row that was inserted last. */
  learn(
    entity: string,
    facts: readonly FactInMemory[],
    record: RecordValue,
    bindings: Bindings,
    answers: readonly Value[],
  ): void {
    for (const [at, fact] of facts.entries()) {
      const others = Number(answers[at])
      // Beyond that it has not counted.
      if (fact.kind !== 'count' || !(others < fact.most(bindings))) continue
      const counts = this.counts.get(entity) ?? new Map<CountedFact, Map<string, number>>()
      const groups = counts.get(fact) ?? new Map<string, number>()
      if (groups.size >= MOST_GROUPS) groups.clear()
      groups.set(fact.groupOf(record), others + (fact.isCounted(record) ? 1 : 0))
      this.counts.set(entity, counts.set(fact, groups))
    }
  }
}

function countFor(
  counts: ReadonlyMap<CountedFact, ReadonlyMap<string, number>>,
  fact: CountedFact,
  record: RecordValue,
  bindings: Bindings,
): number | undefined {
  const count = counts.get(fact)?.get(fact.groupOf(record))
  if (count === undefined) return undefined
  return Math.min(count - (fact.isCounted(record) ? 1 : 0), Math.max(0, fact.most(bindings)))
}

function answerBehind({ field }: FactBehind, record: RecordValue): false | undefined {
  const value = record[field]
  return value === null || value === undefined ? false : undefined
}
