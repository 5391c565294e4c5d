// Decides whether a field names one record by its value: `/api/tickets/number/HD-00001`.
import { isUniqueByItself } from '../fields/registry.ts'
import type { Field } from './model.ts'

export function isKey(field: Field | undefined): boolean {
  if (field === undefined || field.standard) return false
  // What is unique only within something else names no record by itself.
  return field.limits.unique?.per.length === 0 || isUniqueByItself(field.type)
}
