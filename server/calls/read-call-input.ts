// Reads what a call is given from its path, query, headers and body; tells all wrong inputs at once.
import type { FieldError } from '#shared/decisions/decision.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Value } from '#shared/expressions/value.ts'
import { coerceValue, isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import { sentName } from '#shared/expressions/sent-input.ts'
import type { CallInput, DocumentCall } from '#shared/model/7-calls/types.ts'
import { labelFor } from '#shared/text/label.ts'
import { fieldError, valueError } from '#shared/decisions/refusals.ts'

export interface GivenInput {
  /** Decoded parameters of the path, by name. */
  readonly path: ReadonlyMap<string, string>
  readonly query: URLSearchParams
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: { readonly [name: string]: unknown }
}

export interface ReadCallInput {
  /** Inputs in JSON form. Defaults that are expressions are evaluated later. */
  readonly json: { readonly [name: string]: unknown }
  readonly values: { readonly [name: string]: Value }
  /** Inputs that were not given and have a default to work out. */
  readonly toWorkOut: readonly CallInput[]
  readonly errors: readonly FieldError[]
}

export function readCallInput({ takes, ignoresUnknown }: DocumentCall, given: GivenInput): ReadCallInput {
  const json: { [name: string]: unknown } = {}
  const values: { [name: string]: Value } = {}
  const toWorkOut: CallInput[] = []
  const errors: FieldError[] = [...unknownMembers(takes, given.body, ignoresUnknown)]
  for (const input of takes) {
    const raw = rawValue(input, given)
    const read = input.type === undefined ? { value: null } : coerceValue(raw, { type: input.type })
    const problem = 'problem' in read ? read.problem : undefined
    const value = 'value' in read ? read.value : null
    const label = (): string => labelFor(input.written.split('.').at(-1) ?? input.written)
    if (problem !== undefined) errors.push(valueError(input.name, label(), problem, input.cite))
    else if (input.default === undefined && isMissing(input, raw, value))
      errors.push(fieldError(input.name, 'required', { field: label() }, input.cite))
    const isAbsent = isEmptyValue(value, input.type) && raw === undefined
    if (isAbsent && input.default?.kind === 'expression') toWorkOut.push(input)
    json[input.name] = isAbsent && input.default?.kind === 'literal' ? input.default.value : value
    values[input.name] = readValue(json[input.name], input.valueType) ?? null
    values[sentName(input.name)] = raw !== undefined
  }
  return { json, values, toWorkOut, errors }
}

/** An empty list is a value where the input may be left out, and none where it is required. */
function isMissing({ required, nullable, type }: CallInput, raw: unknown, value: unknown): boolean {
  if (raw === undefined) return required
  if (nullable) return false
  return required ? isEmptyValue(value, type) : raw === null || value === null
}

/** Names of the query that the call does not take. */
export function unknownParameters({ takes }: DocumentCall, query: URLSearchParams): readonly string[] {
  const isTaken = (name: string): boolean => takes.some((each) => each.in === 'query' && each.written === name)
  return [...new Set(query.keys())].filter((name) => !isTaken(name))
}

function rawValue(input: CallInput, { path, query, header, body }: GivenInput): unknown {
  switch (input.in) {
    case 'path':
      return fromText(path.get(input.written), input)
    case 'query': {
      const all = query.getAll(input.written)
      return all.length > 1 ? all : fromText(all[0], input)
    }
    case 'header':
      return fromText(header(input.written.toLowerCase()), input)
    case 'body':
      return input.written.split('.').reduce<unknown>((found, name) => memberOf(found, name), body)
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: unknown })[name] : undefined
}

/** Outside a body all is text: numbers, yes and no, and lists with commas are read from it. */
function fromText(text: string | undefined, { type, valueType }: CallInput): unknown {
  if (text === undefined || text === '') return undefined
  if (type && isPlainNumber(type) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (type && familyOf(type) === 'flag') return BOOLEANS.get(text.toLowerCase()) ?? text
  if (valueType.kind === 'list' || valueType.kind === 'set') return text.split(',').map((item) => item.trim())
  return text
}

/** Decimals are texts in a body too. */
function isPlainNumber(type: FieldType): boolean {
  const { givenBySystem, column } = fieldType(type.kind)
  return familyOf(type) === 'number' && !givenBySystem && column(type).form !== 'decimal'
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

/**
 * Reports each member that the call does not accept, so that none is dropped silently, unless it ignores them. A value that should be an
 * object but isn't is refused as well.
 */
function unknownMembers(
  takes: readonly CallInput[],
  body: object,
  ignores: boolean | undefined,
  prefix = '',
): readonly FieldError[] {
  const written = takes.filter((each) => each.in === 'body').map((each) => each.written)
  return Object.entries(body).flatMap(([name, value]): readonly FieldError[] => {
    const path = `${prefix}${name}`
    if (written.includes(path)) return []
    if (!written.some((each) => each.startsWith(`${path}.`)))
      return ignores === true ? [] : [fieldError(path, 'not_taken', { field: path })]
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return unknownMembers(takes, value, ignores, `${path}.`)
    return [fieldError(path, 'no_object', { field: path })]
  })
}
