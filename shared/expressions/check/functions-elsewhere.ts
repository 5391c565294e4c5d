// Names what is meant by functions of other languages, and writes it where that is certain.
import { printSyntax } from '../syntax/print-syntax.ts'
import type { Syntax } from '../syntax/syntax.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

export interface MeantCall {
  readonly hint: string
  /** Text that replaces the whole call. */
  readonly write?: string
}

/** Values that others write as functions, in any case. */
const VALUES: { readonly [name: string]: string } = {
  now: 'now',
  getdate: 'now',
  sysdate: 'now',
  current_timestamp: 'now',
  today: 'today',
  current_date: 'today',
  curdate: 'today',
  me: 'me',
  current_user: 'me',
  currentuser: 'me',
  this: 'this',
  old: 'old',
}

/** Functions that exist here under another name. */
const RENAMED: { readonly [name: string]: string } = {
  length: 'size',
  len: 'size',
  nvl: 'coalesce',
  ifnull: 'coalesce',
  any: 'exists',
  some: 'exists',
  every: 'all',
  where: 'filter',
  select: 'map',
  average: 'avg',
  mean: 'avg',
  total: 'sum',
  tolowercase: 'lower',
  lowercase: 'lower',
  lcase: 'lower',
  touppercase: 'upper',
  uppercase: 'upper',
  ucase: 'upper',
  includes: 'contains',
  least: 'min',
  greatest: 'max',
  substring: 'part',
  substr: 'part',
  orderby: 'sort',
  sortby: 'sort',
  starts_with: 'startsWith',
  ends_with: 'endsWith',
  unique: 'distinct',
  to_string: 'text',
  tostring: 'text',
  str: 'text',
  parseint: 'int',
  date_trunc: 'start_of',
  trunc: 'floor',
  ceiling: 'ceil',
  hasrole: 'is',
  has_role: 'is',
  inrole: 'is',
  isinrole: 'is',
}

type Rewrite = (given: readonly string[]) => MeantCall | undefined

/** Functions that rewrite a call from its printed arguments, the target first. */
const REWRITTEN: { readonly [name: string]: Rewrite } = {
  isnull: isEmpty,
  is_null: isEmpty,
  isempty: isEmpty,
  is_empty: isEmpty,
  empty: isEmpty,
  isblank: isEmpty,
  isnotnull: isThere,
  is_not_null: isThere,
  notnull: isThere,
  isset: isThere,
  if: choose,
  iff: choose,
  iif: choose,
  hours_since: ([t = '', ...more]) => (more.length > 0 ? undefined : write(`hours_between(${t}, now)`)),
  days_since: ([t = '', ...more]) => (more.length > 0 ? undefined : write(`days_between(${t}, now)`)),
  age: ([t = '', ...more]) => (more.length > 0 ? undefined : { hint: `write years_between(${t}, today)` }),
  add_days: addDays,
  adddays: addDays,
  datediff: () => ({
    hint: 'subtract them: dates give days, moments a duration; or hours_between(a, b), days_between(a, b)',
  }),
  dateadd: () => ({ hint: 'write later(t, 3, "day"), or t + days(3)' }),
  date_add: () => ({ hint: 'write later(t, 3, "day"), or t + days(3)' }),
  concat: () => ({ hint: 'texts are joined by +; those of a set by join(set, ", ")' }),
  to_map: objectOf,
  tomap: objectOf,
  group_by: objectOf,
  groupby: objectOf,
  find: () => ({ hint: 'write .filter(x, …).first()' }),
  last: () => ({ hint: 'sort the other way round and take the first: .sort_down(x, …).first()' }),
  split: () => ({ hint: 'a text is not divided: keep the parts in a field of the type "list of text"' }),
  indexof: () => ({ hint: 'ask text.contains("…"), or text.startsWith("…")' }),
  decimal: asWritten,
  money: asWritten,
  number: asWritten,
  hour: () => ({ hint: 'the time of a moment is time_of(t); in UTC its hour is t.getHours()' }),
}

function isEmpty([value = '', ...more]: readonly string[]): MeantCall | undefined {
  if (more.length === 0) return { hint: `write ${value} == null`, write: `(${value} == null)` }
  return { hint: 'write coalesce(a, b)' }
}

function isThere([value = '', ...more]: readonly string[]): MeantCall | undefined {
  return more.length > 0 ? undefined : { hint: `write ${value} != null`, write: `(${value} != null)` }
}

function choose([test = '', then = '', otherwise = '', ...more]: readonly string[]): MeantCall | undefined {
  if (otherwise === '' || more.length > 0) return { hint: 'write condition ? one : other' }
  return { hint: `write ${test} ? ${then} : ${otherwise}`, write: `(${test} ? ${then} : ${otherwise})` }
}

function addDays([date = '', count = '', ...more]: readonly string[]): MeantCall | undefined {
  return count === '' || more.length > 0
    ? undefined
    : { hint: `write ${date} + days(${count})`, write: `(${date} + days(${count}))` }
}

function objectOf(): MeantCall {
  return { hint: 'in answers, set.object(x, key, value) makes an object of a set' }
}

function asWritten([value = '']: readonly string[]): MeantCall {
  return { hint: `a number is written as it is: ${value.replaceAll(/["']/g, '') || '2.50'}` }
}

function write(text: string): MeantCall {
  return { hint: `write ${text}`, write: text }
}

export function meantCall({ name, target, arguments: given }: CallSyntax): MeantCall | undefined {
  const word = name.toLowerCase()
  const all = (target ? [target, ...given] : given).map(printSyntax)
  const value = Object.hasOwn(VALUES, word) ? VALUES[word] : undefined
  if (value !== undefined && all.length === 0)
    return { hint: `"${value}" is a value, without parentheses`, write: value }
  const rewritten = Object.hasOwn(REWRITTEN, word) ? REWRITTEN[word]?.(all) : undefined
  if (rewritten) return all.length === 0 ? { hint: rewritten.hint } : rewritten
  const other = renamed(name)
  if (other === undefined || NOT_QUITE.has(word)) return undefined
  // One asks a person for a role.
  if (other === 'is' && !target) return { hint: `write me.is(${all.join(', ')})`, write: `me.is(${all.join(', ')})` }
  const [first = '', ...rest] = all
  const call = target ? `${first}.${other}(${rest.join(', ')})` : `${other}(${all.join(', ')})`
  return { hint: `did you mean "${other}"?`, write: call }
}

export function renamed(name: string): string | undefined {
  const word = name.toLowerCase()
  return Object.hasOwn(RENAMED, word) ? RENAMED[word] : undefined
}

/** Elsewhere they count from another place, round another way, or take other arguments. */
const NOT_QUITE: ReadonlySet<string> = new Set(
  'substring substr trunc date_trunc parseint total mean unique'.split(' '),
)
