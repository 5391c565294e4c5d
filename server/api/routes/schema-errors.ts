// Finds the members of a value that the schema of a route does not admit, and says what is expected.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError, MOST_ERRORS } from '#shared/decisions/refusals.ts'
import type { HoleValue } from '#shared/text/phrase.ts'
import { joinByOr } from '#shared/text/phrase.ts'
import { MOST_CHARACTERS, MOST_MARKS, hasTooManyMarks } from '#shared/text/characters/bounded-text.ts'
import type { BodySchema } from './body-schema.ts'

export interface SchemaErrors {
  readonly listed: readonly FieldError[]
  /** How many there are beside. */
  readonly more: number
}

/** Empty: the schema admits the value. Each error names a member as `calls[3].path`; the value itself has no name. */
export function findSchemaErrors(schema: BodySchema, value: unknown): SchemaErrors {
  const errors = new ErrorCollection()
  visit(schema, value, '', errors)
  return errors
}

/** Words no more errors than an answer lists, and counts the others. */
class ErrorCollection implements SchemaErrors {
  readonly listed: FieldError[] = []
  more = 0

  add(make: () => FieldError): void {
    if (this.listed.length < MOST_ERRORS) this.listed.push(make())
    else this.more += 1
  }
}

function visit(schema: BodySchema, value: unknown, at: string, errors: ErrorCollection): void {
  if (schema.anyOf !== undefined) return visitEither(schema, schema.anyOf, value, at, errors)
  if (!hasType(schema, value)) return refuse(errors, at, schema)
  const excess = typeof value === 'string' ? describeExcess(schema, value, at) : undefined
  if (excess !== undefined) errors.add(() => excess)
  else if (!isWithin(schema, value)) refuse(errors, at, schema)
  else if (Array.isArray(value)) visitList(schema, value, at, errors)
  else if (isObject(value)) visitObject(schema, value, at, errors)
}

function visitEither(
  schema: BodySchema,
  choices: readonly BodySchema[],
  value: unknown,
  at: string,
  errors: ErrorCollection,
): void {
  if (choices.some((choice) => findSchemaErrors(choice, value).listed.length === 0)) return
  refuse(errors, at, schema)
}

function visitList(schema: BodySchema, value: readonly unknown[], at: string, errors: ErrorCollection): void {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema
  if (value.length < minItems) {
    const least = { says: minItems === 1 ? ONE_ITEM : ITEMS, values: { count: minItems } }
    errors.add(() => fieldError(at, 'member_too_short', { member: nameOf(at), least }))
  } else if (value.length > maxItems) {
    errors.add(() => fieldError(at, 'member_too_long', { member: nameOf(at), most: maxItems, count: value.length }))
  } else if (items !== undefined) {
    for (const [index, item] of value.entries()) visit(items, item, `${at}[${index}]`, errors)
  }
}

function visitObject(
  { properties = {}, required = [], additionalProperties: others = true, propertyNames, minProperties = 0 }: BodySchema,
  value: { readonly [name: string]: unknown },
  at: string,
  errors: ErrorCollection,
): void {
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const known = propertyNames?.enum ?? Object.keys(properties)
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue
    errors.add(() =>
      fieldError(below(name), 'member_missing', {
        member: below(name),
        expected: describeExpected(properties[name] ?? {}),
      }),
    )
  }
  if (Object.keys(value).length < minProperties)
    errors.add(() =>
      fieldError(at, 'member_too_short', {
        member: nameOf(at),
        least: { says: ONE_OF, values: { known: known.join(', ') } },
      }),
    )
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isKnown = schema !== undefined || (propertyNames === undefined ? others !== false : known.includes(name))
    if (!isKnown) {
      const there = { says: known.length === 0 ? NONE_THERE : THERE, values: { known: known.join(', ') } }
      errors.add(() => fieldError(below(name), 'member_unknown', { member: below(name), known: there }))
    } else if (schema !== undefined) visit(schema, member, below(name), errors)
    else if (typeof others === 'object') visit(others, member, below(name), errors)
  }
}

