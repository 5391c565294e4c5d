// Prints checked expressions as SQL with the evaluator's meaning: three-valued and exact.
// What memory can decide (the person, the moment, constants, inputs) is worked out there and bound as one parameter.
import { sql } from '../sql.ts'
import type { FunctionParameter } from '#shared/expressions/functions/overloads.ts'
import { findOverload, overloadsOf } from '#shared/expressions/functions/overloads.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { isOwnRole, isTimer } from '#shared/expressions/facts.ts'
import type { Node } from '#shared/expressions/node.ts'
import { INTEGER, isCollection, TEXT } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import { arithmeticName, overloadName } from './function-names.ts'
import type { Binding, PrintContext, Sql, SqlContext } from './expression-sql-context.ts'
import {
  comparedValue,
  empty,
  fromOrder,
  isDecidedInMemory,
  isWritten,
  printBounded,
  printLiteral,
  printOrder,
  rowsRelatedTo,
  rowOf,
} from './expression-sql-context.ts'
import { isAtHand, printCondition, printEquality } from './expression-sql-equality.ts'
import { printFirst, printIfThere } from './expression-sql-related.ts'
import { isHeld } from './held-numbers.ts'
import { printJson } from './expression-json.ts'
import { printCount, printJoined, printMany, printSetOperation, printWholeSet } from './expression-sql-sets.ts'
import { expressionParameter, TIME_ZONE } from './expression-value.ts'
import { sqlParameter } from '../sql-parameter.ts'

export type { SqlContext }

/** The value in its stored form; a condition gives 1, 0 or NULL and can stand in WHERE as it is. */
export function expressionToSql(node: Node, context: SqlContext): Sql {
  return makePlace(context, new Map()).print(node)
}

/** A condition as it stands in WHERE, where nothing is as good as no: an index serves its equalities on every engine. */
export function conditionToSql(node: Node, context: SqlContext): Sql {
  return makePlace(context, new Map()).condition(node)
}

type Conditional = Node & { readonly kind: 'conditional' }

function makePlace(context: SqlContext, variables: ReadonlyMap<string, Binding>): PrintContext {
  const place: PrintContext = {
    context,
    dialect: context.dialect,
    variables,
    print: (node) => print(node, place),
    condition: (node) => printCondition(node, place),
    json: (node) => printJson(node, place),
    bind: (variable, binding) => makePlace(context, new Map([...variables, [variable, binding]])),
  }
  return place
}

function print(node: Node, place: PrintContext): Sql {
  const { dialect } = place
  if (isWritten(node)) return printLiteral(node, dialect)
  if (isDecidedInMemory(node, place.context)) return dialect.bound(expressionParameter(node), node.type)
  switch (node.kind) {
    case 'field':
      return isCollection(node.type) && place.context.link(node.entity, node.field)
        ? printMany(node, place)
        : printField(node.record, node.entity, node.field, place)
    case 'this':
    case 'old':
    case 'variable':
      return printRecord(node, place)
    case 'reverse':
    case 'line':
    case 'records':
      return printMany(node, place)
    case 'not':
      return sql`(NOT ${place.print(node.operand)})`
    case 'negate':
      return printNegation(node, place)
    case 'binary':
      return printBinary(node, place)
    case 'conditional':
      return printIfThere(node, place, (value, at) => at.print(value)) ?? printConditional(node, place)
    case 'list':
      return dialect.list(node.items.map((item) => place.print(item)))
    case 'object':
      return dialect.object(node.entries.map((entry) => [entry.name, place.print(entry.value)]))
    case 'member':
      if (isTimer(node.object)) return printTimer(node.object, node.name === 'left' ? 'left' : 'due_at', place)
      return dialect.member(place.print(node.object), node.name, node.type)
    case 'index':
      return dialect.element(
        place.print(node.object),
        node.index.type.kind === 'integer' ? printBounded(node.index, place) : place.print(node.index),
        node.object.type,
        node.type,
        place.context.fresh(),
      )
    case 'lookup':
      return printLookup(node, place)
    case 'each':
      return isCollection(node.type) ? printMany(node, place) : printSetOperation(node, place)
    case 'call':
      if (isTimer(node))
        return dialect.object((['due_at', 'left'] as const).map((part) => [part, printTimer(node, part, place)]))
      return isOwnRole(node) ? printOwnRole(node, place) : printCall(node, place)
    case 'is':
      return printIs(node, place)
    case 'shown':
      return printShown(node, place)
    case 'json':
      return printJson(node.value, place)
    default:
      return empty(node, place)
  }
}

// Records ------------------------------------------------------------------------------------------

