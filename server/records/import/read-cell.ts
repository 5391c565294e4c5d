// Reads a cell of an imported table (relations apart): the value for its field, or what is wrong.
import type { FieldError } from '#shared/decisions/decision.ts'
import { valueError } from '#shared/decisions/refusals.ts'
import type { Printing } from '#shared/fields/printing.ts'
import { findExcess } from '#shared/fields/value-limits.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'

/** Whether the value is good is for the command to say. `text`: not empty. */
export function readCell(
  { name, type, limits, cite }: Field,
  text: string,
  printing: Printing,
): { readonly value: unknown } | { readonly error: FieldError } {
  const excess = findExcess(text, { type, limits })
  if (excess) return { error: valueError(name.identifier, name.label, excess, cite) }
  const { read, written, coerce } = fieldType(type.kind)
  const value = read?.(text.trim(), type, printing) ?? text
  if (written === undefined || !('problem' in coerce(value, type))) return { value }
  return { error: valueError(name.identifier, name.label, { code: 'wrong_type', says: written }, cite) }
}
