// Works out which names may follow in an expression that is being written.
import { functionNames, overloadsOf, SET_OPERATIONS } from '../expressions/functions/overloads.ts'
import type { Type } from '../expressions/type.ts'
import type { DocumentOutline } from './outline.ts'

export interface ExpressionName {
  readonly name: string
  readonly kind: 'field' | 'function' | 'constant' | 'entity' | 'keyword' | 'role'
  /** Its type or its signature. */
  readonly detail: string
}

/** Names that an expression knows beside the words of the language. */
export interface NameScope {
  /** The record at hand. */
  readonly entity?: string | undefined
  /** Names that earlier steps have given. */
  readonly names?: { readonly [name: string]: Type }
}

const ON_SETS = [...SET_OPERATIONS, 'count', 'first', 'page', 'distinct']
const WORDS = ['me', 'now', 'today', 'this', 'old', 'input', 'limits', 'calendar', 'lookup', 'and', 'or', 'not', 'in']
const WORD_DETAILS: { readonly [word: string]: string } = {
  me: 'the person who acts',
  now: 'this moment',
  today: 'the date in the application’s time zone',
  this: 'the record as it will be',
  old: 'the record before the change',
  input: 'what the transition or the call was given',
  limits: 'constants of point 9',
  calendar: 'calendars of point 9',
  lookup: 'lookup tables of point 9',
}

