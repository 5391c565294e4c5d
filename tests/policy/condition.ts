// Conditions as plain data: printed in the language of documents, and evaluated naively, three-valued, over rows in memory.
// Nothing of the product is used here, so that a mistake there is not repeated.
import type { Entities, Row } from './entities.ts'
import { fieldOf, reverseOf } from './entities.ts'

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Term; readonly right: Term }
  | { readonly kind: 'true field'; readonly path: Path }
  | { readonly kind: 'in words'; readonly path: Path; readonly words: readonly string[] }
  | { readonly kind: 'me in'; readonly path: Path }
  /** A role of `person`, or of the caller if no person is named. */
  | { readonly kind: 'is'; readonly role: string; readonly person?: Path }
  | { readonly kind: 'exists'; readonly set: Set; readonly variable: string; readonly where: Condition }
  | {
      readonly kind: 'count'
      readonly set: Set
      readonly variable: string
      readonly where: Condition
      readonly operator: Operator
      readonly number: number
    }

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>='

export type Term = { readonly kind: 'literal'; readonly value: string | number | null } | Path

/** `this.link.title`, `me.team`, `x1.owner`; without steps the record itself. */
export interface Path {
  readonly kind: 'path'
  readonly from: string
  readonly steps: readonly string[]
}

/** All records of an entity; those that point to a record; those that a record points to. */
export type Set =
  | { readonly kind: 'all'; readonly entity: string }
  | { readonly kind: 'reverse' | 'many'; readonly record: Path; readonly name: string }

const ME: Path = { kind: 'path', from: 'me', steps: [] }

export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `(${printCondition(condition.left)} ${condition.kind} ${printCondition(condition.right)})`
    case 'not':
      return `(not ${printCondition(condition.of)})`
    case 'compare':
      return `${printTerm(condition.left)} ${condition.operator} ${printTerm(condition.right)}`
    case 'true field':
      return printTerm(condition.path)
    case 'in words':
      return `${printTerm(condition.path)} in [${condition.words.map((word) => `"${word}"`).join(', ')}]`
    case 'me in':
      return `me in ${printTerm(condition.path)}`
    case 'is':
      return `${printTerm(condition.person ?? ME)}.is("${condition.role}")`
    case 'exists':
      return `${printSet(condition.set)}.exists(${condition.variable}, ${printCondition(condition.where)})`
    case 'count': {
      const { set, variable, where, operator, number } = condition
      return `${printSet(set)}.filter(${variable}, ${printCondition(where)}).count() ${operator} ${number}`
    }
  }
}

function printTerm(term: Term): string {
  if (term.kind === 'path') return [term.from, ...term.steps].join('.')
  return typeof term.value === 'string' ? `"${term.value}"` : String(term.value)
}

function printSet(set: Set): string {
  return set.kind === 'all' ? set.entity : `${printTerm(set.record)}.${set.name}`
}

/**
 * The records that there are to see: the document sees all of them, an actor what they may read, with the rest of
 * each row empty.
 */
export interface Eyes {
  readonly entities: Entities
  rows(entity: string): readonly Row[]
}

export interface Place {
  readonly eyes: Eyes
  /** Names of records: `this`, `me`, variables. */
  readonly names: { readonly [name: string]: { readonly entity: string; readonly row: Row | null } }
  /** Does the person hold this role; if none is given, the caller? */
  holds(role: string, person?: Row): boolean
}

type Truth = boolean | null

/** true, false, or null for unknown. */
export function evaluate(condition: Condition, place: Place): Truth {
  switch (condition.kind) {
    case 'and':
      return both(evaluate(condition.left, place), evaluate(condition.right, place))
    case 'or':
      return negated(both(negated(evaluate(condition.left, place)), negated(evaluate(condition.right, place))))
    case 'not':
      return negated(evaluate(condition.of, place))
    case 'compare':
      return compared(condition.operator, valueOf(condition.left, place), valueOf(condition.right, place))
    case 'true field':
      return valueOf(condition.path, place) as Truth
    case 'in words': {
      // What is empty is in no list.
      return condition.words.includes(valueOf(condition.path, place) as string)
    }
    case 'me in': {
      const me = place.names['me']?.row?.id
      const ids = (valueOf(condition.path, place) ?? []) as readonly string[]
      return me !== undefined && ids.includes(me)
    }
    case 'is':
      if (condition.person !== undefined) {
        const id = valueOf(condition.person, place)
        const person = place.eyes.rows('Person').find((each) => each.id === id)
        return person !== undefined && place.holds(condition.role, person)
      }
      return place.names['me']?.row != null && place.holds(condition.role)
    case 'exists':
      return matching(condition, place) > 0
    case 'count':
      return compared(condition.operator, matching(condition, place), condition.number)
  }
}

function both(left: Truth, right: Truth): Truth {
  return left === false || right === false ? false : left === null || right === null ? null : true
}

function negated(truth: Truth): Truth {
  return truth === null ? null : !truth
}

function compared(operator: Operator, left: unknown, right: unknown): Truth {
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  if (left === null || right === null) return null
  const [a, b] = [left as number, right as number]
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b
}

