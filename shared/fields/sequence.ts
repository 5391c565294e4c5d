// Defines sequences: unique increasing numbers given at creation, with an optional pattern.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'

export const sequence: FieldTypeDefinition = {
  valueType: (type) => (hasPattern(type) ? { kind: 'text' } : { kind: 'integer' }),
  column: (type) => (hasPattern(type) ? { kind: 'TEXT', form: 'text' } : { kind: 'INTEGER', form: 'integer' }),
  schema: (type) => (hasPattern(type) ? { type: 'string' } : { type: 'integer' }),
  coerce: () => refuseValue('computed', 'is given by the system'),
  compare: (a, b, type) => (hasPattern(type) ? compareText(a, b) : Number(a) - Number(b)),
  print: (value) => String(value),
}

function hasPattern(type: { readonly kind: string }): boolean {
  return 'pattern' in type && type.pattern !== undefined
}

/** "HD-{00000}" and 42 → "HD-00042"; a number that outgrows its noughts keeps its digits. */
export function formatSequence(pattern: string, count: number): string {
  return pattern.replace(/\{(0+)\}/, (_whole, noughts: string) => String(count).padStart(noughts.length, '0'))
}

/** "HD-00042" → 42; undefined for what that pattern has not made. */
export function readSequence(pattern: string, text: string): number | undefined {
  const [before = '', after = ''] = pattern.split(/\{0+\}/)
  const digits = text.slice(before.length, text.length - after.length)
  const count = /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
  return count !== undefined && formatSequence(pattern, count) === text ? count : undefined
}
