// Evaluates expressions on records in memory, written apart from the code that decides on the server.
// Logic, comparisons, paths and sets are its own; only arithmetic and functions of single values are the language's.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { dateOf } from '#shared/expressions/calendar.ts'
import { addDecimals, decimalToNumber, isDecimal, makeDecimal } from '#shared/expressions/decimal.ts'
import { lengthOf } from '#shared/expressions/duration.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Decimal, RecordValue, Value } from '#shared/expressions/value.ts'
import { mapChildren } from '#shared/expressions/walk.ts'
import type { Model } from '#shared/model/model.ts'
import type { InLanguages } from '#shared/text/language.ts'
import type { HoleValues, Phrase } from '#shared/text/phrase.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import type { World } from './world.ts'

/** Thrown where nothing can be derived, as for a part of an expression that is not evaluated here; it says why. */
export class NotDerived extends Error {
  readonly why: Phrase

  constructor(says: InLanguages, values: HoleValues = {}) {
    const why = { says, values }
    super(sayPhrase(why, 'en'))
    this.why = why
  }
}

export interface Situation {
  readonly model: Model
  readonly world: World
  /** RFC 3339 in UTC with milliseconds. */
  readonly now: string
  readonly this?: RecordValue
  readonly old?: RecordValue
  readonly me: RecordValue | null
  readonly input?: { readonly [name: string]: Value }
  readonly variables?: { readonly [name: string]: Value }
}

export function valueOn(situation: Situation, node: Node): Exclude<Value, undefined> {
  switch (node.kind) {
    case 'literal':
      return readValue(node.value, node.type) ?? null
    case 'this':
      return situation.this?.id ?? null
    case 'old':
      return situation.old?.id ?? null
    case 'me':
      return situation.me?.id ?? null
    case 'now':
      return situation.now
    case 'today':
      return dateOf(situation.now, situation.model.settings.timeZone)
    case 'limit':
      return limitOf(situation, node.name)
    case 'input':
      return situation.input?.[node.name] ?? null
    case 'variable':
      return situation.variables?.[node.name] ?? null
    case 'field':
      return fieldOf(situation, node)
    case 'reverse': {
      const id = valueOn(situation, node.record)
      return idsWhere(situation, node.entity, (record) => [record[node.field]].flat().includes(id))
    }
    case 'records':
      return idsWhere(situation, node.entity, () => true)
    case 'not': {
      const value = valueOn(situation, node.operand)
      return value === null ? null : value !== true
    }
    case 'conditional':
      return valueOn(situation, valueOn(situation, node.test) === true ? node.then : node.otherwise)
    case 'list':
      return node.items.map((item) => valueOn(situation, item))
    case 'is':
      return hasRole(situation, node.person, node.roles)
    case 'binary':
      return binaryOf(situation, node)
    case 'each':
      return eachOf(situation, node)
    case 'call':
      return callOf(situation, node)
    case 'negate':
    case 'index':
    case 'lookup':
    case 'calendar':
      return delegated(situation, node)
    default:
      throw new NotDerived(NO_SUCH_PART, { part: node.kind })
  }
}

/** Is the condition true? Empty counts as false. */
export function holdsOn(situation: Situation, node: Node): boolean {
  return valueOn(situation, node) === true
}

/** Is the condition neither true nor false? What is not evaluated here counts as decided. */
export function isUnknownOn(situation: Situation, node: Node): boolean {
  try {
    return valueOn(situation, node) === null
  } catch (error) {
    if (error instanceof NotDerived) return false
    throw error
  }
}

function limitOf({ model, now }: Situation, name: string): Exclude<Value, undefined> {
  const value = constantsAt(model, now)[name] ?? null
  if (value === null) throw new NotDerived(NO_LIMIT, { name: `limits.${name}` })
  return value
}

function fieldOf(situation: Situation, node: Node & { readonly kind: 'field' }): Exclude<Value, undefined> {
  const record = recordOf(situation, node.record)
  const field = situation.model.entities.get(node.entity)?.fields.get(node.field)
  if (record === undefined) return null
  if (field?.computed !== undefined)
    return valueOn({ ...situation, this: record, variables: {} }, field.computed.expression.tree)
  return readValue(record[node.field] ?? null, field?.valueType ?? node.type) ?? null
}

function recordOf(situation: Situation, node: Node): RecordValue | undefined {
  if (node.kind === 'this') return situation.this
  if (node.kind === 'old') return situation.old
  if (node.kind === 'me') return situation.me ?? undefined
  const id = valueOn(situation, node)
  if (node.type.kind !== 'record') throw new NotDerived(NO_RECORD)
  const { entity } = node.type
  // The record at hand as it would be, not as it lies in the world.
  return situation.this?.id === id ? situation.this : situation.world.find(entity, String(id))
}

function idsWhere({ world }: Situation, entity: string, test: (record: RecordValue) => boolean): readonly string[] {
  return world
    .all(entity)
    .filter(test)
    .map(({ id }) => id)
}

function hasRole(situation: Situation, person: Node, roles: readonly string[]): boolean {
  const record = recordOf(situation, person)
  if (record === undefined) return false
  const given = Array.isArray(record['roles']) ? record['roles'].map(String) : []
  return given.some((role) => roles.includes(role))
}

