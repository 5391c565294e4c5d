// Finds the message of a refusal that belongs to one field.
import { RequestRefusal } from '../data/api.ts'

export function errorOfField(error: unknown, field: string): string | undefined {
  const errors = error instanceof RequestRefusal ? error.problem.errors : []
  return errors.find((each) => each.field === field)?.message
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof RequestRefusal && error.problem.code === code
}
