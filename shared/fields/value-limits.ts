// Checks a value against the limits of its field: min, max, pattern and number of items.
// The value is in its JSON form already.
import { matchesPattern } from '../expressions/functions/pattern.ts'
import type { FieldShape, FieldType, ValueProblem } from './field-type.ts'
import { fieldType } from './registry.ts'
import { countCharacters } from './text.ts'

/** The first limit that a value (not empty, in JSON form) goes beyond. */
export function brokenLimit(value: unknown, field: FieldShape): ValueProblem | undefined {
  const { type, limits = {} } = field
  if (typeof value === 'string' && isMeasuredInCharacters(type.kind)) {
    const length = countCharacters(value)
    const most = mostCharacters(field)
    if (most !== undefined && length > most)
      return { code: 'too_long', message: `has ${length} characters; at most ${most} are allowed` }
    if (limits.min !== undefined && length < Number(limits.min)) {
      return { code: 'too_short', message: `has ${length} characters; at least ${limits.min} are needed` }
    }
  } else if (Array.isArray(value)) {
    if (limits.atMost !== undefined && value.length > limits.atMost)
      return { code: 'too_many', message: `has ${value.length} entries; at most ${limits.atMost} are allowed` }
    if (limits.max !== undefined && value.length > Number(limits.max))
      return { code: 'too_many', message: `has ${value.length} entries; at most ${limits.max} are allowed` }
    if (limits.min !== undefined && value.length < Number(limits.min))
      return { code: 'too_few', message: `has ${value.length} entries; at least ${limits.min} are needed` }
  } else {
    const { compare } = fieldType(type.kind)
    if (limits.max !== undefined && compare(value, limits.max, type) > 0)
      return { code: 'too_big', message: `must be at most ${limits.max}` }
    if (limits.min !== undefined && compare(value, limits.min, type) < 0)
      return { code: 'too_small', message: `must be at least ${limits.min}` }
  }
  const { pattern } = limits
  if (pattern === undefined) return undefined
  const texts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(
    (each) => typeof each === 'string',
  )
  return texts.every((each) => matchesPattern(pattern, each))
    ? undefined
    : { code: 'pattern', message: `must have the form ${pattern}` }
}

/** How many characters a text field holds at most. */
export function mostCharacters({ type, limits }: FieldShape): number | undefined {
  if (!isMeasuredInCharacters(type.kind)) return undefined
  if (limits?.max !== undefined) return Number(limits.max)
  return fieldType(type.kind).defaultMax
}

/** The same of a value, or of one item, whose type has no such limit; undefined: few. */
export function longestText(field: FieldShape): number | undefined {
  return mostCharacters(field) ?? fieldType(field.type.kind).longest
}

/** Can it hold a text of more characters than these? What is computed has no limit of its own. */
export function mayBeLonger(field: FieldShape & { readonly computed?: unknown }, characters: number): boolean {
  if (fieldType(field.type.kind).defaultMax === undefined) return false
  return field.computed !== undefined || (mostCharacters(field) ?? Infinity) > characters
}

/** Does `min` or `max` say something about it: about its value, its characters or its items? */
export function hasBounds(type: FieldType): boolean {
  return fieldType(type.kind).bounds !== undefined && !(type.kind === 'relation' && !type.many)
}

export function isMeasuredInCharacters(kind: FieldShape['type']['kind']): boolean {
  return fieldType(kind).bounds === 'characters'
}