/** A record as its id, a variable as its value. */
function printRecord(node: Node, place: PrintContext): Sql {
  const row = rowOf(node, place)
  if (row !== undefined && node.type.kind === 'record') return place.context.column(node.type.entity, 'id', row)
  const binding = node.kind === 'variable' ? place.variables.get(node.name) : undefined
  return binding && 'value' in binding ? binding.value : empty(node, place)
}

function printField(record: Node, entity: string, field: string, place: PrintContext): Sql {
  const { context } = place
  const row = rowOf(record, place)
  if (row !== undefined) return context.column(entity, field, row)
  const alias = context.fresh()
  return sql`(SELECT ${context.column(entity, field, alias)} FROM ${rowsRelatedTo(place, entity)} AS ${sql.raw(alias)} WHERE ${context.column(entity, 'id', alias)} = ${place.print(record)})`
}

function printConditional({ test, then, otherwise }: Conditional, place: PrintContext): Sql {
  const { dialect } = place
  return sql`(CASE ${place.print(test)} WHEN ${dialect.truth(true)} THEN ${place.print(then)} WHEN ${dialect.truth(false)} THEN ${place.print(otherwise)} END)`
}

const MOMENT: Type = { kind: 'timestamp' }
const DURATION: Type = { kind: 'duration' }

/**
 * Prints the due moment of a timer or the time left. The time left is computed when it is read, in hours of the
 * timer's calendar, and is negative once the timer is overdue.
 */
function printTimer(node: Node, part: 'due_at' | 'left', place: PrintContext): Sql {
  const { context, dialect } = place
  const [record, named] = childrenOf(node)
  const { span } = node
  if (record?.type.kind !== 'record' || named?.kind !== 'literal') return empty(node, place)
  const { entity } = record.type
  const name = String(named.value)
  const of = (row: string): Sql => {
    const timer = context.timer?.(entity, name, row)
    if (timer === undefined || part === 'due_at') return timer?.moment ?? empty(node, place)
    const now = dialect.bound(expressionParameter({ kind: 'now', type: MOMENT, span }), MOMENT)
    if (timer.calendar === undefined)
      return sql`${sql.raw(arithmeticName('-', MOMENT, MOMENT))}(${timer.moment}, ${now})`
    const calendar: Node = { kind: 'calendar', name: 'timer', hours: timer.calendar, type: { kind: 'calendar' }, span }
    const index = findOverload('working_time', [MOMENT, MOMENT, calendar.type])
    const zone = dialect.bound(sqlParameter(TIME_ZONE), TEXT)
    return sql`${sql.raw(overloadName('working_time', index))}(${now}, ${timer.moment}, ${place.print(calendar)}, ${zone})`
  }
  const row = rowOf(record, place)
  if (row !== undefined) return of(row)
  const alias = context.fresh()
  return sql`(SELECT ${of(alias)} FROM ${rowsRelatedTo(place, entity)} AS ${sql.raw(alias)} WHERE ${context.column(entity, 'id', alias)} = ${place.print(record)})`
}

function printIs({ person, roles }: Node & { readonly kind: 'is' }, place: PrintContext): Sql {
  const { context } = place
  const has = (row: string): Sql => place.dialect.includesOneOf(context.column('Person', 'roles', row), roles)
  const row = rowOf(person, place)
  if (row !== undefined) return has(row)
  const alias = context.fresh()
  const held = sql`(SELECT ${has(alias)} FROM ${rowsRelatedTo(place, 'Person')} AS ${sql.raw(alias)} WHERE ${context.column('Person', 'id', alias)} = ${place.print(person)})`
  // Nobody holds no role.
  return sql`coalesce(${held}, ${place.dialect.truth(false)})`
}

function printOwnRole(node: Node, place: PrintContext): Sql {
  const { context } = place
  const [record, named] = childrenOf(node)
  if (record?.type.kind !== 'record' || named?.kind !== 'literal') return empty(node, place)
  const { entity } = record.type
  const of = (row: string): Sql => context.role?.(entity, String(named.value), row) ?? empty(node, place)
  const row = rowOf(record, place)
  if (row !== undefined) return of(row)
  const alias = context.fresh()
  return sql`(SELECT ${of(alias)} FROM ${rowsRelatedTo(place, entity)} AS ${sql.raw(alias)} WHERE ${context.column(entity, 'id', alias)} = ${place.print(record)})`
}

/** Keys have no such character in them. */
const BETWEEN_KEYS = '\u001F'

function printLookup(node: Node & { readonly kind: 'lookup' }, place: PrintContext): Sql {
  const { row, column, cells, type, span } = node
  const values = cells.map((cell) => {
    const value = printLiteral({ kind: 'literal', value: cell.value, type, span }, place.dialect)
    return sql`WHEN ${sql.lit(`${cell.row}${BETWEEN_KEYS}${cell.column}`)} THEN ${value}`
  })
  if (values.length === 0) return empty(node, place)
  return sql`CASE ${place.print(row)} || ${sql.lit(BETWEEN_KEYS)} || ${place.print(column)} ${sql.join(values, sql` `)} END`
}