/** `code` ends where the writer is. */
export function namesAfter(outline: DocumentOutline, scope: NameScope, code: string): readonly ExpressionName[] {
  const role = /\bis\(\s*["“'][^"”']*$/.test(code)
  if (role) return outline.schema.roles.map((name) => ({ name, kind: 'role', detail: 'role' }))
  const path = pathBefore(code)
  if (path.length === 0) return namesInScope(outline, scope, code)
  const type = typeOfPath(outline, scope, code, path)
  if (type === 'limits')
    return outline.schema.limits.map((name) => constant(name, printType(outline.schema.limit(name))))
  if (type === 'calendar') return [...outline.outline.calendars.keys()].map((name) => constant(name, 'calendar'))
  if (type === 'lookup') return [...outline.outline.lookups.keys()].map((name) => constant(name, 'lookup'))
  return type === undefined ? [] : membersOf(outline, type)
}

/** The type of the expression that the code ends with: `assignee.team`; undefined where it has none. */
export function typeAtEnd(outline: DocumentOutline, scope: NameScope, code: string): Type | undefined {
  const type = typeOfPath(outline, scope, code, pathBefore(`${code}.`))
  return typeof type === 'string' ? undefined : type
}

function namesInScope(outline: DocumentOutline, scope: NameScope, code: string): readonly ExpressionName[] {
  const own = scope.entity === undefined ? [] : membersOf(outline, { kind: 'record', entity: scope.entity })
  const given = Object.entries(scope.names ?? {}).map(([name, type]) => ({
    name,
    kind: 'field' as const,
    detail: printType(type),
  }))
  const variables = variablesIn(code).map(({ name }) => ({ name, kind: 'field' as const, detail: 'each record' }))
  const words = WORDS.map((name) => ({ name, kind: 'keyword' as const, detail: WORD_DETAILS[name] ?? '' }))
  const entities = outline.schema.entities.map((name) => ({ name, kind: 'entity' as const, detail: 'all records' }))
  const functions = functionNames
    .filter((name) => !ON_SETS.includes(name) || name === 'min' || name === 'max')
    .map((name) => ({ name, kind: 'function' as const, detail: signatureOf(name) }))
  return [...variables, ...given, ...own.filter(({ kind }) => kind === 'field'), ...words, ...entities, ...functions]
}

/** Lists the names before the last dot: `assignee.team.` gives `assignee`, `team`. */
function pathBefore(code: string): readonly string[] {
  let rest = code.replace(/\w*$/, '')
  const path: string[] = []
  while (rest.endsWith('.')) {
    const before = withoutArguments(rest.slice(0, -1))
    const name = /(\w+)$/.exec(before)?.[1]
    if (name === undefined) return []
    path.unshift(before.length === rest.length - 1 ? name : `${name}()`)
    rest = before.slice(0, -name.length)
  }
  return path
}

/** `filter(c, c.done)` → `filter`. */
function withoutArguments(code: string): string {
  if (!code.endsWith(')')) return code
  let depth = 0
  for (let at = code.length - 1; at >= 0; at--) {
    if (code[at] === ')') depth++
    if (code[at] === '(' && --depth === 0) return code.slice(0, at)
  }
  return code
}

type PathType = Type | 'limits' | 'calendar' | 'lookup'

function typeOfPath(
  outline: DocumentOutline,
  scope: NameScope,
  code: string,
  [first, ...rest]: readonly string[],
): PathType | undefined {
  if (first === undefined) return undefined
  let type = typeOfFirst(outline, scope, code, first)
  for (const name of rest) {
    if (type === undefined || typeof type === 'string') return undefined
    type = memberType(outline, type, name)
  }
  return type
}

function typeOfFirst(outline: DocumentOutline, scope: NameScope, code: string, name: string): PathType | undefined {
  const variable = variablesIn(code).findLast((each) => each.name === name)
  if (variable !== undefined) {
    const set = typeAtEnd(outline, scope, variable.set)
    return set?.kind === 'set' || set?.kind === 'list' ? set.of : undefined
  }
  if (name === 'limits' || name === 'calendar' || name === 'lookup') return name
  const { entity, names = {} } = scope
  if (Object.hasOwn(names, name)) return names[name]
  if (name === 'me') return { kind: 'record', entity: 'Person' }
  if (name === 'now') return { kind: 'timestamp' }
  if (name === 'today') return { kind: 'date' }
  if (name === 'this' || name === 'old') return entity === undefined ? undefined : { kind: 'record', entity }
  if (outline.schema.entities.includes(name)) return { kind: 'set', of: { kind: 'record', entity: name } }
  return entity === undefined ? undefined : memberType(outline, { kind: 'record', entity }, name)
}

function memberType({ schema }: DocumentOutline, type: Type, name: string): Type | undefined {
  if (name === 'first()' && type.kind === 'set') return type.of
  if (name.endsWith('()')) return type.kind === 'set' && isSameSet(name) ? type : undefined
  if (type.kind === 'object') return type.fields[name]
  if (type.kind !== 'record') return undefined
  const member = schema.member(type.entity, name)
  if (member === undefined) return undefined
  return member.kind === 'field' ? member.type : { kind: 'set', of: { kind: 'record', entity: member.entity } }
}

function isSameSet(name: string): boolean {
  return ['filter()', 'sort()', 'sort_down()', 'distinct()', 'page()'].includes(name)
}

function membersOf({ schema }: DocumentOutline, type: Type): readonly ExpressionName[] {
  if (type.kind === 'set' || type.kind === 'list')
    return ON_SETS.map((name) => ({ name, kind: 'function', detail: 'of a set' }))
  if (type.kind !== 'record') return []
  const { entity } = type
  const fields = schema.members(entity).map((name): ExpressionName => {
    const member = schema.member(entity, name)
    const detail = member?.kind === 'field' ? printType(member.type) : `set of ${member?.entity ?? ''}`
    return { name, kind: 'field', detail }
  })
  const isPerson: readonly ExpressionName[] =
    entity === 'Person' ? [{ name: 'is', kind: 'function', detail: 'is("Role"): yes/no' }] : []
  return [...fields, ...isPerson]
}

/** `Booking.exists(b, b.` binds b to the records of Booking. */
function variablesIn(code: string): readonly { readonly name: string; readonly set: string }[] {
  const operations = SET_OPERATIONS.join('|')
  const binding = new RegExp(`\\.(?:${operations})\\(\\s*([A-Za-z_]\\w*)\\s*,`, 'g')
  return [...code.matchAll(binding)].map((found) => ({ name: found[1] ?? '', set: code.slice(0, found.index) }))
}

function constant(name: string, detail: string): ExpressionName {
  return { name, kind: 'constant', detail }
}

export function signatureOf(name: string): string {
  const [first] = overloadsOf(name)
  return first === undefined ? `${name}(…)` : `${name}(${first.takes.join(', ')}): ${printType(first.gives)}`
}

/** Names a type in the words of authors: `timestamp` is "date and time". */
export function printType(type: Type | undefined): string {
  if (type === undefined) return ''
  switch (type.kind) {
    case 'timestamp':
      return 'date and time'
    case 'boolean':
      return 'yes/no'
    case 'decimal':
      return `decimal(${type.scale})`
    case 'choice':
      return `one of ${type.words.join(', ')}`
    case 'record':
      return type.entity
    case 'set':
      return `set of ${printType(type.of)}`
    case 'list':
      return `list of ${printType(type.of)}`
    default:
      return type.kind
  }
}
