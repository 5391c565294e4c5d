// Compiles a checked expression to a function of a scope.
import { dateOf } from './calendar.ts'
import { makeDecimal } from './decimal.ts'
import { orEmpty, runOfCall } from './evaluate/evaluate-calls.ts'
import type { Frame, Run } from './evaluate/evaluate-operators.ts'
import {
  compileEquality,
  compileIn,
  compileLogic,
  compileOrder,
  strict,
  strictPair,
} from './evaluate/evaluate-operators.ts'
import { ownValue, pointingTo, reachedFrom } from './evaluate/evaluate-records.ts'
import { applyEach, orderIds } from './evaluate/evaluate-sets.ts'
import { printerOf } from './functions/shown-value.ts'
import type { Node } from './node.ts'
import { arithmeticOf, textPrinterOf } from './operators.ts'
import { readerOf, readValue, writeValue } from './read-value.ts'
import type { Scope } from './scope.ts'
import { isInOrderOfIds } from './set-order.ts'
import { isCollection } from './type-rules.ts'
import type { RecordValue, Value } from './value.ts'

/** The value of an expression: never throws. `variables` gives values to variables that nothing in the tree binds. */
export function evaluate(node: Node, scope: Scope, variables: { readonly [name: string]: Value } = {}): Value {
  const names = Object.keys(variables)
  if (names.length === 0) return compileExpression(node)(scope)
  return compile(node, names)(scope, Object.values(variables))
}

const compiled = new WeakMap<Node, (scope: Scope) => Value>()

/** The expression as a function; the same tree gives the same function. */
export function compileExpression(node: Node): (scope: Scope) => Value {
  let run = compiled.get(node)
  if (!run) {
    const inner = compile(node, [])
    run = (scope) => inner(scope, [])
    compiled.set(node, run)
  }
  return run
}

/** `names`: the variables in scope, by their place in the frame. */
function compile(node: Node, names: readonly string[]): Run {
  switch (node.kind) {
    case 'literal': {
      const value = readValue(node.value, node.type)
      return () => value
    }
    case 'this':
      return (scope) => idOf(scope.this)
    case 'old':
      return (scope) => idOf(scope.old)
    case 'me':
      return (scope) => idOf(scope.me)
    case 'now':
      return (scope) => scope.now
    case 'today':
      return (scope) => dateOf(scope.now, scope.timeZone)
    case 'limit':
      return (scope) => member(scope.limits, node.name)
    case 'input':
      return (scope) => member(scope.input, node.name)
    case 'fact':
      return (scope) => member(scope.facts, node.name)
    case 'variable': {
      const place = names.lastIndexOf(node.name)
      return (_scope, frame) => frame[place]
    }
    case 'field':
      return compileField(node, names)
    case 'reverse':
      return compileReverse(node, names)
    case 'line':
      return compileLine(node, names)
    case 'records':
      return (scope) => scope.records && orderIds(scope.records.all(node.entity).map((record) => record.id))
    case 'member':
    case 'index':
      return compileMember(node, names)
    case 'calendar':
      return () => node.hours
    case 'lookup':
      return compileLookup(node, names)
    case 'not':
    case 'negate':
      return compileUnary(node, names)
    case 'binary':
      return compileBinary(node, names)
    case 'conditional': {
      const [test, then, otherwise] = [
        compile(node.test, names),
        compile(node.then, names),
        compile(node.otherwise, names),
      ]
      const choose: Run = (scope, frame) => {
        const answer = test(scope, frame)
        return answer === true ? then(scope, frame) : answer === false ? otherwise(scope, frame) : answer
      }
      return isCollection(node.type) ? orEmpty(choose) : choose
    }
    case 'list': {
      const items = node.items.map((item) => compile(item, names))
      return (scope, frame) => {
        const values = items.map((item) => item(scope, frame))
        return values.includes(undefined) ? undefined : values
      }
    }
    case 'object': {
      const entries = node.entries.map((entry) => [entry.name, compile(entry.value, names)] as const)
      return (scope, frame) => {
        const values = entries.map(([name, value]) => [name, value(scope, frame)] as const)
        return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
      }
    }
    case 'each':
      return compileEach(node, names)
    case 'call':
      return compileCall(node, names)
    case 'is':
      return compileIs(node, names)
    case 'shown': {
      const print = node.as ? printerOf(node.as) : textPrinterOf(node.value.type)
      return strict(([value]) => print(value), [compile(node.value, names)])
    }
    case 'json': {
      const { type } = node.value
      const isText = node.type.kind === 'text'
      const value = compile(node.value, names)
      return (scope, frame) => {
        const found = value(scope, frame)
        if (found === undefined) return undefined
        const json = writeValue(found, type)
        return isText ? JSON.stringify(json) : (json as Value)
      }
    }
  }
}

function idOf(record: RecordValue | null | undefined): Value {
  return record ? record.id : null
}

function member(values: { readonly [name: string]: Value } | undefined, name: string): Value {
  return values && Object.hasOwn(values, name) ? values[name] : undefined
}

// Records ------------------------------------------------------------------------------------------

/** The record that a node stands for: null if there is none, undefined if it is not at hand. */
function compileRecord(
  node: Node,
  names: readonly string[],
): (scope: Scope, frame: Frame) => RecordValue | null | undefined {
  switch (node.kind) {
    case 'this':
      return (scope) => scope.this ?? null
    case 'old':
      return (scope) => scope.old ?? null
    case 'me':
      return (scope) => scope.me
  }
  const id = compile(node, names)
  const entity = node.type.kind === 'record' ? node.type.entity : ''
  return (scope, frame) => {
    const value = id(scope, frame)
    return typeof value === 'string' ? scope.records?.record(entity, value) : value === null ? null : undefined
  }
}