// Operators ----------------------------------------------------------------------------------------

function printBinary(node: Node & { readonly kind: 'binary' }, place: PrintContext): Sql {
  const { operator, left, right } = node
  switch (operator) {
    case 'and':
    case 'or':
      return sql`(${place.print(left)} ${sql.raw(operator.toUpperCase())} ${place.print(right)})`
    case '==':
    case '!=':
      return printEquality(operator === '==', left, right, place)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return printComparison(operator, left, right, place)
    case 'in':
      return printIn(left, right, place)
  }
  if (left.type.kind === 'null' || right.type.kind === 'null') return empty(node, place)
  if (node.type.kind === 'text') return sql`(${place.print(left)} || ${place.print(right)})`
  return printArithmetic(operator, left, right, place)
}

/** Prints a comparison. Where a side may be beyond the engine's range, `largeNumbers` says how both are compared. */
function printComparison(operator: string, left: Node, right: Node, place: PrintContext): Sql {
  const { largeNumbers } = place.dialect
  if (left.type.kind === 'duration' || right.type.kind === 'duration') {
    const [a, b] = [comparedValue(place.print(left), DURATION), comparedValue(place.print(right), DURATION)]
    return largeNumbers?.compare(operator, a, b) ?? sql`(${a} ${sql.raw(operator)} ${b})`
  }
  const sides = [left, right].map((node) => ({ node, held: isHeld(node, place.context) }))
  const isOwn = sides.map(({ held }) => held)
  if (largeNumbers === undefined || !isOwn.includes(false))
    return sql`(${printOrder(left, place)} ${sql.raw(operator)} ${printOrder(right, place)})`
  if (!isOwn.includes(true)) return largeNumbers.compare(operator, place.print(left), place.print(right))
  // What memory decides is bound as the double that has the same order among the engine's numbers.
  const bound = sides.some(({ node, held }) => !held && isDecidedInMemory(node, place.context))
  const [a, b] = sides.map(({ node, held }) => {
    if (!bound) return held ? largeNumbers.own(place.print(node)) : place.print(node)
    return held ? place.print(node) : place.dialect.bound(expressionParameter(node, Number), node.type)
  })
  return sql`(${a} ${sql.raw(operator)} ${b})`
}

function printArithmetic(operator: '+' | '-' | '*' | '/' | '%', left: Node, right: Node, place: PrintContext): Sql {
  const name = sql.raw(arithmeticName(operator, left.type, right.type))
  const [a, b] = [place.print(left), place.print(right)]
  if (left.type.kind !== 'decimal' || right.type.kind !== 'decimal') return sql`${name}(${a}, ${b})`
  return sql`${name}(${a}, ${sql.lit(left.type.scale)}, ${b}, ${sql.lit(right.type.scale)})`
}

function printNegation({ operand, type, span }: Node & { readonly kind: 'not' | 'negate' }, place: PrintContext): Sql {
  const value = type.kind === 'decimal' ? '0' : 0
  return printArithmetic('-', { kind: 'literal', value, type, span }, operand, place)
}

/** Reports whether a node is a literal that was taken out of a reader's filter, to be bound. */
function isTaken(node: Node): boolean {
  return node.kind === 'input' && node.written === true
}

/** Written lists are SQL's own IN. Empty items equal nothing, and what is empty is in no list: never NULL. */
function printIn(left: Node, right: Node, place: PrintContext): Sql {
  const value = comparedValue(place.print(left), left.type)
  if (right.kind === 'list' && right.items.every((item) => isWritten(item) || isTaken(item))) {
    const items = right.items.filter((item) => isTaken(item) || (item.kind === 'literal' && item.value !== null))
    if (items.length > 0) {
      const found = sql`${value} IN (${sql.join(items.map((item) => comparedValue(place.print(item), left.type)))})`
      // As a conjunction, in which an index of the column is found.
      return isAtHand(left, place)
        ? sql`(${value} IS NOT NULL AND ${found})`
        : sql`coalesce(${found}, ${place.dialect.truth(false)})`
    }
  }
  if (isAtHand(left, place)) return sql`(${printWholeSet('includes', right, place, value)})`
  // Worked out once, and not for each element.
  const alias = sql.raw(place.context.fresh())
  return sql`(SELECT ${printWholeSet('includes', right, place, sql`${alias}.v`)} FROM (${place.dialect.once(sql`SELECT ${value} AS v`)}) AS ${alias})`
}

// Calls --------------------------------------------------------------------------------------------