function binaryOf(situation: Situation, node: Node & { readonly kind: 'binary' }): Exclude<Value, undefined> {
  const { operator, left, right } = node
  if (operator === 'and' || operator === 'or') {
    const decisive = operator === 'or'
    const first = valueOn(situation, left)
    if (first === decisive) return decisive
    const second = valueOn(situation, right)
    if (second === decisive) return decisive
    return first === null || second === null ? null : !decisive
  }
  if (!['==', '!=', '<', '<=', '>', '>=', 'in'].includes(operator)) return delegated(situation, node)
  const [a, b] = [valueOn(situation, left), valueOn(situation, right)]
  if (operator === '==' || operator === '!=') return areSame(a, b) === (operator === '==')
  if (operator === 'in') return a === null ? null : Array.isArray(b) && b.some((item) => areSame(a, item as Value))
  if (a === null || b === null) return null
  const order = compare(a, b, left.type.kind === 'choice' ? left.type : right.type)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function areSame(a: Value, b: Value): boolean {
  if (a === null || b === null || a === undefined || b === undefined) return (a ?? null) === (b ?? null)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Value) => b.some((other: Value) => areSame(item, other)))
  if (isDecimal(a) || isDecimal(b)) return numberOf(a) === numberOf(b)
  return a === b
}

function compare(a: Value, b: Value, type: Type): number {
  if (type.kind === 'choice') return type.words.indexOf(String(a)) - type.words.indexOf(String(b))
  if (typeof a === 'string') return a < String(b) ? -1 : a > String(b) ? 1 : 0
  const [left, right] =
    type.kind === 'duration'
      ? [Number(lengthOf(a as bigint)), Number(lengthOf(b as bigint))]
      : [numberOf(a), numberOf(b)]
  return left - right
}

function numberOf(value: Value): number {
  if (isDecimal(value)) return decimalToNumber(value)
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN
}

function eachOf(situation: Situation, node: Node & { readonly kind: 'each' }): Exclude<Value, undefined> {
  const set = valueOn(situation, node.set)
  const items = Array.isArray(set) ? (set as readonly Value[]) : []
  const bodies = items.map((item) =>
    valueOn({ ...situation, variables: { ...situation.variables, [node.variable]: item } }, node.body),
  )
  switch (node.operation) {
    case 'exists':
      return bodies.includes(true)
    case 'all':
      return bodies.every((body) => body === true)
    case 'filter':
      return items.filter((_, at) => bodies[at] === true)
    case 'map':
      return bodies
    case 'sum': {
      const known = bodies.filter((body) => body !== null)
      if (node.type.kind !== 'decimal') return known.reduce<number>((sum, body) => sum + numberOf(body), 0)
      const zero = makeDecimal(0, node.type.scale)
      return known.reduce<Decimal>((sum, body) => (isDecimal(body) ? addDecimals(sum, body) : sum), zero)
    }
    default:
      throw new NotDerived(NO_OVER_RECORDS, { operation: node.operation })
  }
}

function callOf(situation: Situation, node: Node & { readonly kind: 'call' }): Exclude<Value, undefined> {
  const [first] = node.arguments
  if (node.name === 'timer' || first === undefined) throw new NotDerived(NO_TIMERS)
  if (node.name === 'role') throw new NotDerived(NO_ROLES_OF_OTHERS)
  if (node.name === 'count') return ([valueOn(situation, first)].flat() as readonly Value[]).length
  return delegated(situation, node)
}

/** The language works it out of the values that its parts have here. */
function delegated(situation: Situation, node: Node): Exclude<Value, undefined> {
  const input: { [name: string]: Value } = {}
  const closed = mapChildren(node, (child) => {
    if (child.kind === 'calendar' || (child.kind === 'literal' && child.type.kind === 'null')) return child
    const name = `part ${Object.keys(input).length}`
    input[name] = valueOn(situation, child)
    return { kind: 'input', name, type: child.type, span: child.span }
  })
  const { settings } = situation.model
  return evaluate(closed, { me: null, now: situation.now, timeZone: settings.timeZone, limits: {}, input }) ?? null
}

const NO_SUCH_PART = {
  en: '“{part}” of an expression is not evaluated by verify',
  de: '„{part}“ in einem Ausdruck wird im Nachweis nicht ausgewertet',
}
const NO_LIMIT = { en: '{name} is not shown', de: '{name} hat keinen Wert' }
const NO_RECORD = { en: 'a field of what is no record', de: 'ein Feld von etwas, das kein Eintrag ist' }
const NO_OVER_RECORDS = {
  en: '“{operation}” over records is not evaluated by verify',
  de: '„{operation}“ über Einträge wird im Nachweis nicht ausgewertet',
}
const NO_TIMERS = {
  en: 'timers are not evaluated by verify',
  de: 'Fristen werden im Nachweis nicht ausgewertet',
}
const NO_ROLES_OF_OTHERS = {
  en: 'roles by relation of other records are not evaluated by verify',
  de: 'Rollen, die von anderen Einträgen abhängen, werden im Nachweis nicht ausgewertet',
}
