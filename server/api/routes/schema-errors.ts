// Finds the members of a value that the schema of a route does not admit, and says what is expected.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { BodySchema } from './body-schema.ts'

/** Empty: the schema admits the value. Each error names a member as `calls[3].path`; the value itself has no name. */
export function findSchemaErrors(schema: BodySchema, value: unknown): readonly FieldError[] {
  const errors: FieldError[] = []
  visit(schema, value, '', errors)
  return errors
}

/** So many are listed; the rest is found once these are mended. */
const MOST_ERRORS = 20

function visit(schema: BodySchema, value: unknown, at: string, errors: FieldError[]): void {
  if (errors.length >= MOST_ERRORS) return
  if (schema.anyOf !== undefined) return visitEither(schema, schema.anyOf, value, at, errors)
  if (!hasType(schema, value) || !isWithin(schema, value)) return refuse(errors, at, schema)
  if (Array.isArray(value)) visitList(schema, value, at, errors)
  else if (isObject(value)) visitObject(schema, value, at, errors)
}

function visitEither(
  schema: BodySchema,
  choices: readonly BodySchema[],
  value: unknown,
  at: string,
  errors: FieldError[],
): void {
  if (choices.some((choice) => findSchemaErrors(choice, value).length === 0)) return
  refuse(errors, at, schema)
}

function visitList(schema: BodySchema, value: readonly unknown[], at: string, errors: FieldError[]): void {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema
  if (value.length < minItems) {
    const least = `${minItems} ${minItems === 1 ? 'item' : 'items'}`
    errors.push(fieldError(at, 'member_too_short', { member: nameOf(at), least }))
  } else if (value.length > maxItems) {
    errors.push(fieldError(at, 'member_too_long', { member: nameOf(at), most: maxItems, count: value.length }))
  } else if (items !== undefined) {
    for (const [index, item] of value.entries()) visit(items, item, `${at}[${index}]`, errors)
  }
}

function visitObject(
  { properties = {}, required = [], additionalProperties: others = true, propertyNames, minProperties = 0 }: BodySchema,
  value: { readonly [name: string]: unknown },
  at: string,
  errors: FieldError[],
): void {
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const known = propertyNames?.enum ?? Object.keys(properties)
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue
    const expected = describeExpected(properties[name] ?? {})
    errors.push(fieldError(below(name), 'member_missing', { member: below(name), expected }))
  }
  if (Object.keys(value).length < minProperties)
    errors.push(fieldError(at, 'member_too_short', { member: nameOf(at), least: `one of ${known.join(', ')}` }))
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isKnown = schema !== undefined || (propertyNames === undefined ? others !== false : known.includes(name))
    if (!isKnown) {
      const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`
      errors.push(fieldError(below(name), 'member_unknown', { member: below(name), known: there }))
    } else if (schema !== undefined) visit(schema, member, below(name), errors)
    else if (typeof others === 'object') visit(others, member, below(name), errors)
  }
}

function refuse(errors: FieldError[], at: string, schema: BodySchema): void {
  errors.push(fieldError(at, 'member_wrong', { member: nameOf(at), expected: describeExpected(schema) }))
}

function nameOf(at: string): string {
  return at === '' ? 'The body' : at
}

function hasType({ type, $ref }: BodySchema, value: unknown): boolean {
  if ($ref !== undefined) return isObject(value)
  if (type === undefined) return true
  return typeof type === 'string' ? isOfType(type, value) : type.some((each) => isOfType(each, value))
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function isWithin(schema: BodySchema, value: unknown): boolean {
  if (typeof value === 'string') return isTextWithin(schema, value)
  if (typeof value !== 'number') return true
  return value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) && value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
}

function isTextWithin(schema: BodySchema, value: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false
  if (schema.const !== undefined && schema.const !== value) return false
  if (value.length < minLength || value.length > maxLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

/** What a schema admits, for people: "a text", "one of POST, PATCH, DELETE". */
export function describeExpected(schema: BodySchema): string {
  if (schema.title !== undefined) return schema.title
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeExpected).join(' or ')
  if (schema.enum !== undefined)
    return schema.enum.length === 1 ? (schema.enum[0] ?? '') : `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return `"${schema.const}"`
  const types = [schema.type ?? (schema.$ref === undefined ? [] : 'object')].flat()
  return types.map((type) => describeType(type, schema)).join(' or ') || 'given'
}

function describeType(type: string, schema: BodySchema): string {
  switch (type) {
    case 'string':
      return schema.maxLength === undefined ? 'a text' : `a text of at most ${schema.maxLength} characters`
    case 'integer':
      return schema.maximum === undefined
        ? 'a whole number'
        : `a whole number from ${schema.minimum ?? 0} to ${schema.maximum}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return schema.items === undefined ? 'a list' : `a list, each ${describeExpected(schema.items)}`
    case 'object':
      return schema.properties === undefined ? 'an object' : `an object, ${printShape(schema)}`
    default:
      return type
  }
}

/** `{ "roles": …, "email"?: … }`. */
function printShape({ properties = {}, required = [] }: BodySchema): string {
  const members = Object.keys(properties).map((name) => `"${name}"${required.includes(name) ? '' : '?'}: …`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