function printCall(node: Node & { readonly kind: 'call' }, place: PrintContext): Sql {
  const { dialect } = place
  const [first] = node.arguments
  if (!first) return empty(node, place)
  switch (node.name) {
    case 'count':
      return printCount(first, node.arguments[1], place)
    case 'first':
      return node.arguments.length === 1 ? printWholeSet('first', first, place) : printMany(node, place)
    case 'page':
    case 'distinct':
      return printMany(node, place)
    case 'coalesce':
      return printFirst(node, place)
    case 'min':
    case 'max':
      return printExtreme(node.name, node, place)
    case 'abs':
      return dialect.largeNumbers === undefined || isHeld(first, place.context)
        ? sql`abs(${place.print(first)})`
        : dialect.largeNumbers.absolute(place.print(first))
    case 'div':
      return sql`v_integer_divide_integer(${sql.join(node.arguments.map((each) => place.print(each)))})`
    case 'join':
      return printJoined(first, place.print(node.arguments[1] as Node), place)
    case 'object':
      return place.dialect.objectOf(place.print(first), first.type)
    case 'convert':
    case 'round':
      return printConversion(first, node.type, place)
    case 'text':
      return printText(place.print(first), first.type)
  }
  const index = findOverload(
    node.name,
    node.arguments.map((argument) => argument.type),
  )
  const overload = overloadsOf(node.name)[index]
  if (!overload) return empty(node, place)
  const values = node.arguments.map((argument, at) => printArgument(argument, overload.takes[at], node.name, place))
  if (overload.zoned) values.push(dialect.bound(sqlParameter(TIME_ZONE), TEXT))
  const called = sql`${sql.raw(overloadName(node.name, index))}(${sql.join(values)})`
  return isCollection(overload.gives) ? dialect.orEmpty(called) : called
}

/**
 * Prints `min` or `max` of several arguments, which is empty if one of them is empty. Words are compared by their
 * order.
 */
function printExtreme(name: 'min' | 'max', node: Node & { readonly kind: 'call' }, place: PrintContext): Sql {
  const { type } = node
  const { largeNumbers } = place.dialect
  if (largeNumbers !== undefined && !node.arguments.every((argument) => isHeld(argument, place.context)))
    return largeNumbers.extreme(
      name,
      node.arguments.map((argument) => place.print(argument)),
    )
  const values = node.arguments.map((argument) =>
    printOrder(type.kind === 'choice' ? { ...argument, type } : argument, place),
  )
  return fromOrder(place.dialect.extreme(name, values, type.kind === 'choice' ? INTEGER : type), type)
}

function printArgument(node: Node, takes: FunctionParameter | undefined, name: string, place: PrintContext): Sql {
  const { dialect } = place
  const print = (): Sql => (isCollection(node.type) ? dialect.orEmpty(place.print(node)) : place.print(node))
  const is = isWritten(node) ? 'written' : isDecidedInMemory(node, place.context) ? 'inMemory' : 'ofRows'
  if (takes === 'pattern') return dialect.pattern(node, is, print)
  // SQLite's functions are given what there is, as they are those of memory.
  if (takes === 'integer' && dialect.largeNumbers === undefined) return dialect.bounded(print())
  // The only text that CEL's readers of a moment take.
  return takes === 'text' && name.startsWith('get') ? dialect.timeZone(node, is, print) : print()
}

function printShown({ value, as }: Node & { readonly kind: 'shown' }, place: PrintContext): Sql {
  const { type } = value
  return as ? place.dialect.shown(place.print(value), { as, type }) : printText(place.print(value), type)
}

function printConversion(node: Node, to: Type, place: PrintContext): Sql {
  const { type: from } = node
  const value = place.print(node)
  if (from.kind === 'decimal') {
    if (to.kind === 'decimal') return sql`v_decimal_to_decimal(${value}, ${sql.lit(from.scale)}, ${sql.lit(to.scale)})`
    return sql`${sql.raw(`v_decimal_to_${to.kind}`)}(${value}, ${sql.lit(from.scale)})`
  }
  if (to.kind === 'decimal' && (to.scale > 0 || from.kind === 'number'))
    return sql`${sql.raw(`v_${from.kind}_to_decimal`)}(${value}, ${sql.lit(to.scale)})`
  if (from.kind === 'number') return to.kind === 'integer' ? sql`v_number_to_integer(${value})` : value
  const isOwn = place.dialect.largeNumbers !== undefined && isHeld(node, place.context)
  return to.kind === 'number' && !isOwn ? sql`v_integer_to_number(${value})` : value
}

function printText(value: Sql, type: Type): Sql {
  switch (type.kind) {
    case 'decimal':
      return sql`v_text_of_decimal(${value}, ${sql.lit(type.scale)})`
    case 'integer':
    case 'number':
    case 'boolean':
    case 'duration':
      return sql`${sql.raw(`v_text_of_${type.kind}`)}(${value})`
    default:
      return value
  }
}