function compileField(node: Node & { readonly kind: 'field' }, names: readonly string[]): Run {
  const { field, type } = node
  const record = compileRecord(node.record, names)
  const many = isCollection(type)
  const ids = type.kind === 'set' && type.of.kind === 'record'
  const read = readerOf(type)
  const value = ownValue(field)
  return (scope, frame) => {
    const owner = record(scope, frame)
    if (!owner) return owner === null && many ? [] : owner
    const json = value(owner)
    if (json === undefined) return undefined
    if (many && !Array.isArray(json)) return []
    if (ids) return orderIds(json as readonly string[])
    return read ? read(json) : (json as Value)
  }
}

function compileReverse(node: Node & { readonly kind: 'reverse' }, names: readonly string[]): Run {
  const { entity, field } = node
  const record = compile(node.record, names)
  return (scope, frame) => {
    const id = record(scope, frame)
    if (id === null) return []
    if (id === undefined || !scope.records) return undefined
    const ids = typeof id === 'string' ? pointingTo(scope.records.all(entity), field, id) : []
    return ids && orderIds(ids)
  }
}

function compileLine(node: Node & { readonly kind: 'line' }, names: readonly string[]): Run {
  const record = compileRecord(node.record, names)
  return (scope, frame) => {
    const start = record(scope, frame)
    if (!start) return start === null ? [] : start
    const ids = scope.records && reachedFrom(start, node, scope.records)
    return ids && orderIds(ids)
  }
}

function compileIs(node: Node & { readonly kind: 'is' }, names: readonly string[]): Run {
  const person = compileRecord(node.person, names)
  const wanted = new Set<unknown>(node.roles)
  return (scope, frame) => {
    const record = person(scope, frame)
    // Nobody holds no role.
    if (!record) return record === null ? false : undefined
    const roles = record['roles']
    if (roles === undefined) return undefined
    return Array.isArray(roles) && roles.some((role) => wanted.has(role))
  }
}

function compileMember(node: Node & { readonly kind: 'member' | 'index' }, names: readonly string[]): Run {
  const object = compile(node.object, names)
  const key: Run = node.kind === 'member' ? () => node.name : compile(node.index, names)
  const read =
    node.type.kind === 'json' ? (value: unknown): Value => (value === undefined ? null : (value as Value)) : undefined
  return (scope, frame) => {
    const owner = object(scope, frame)
    const name = key(scope, frame)
    if (owner === undefined || name === undefined) return undefined
    if (owner === null || name === null || typeof owner !== 'object') return null
    const found = Object.hasOwn(owner, name as string | number)
      ? (owner as { readonly [name: string]: unknown })[name as string]
      : null
    return read ? read(found) : (found as Value)
  }
}

function compileLookup(node: Node & { readonly kind: 'lookup' }, names: readonly string[]): Run {
  const values = new Map<string, Map<string, Value>>()
  for (const { row, column, value } of node.cells) {
    const ofRow = values.get(row) ?? new Map<string, Value>()
    values.set(row, ofRow.set(column, readValue(value, node.type)))
  }
  const keys = [compile(node.row, names), compile(node.column, names)]
  return strict(([row, column]) => values.get(row as string)?.get(column as string) ?? null, keys)
}

// Operators ----------------------------------------------------------------------------------------

function compileUnary(node: Node & { readonly kind: 'not' | 'negate' }, names: readonly string[]): Run {
  const operand = compile(node.operand, names)
  if (node.kind === 'not') {
    return (scope, frame) => {
      const value = operand(scope, frame)
      return typeof value === 'boolean' ? !value : value
    }
  }
  const subtract = arithmeticOf('-', node.type, node.type)
  const zero: Value = node.type.kind === 'decimal' ? makeDecimal(0, node.type.scale) : 0
  return strict((values) => (subtract ? subtract(zero, values[0]) : null), [operand])
}

function compileBinary(node: Node & { readonly kind: 'binary' }, names: readonly string[]): Run {
  const { operator } = node
  const left = compile(node.left, names)
  const right = compile(node.right, names)
  switch (operator) {
    case 'and':
    case 'or':
      return compileLogic(operator === 'or', left, right)
    case '==':
    case '!=':
      return compileEquality(
        operator === '==',
        node.left.type.kind === 'null' ? node.right.type : node.left.type,
        left,
        right,
      )
    case 'in':
      return compileIn(node.left.type, left, compileMany(node.right, names))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(operator, node.left.type, left, right)
  }
  const run = arithmeticOf(operator, node.left.type, node.right.type)
  return run ? strictPair(run, left, right) : () => null
}

// Sets and calls -----------------------------------------------------------------------------------

/** A list that is empty is the empty list, and not unknown. */
function compileMany(node: Node, names: readonly string[]): Run {
  return orEmpty(compile(node, names))
}

function compileEach(node: Node & { readonly kind: 'each' }, names: readonly string[]): Run {
  const set = compileMany(node.set, names)
  const place = names.length
  const body = compile(node.body, [...names, node.variable])
  const apply = applyEach(node.operation, node.body.type, node.type, isInOrderOfIds(node.set))
  return (scope, frame) => {
    const items = set(scope, frame)
    if (!Array.isArray(items)) return undefined
    const bodies = items.map((item: Value) => {
      frame[place] = item
      return body(scope, frame)
    })
    return apply(items, bodies)
  }
}

function compileCall(node: Node & { readonly kind: 'call' }, names: readonly string[]): Run {
  const parts = node.arguments.map((argument) =>
    isCollection(argument.type) ? compileMany(argument, names) : compile(argument, names),
  )
  return runOfCall(node, parts)
}