function refuse(errors: ErrorCollection, at: string, schema: BodySchema): void {
  errors.add(() => fieldError(at, 'member_wrong', { member: nameOf(at), expected: describeExpected(schema) }))
}

/** Its length first: nothing else is done with a text that is too long. */
function describeExcess(schema: BodySchema, value: string, at: string): FieldError | undefined {
  const { maxLength: most = MOST_CHARACTERS.line } = schema
  if (value.length > most) return fieldError(at, 'text_too_long', { member: nameOf(at), most, count: value.length })
  if (!hasTooManyMarks(value)) return undefined
  return fieldError(at, 'text_too_many_marks', { member: nameOf(at), most: MOST_MARKS })
}

function nameOf(at: string): HoleValue {
  return at === '' ? THE_BODY : at
}

const THE_BODY = { says: { en: 'The body', de: 'Der Inhalt' } }
const ONE_ITEM = { en: '{count} item', de: '{count} Eintrag' }
const ITEMS = { en: '{count} items', de: '{count} Einträge' }
const ONE_OF = { en: 'one of {known}', de: 'eines von {known}' }
const NONE_THERE = { en: 'there are none', de: 'es gibt keine' }
const THERE = { en: 'there are {known}', de: 'es gibt {known}' }

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
  const { minLength = 0, pattern } = schema
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false
  if (schema.const !== undefined && schema.const !== value) return false
  if (value.length < minLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

/** Describes in words what a schema admits: "text", "POST, PATCH, or DELETE". */
export function describeExpected(schema: BodySchema): HoleValue {
  if (schema.title !== undefined) return schema.title
  if (schema.anyOf !== undefined) return joinByOr(schema.anyOf.map(describeExpected))
  if (schema.enum !== undefined) return joinByOr(schema.enum)
  if (schema.const !== undefined) return `"${schema.const}"`
  const types = [schema.type ?? (schema.$ref === undefined ? [] : 'object')].flat()
  return types.length === 0 ? ANYTHING : joinByOr(types.map((type) => describeType(type, schema)))
}

function describeType(type: string, schema: BodySchema): HoleValue {
  const { minimum: least = 0, maximum: most, maxLength, items } = schema
  switch (type) {
    case 'string':
      return maxLength === undefined || maxLength === MOST_CHARACTERS.line
        ? { says: TEXT }
        : { says: SHORT_TEXT, values: { most: maxLength } }
    case 'integer':
      return most === undefined ? { says: WHOLE_NUMBER } : { says: NUMBER_WITHIN, values: { least, most } }
    case 'boolean':
      return joinByOr(['true', 'false'])
    case 'array':
      return items === undefined ? { says: LIST } : { says: LIST_OF, values: { each: describeExpected(items) } }
    case 'object':
      return schema.properties === undefined
        ? { says: OBJECT }
        : { says: OBJECT_WITH, values: { shape: printShape(schema) } }
    default:
      return type
  }
}

const ANYTHING = { says: { en: 'given', de: 'ein Wert' } }
const TEXT = { en: 'text', de: 'ein Text' }
const SHORT_TEXT = { en: 'text of at most {most} characters', de: 'ein Text mit höchstens {most} Zeichen' }
const WHOLE_NUMBER = { en: 'a whole number', de: 'eine ganze Zahl' }
const NUMBER_WITHIN = {
  en: 'a whole number from {least} to {most}',
  de: 'eine ganze Zahl von {least} bis {most}',
}
const LIST = { en: 'a list', de: 'eine Liste' }
const LIST_OF = { en: 'a list, each {each}', de: 'eine Liste, jeder Eintrag {each}' }
const OBJECT = { en: 'an object', de: 'ein Objekt' }
const OBJECT_WITH = { en: 'an object, {shape}', de: 'ein Objekt, {shape}' }

/** `{ "roles": …, "email"?: … }`. */
function printShape({ properties = {}, required = [] }: BodySchema): string {
  const members = Object.keys(properties).map((name) => `"${name}"${required.includes(name) ? '' : '?'}: …`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
