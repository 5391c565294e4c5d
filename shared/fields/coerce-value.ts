// Validates and normalises a value from outside by the type and limits of its field.
import { isBlank, removeInvisible } from '../text/characters/invisible-characters.ts'
import type { CoercionResult, FieldShape, JsonSchema } from './field-type.ts'
import { brokenLimit, findExcess, isMeasuredInCharacters, mostCharacters } from './value-limits.ts'
import type { Printing } from './printing.ts'
import { UnreadText } from './reading/unread-text.ts'
import { fieldType } from './registry.ts'

/** `null`, and `""` (or only what shows nothing) for texts, are empty: `{ value: null }`; whether that may be is not asked here. */
export function coerceValue(input: unknown, field: FieldShape): CoercionResult {
  if (input instanceof UnreadText) return { problem: input.problem }
  const excess = findExcess(input, field)
  if (excess) return { problem: excess }
  if (isEmptyInput(input, field)) return { value: isMany(field) ? [] : null }
  const read = fieldType(field.type.kind).coerce(input, field.type)
  if ('problem' in read) return read
  if (read.value === '') return { value: null }
  const value = field.limits?.inKey && typeof read.value === 'string' ? removeInvisible(read.value) : read.value
  const broken = brokenLimit(value, field)
  return broken ? { problem: broken } : { value }
}

/**
 * Is there nothing in this field? An empty list is nothing too: a required list has an entry. In JSON it is a value of its
 * own, which is shown and sent as any other. `type`: of the field; undefined where there is none.
 */
export function isEmptyValue(value: unknown, type: { readonly kind: string } | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  return type?.kind !== 'json' && Array.isArray(value) && value.length === 0
}

/** A field's value for people; empty is ''. */
export function printValue(value: unknown, field: FieldShape, printing: Printing): string {
  return isEmptyValue(value, field.type) ? '' : fieldType(field.type.kind).print(value, field.type, printing)
}

/** Order of two values of a field in JSON form; empty ones first. */
export function compareValues(a: unknown, b: unknown, field: FieldShape): number {
  const [isNoA, isNoB] = [isEmptyValue(a, field.type), isEmptyValue(b, field.type)]
  if (isNoA || isNoB) return Number(isNoB) - Number(isNoA)
  return fieldType(field.type.kind).compare(a, b, field.type)
}

/** JSON schema of a field's value with its limits; `null` is not among its types. */
export function schemaOf(field: FieldShape): JsonSchema {
  const { type, limits = {} } = field
  const schema = fieldType(type.kind).schema(type)
  const most = mostCharacters(field)
  const measured = isMeasuredInCharacters(type.kind)
  const numeric = schema['type'] === 'integer' || schema['type'] === 'number'
  return {
    ...schema,
    ...(most === undefined ? {} : { maxLength: most }),
    ...(measured && limits.min !== undefined ? { minLength: Number(limits.min) } : {}),
    ...(numeric && limits.min !== undefined ? { minimum: Number(limits.min) } : {}),
    ...(numeric && limits.max !== undefined ? { maximum: Number(limits.max) } : {}),
    ...(limits.pattern === undefined ? {} : { pattern: limits.pattern }),
    ...(limits.atMost === undefined || schema['type'] !== 'array' || schema['maxItems'] === 0
      ? {}
      : { maxItems: limits.atMost }),
  }
}

/** Fields that hold a set or list are never `null`: empty is `[]`. */
export function isMany({ type }: FieldShape): boolean {
  return type.kind === 'relation' ? type.many : fieldType(type.kind).many === true
}

/** A file, an image, or several. */
export function holdsFiles({ type }: Pick<FieldShape, 'type'>): boolean {
  return fieldType(type.kind).holdsFiles === true
}

function isEmptyInput(input: unknown, field: FieldShape): boolean {
  if (input === null || input === undefined) return true
  return typeof input === 'string' && fieldType(field.type.kind).column(field.type).kind === 'TEXT' && isBlank(input)
}