/** An element for which the condition is unknown does not count. */
function matching(
  condition: { readonly set: Set; readonly variable: string; readonly where: Condition },
  place: Place,
): number {
  const { entity, rows } = elements(condition.set, place)
  return rows.filter((row) => {
    const names = { ...place.names, [condition.variable]: { entity, row } }
    return evaluate(condition.where, { ...place, names }) === true
  }).length
}

function elements(set: Set, place: Place): { readonly entity: string; readonly rows: readonly Row[] } {
  const { eyes, names } = place
  if (set.kind === 'all') return { entity: set.entity, rows: eyes.rows(set.entity) }
  const entity = entityAt(set.record, eyes.entities, (name) => names[name]?.entity ?? '')
  const id = valueOf(set.record, place)
  if (set.kind === 'reverse') {
    const reverse = reverseOf(eyes.entities, entity, set.name)
    const isHere = (value: unknown): boolean =>
      Array.isArray(value) ? value.includes(id) : id !== null && value === id
    return { entity: reverse.entity, rows: eyes.rows(reverse.entity).filter((each) => isHere(each[reverse.field])) }
  }
  // The record at hand may lie in the trash, where no set finds it.
  const named = set.record.steps.length === 0 ? names[set.record.from]?.row : undefined
  const row = named ?? eyes.rows(entity).find((each) => each.id === id)
  const target = fieldOf(eyes.entities, entity, set.name).target ?? ''
  const ids = (row?.[set.name] ?? []) as readonly string[]
  return { entity: target, rows: eyes.rows(target).filter((each) => ids.includes(each.id)) }
}

function entityAt({ from, steps }: Path, entities: Entities, entityOf: (name: string) => string): string {
  return steps.reduce((entity, step) => fieldOf(entities, entity, step).target ?? '', entityOf(from))
}

/** A record stands for its id. */
function valueOf(term: Term, { eyes, names }: Place): unknown {
  if (term.kind === 'literal') return term.value
  let { entity = '', row = null } = names[term.from] ?? {}
  let value: unknown = row?.id ?? null
  for (const [index, step] of term.steps.entries()) {
    if (row === null) return null
    value = row[step] ?? null
    const { target } = fieldOf(eyes.entities, entity, step)
    if (target === undefined || index === term.steps.length - 1) continue
    entity = target
    const id = value
    row = eyes.rows(target).find((each) => each.id === id) ?? null
  }
  return value
}

/**
 * Evaluates a condition for any row, where only roles are known: nobody holds one. Null means that the row decides or that the
 * result is unknown.
 */
export function evaluateRoles(condition: Condition, holds: (role: string) => boolean): Truth {
  switch (condition.kind) {
    case 'is':
      if (condition.person !== undefined) return null
      return holds(condition.role)
    case 'not': {
      const inner = evaluateRoles(condition.of, holds)
      return typeof inner === 'boolean' ? !inner : inner
    }
    case 'and':
    case 'or': {
      const [left, right] = [evaluateRoles(condition.left, holds), evaluateRoles(condition.right, holds)]
      const deciding = condition.kind === 'or'
      if (left === deciding || right === deciding) return deciding
      if (left === !deciding) return right
      if (right === !deciding) return left
      return null
    }
    default:
      return null
  }
}

/** Every name that a condition reads, as entity and field; only an entity where all its records are asked. */
export function readsOf(
  condition: Condition,
  entities: Entities,
  names: { readonly [name: string]: string },
): readonly (readonly [entity: string, field?: string])[] {
  const path = ({ from, steps }: Path): readonly (readonly [string, string])[] => {
    let entity = names[from] ?? ''
    return steps.map((step) => {
      const read = [entity, step] as const
      entity = fieldOf(entities, entity, step).target ?? ''
      return read
    })
  }
  const term = (each: Term) => (each.kind === 'path' ? path(each) : [])
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...readsOf(condition.left, entities, names), ...readsOf(condition.right, entities, names)]
    case 'not':
      return readsOf(condition.of, entities, names)
    case 'compare':
      return [...term(condition.left), ...term(condition.right)]
    case 'true field':
    case 'in words':
    case 'me in':
      return path(condition.path)
    case 'is':
      return condition.person === undefined ? [] : path(condition.person)
    case 'exists':
    case 'count': {
      const { entity, reads } = readsOfSet(condition.set)
      return [...reads, ...readsOf(condition.where, entities, { ...names, [condition.variable]: entity })]
    }
  }

  function readsOfSet(set: Set): { readonly entity: string; readonly reads: ReturnType<typeof readsOf> } {
    if (set.kind === 'all') return { entity: set.entity, reads: [[set.entity]] }
    const from = entityAt(set.record, entities, (name) => names[name] ?? '')
    if (set.kind === 'many') {
      const target = fieldOf(entities, from, set.name).target ?? ''
      return { entity: target, reads: [...path(set.record), [from, set.name]] }
    }
    const { entity, field } = reverseOf(entities, from, set.name)
    return { entity, reads: [...path(set.record), [from], [entity, field]] }
  }
}
