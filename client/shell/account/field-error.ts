// The sentence of a refusal that belongs beside one field.
import { Refusal } from '../../data/api.ts'

export function errorAt(error: unknown, field: string): string | undefined {
  const errors = error instanceof Refusal ? error.problem.errors : []
  return errors.find((each) => each.field === field)?.message
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.problem.code === code
}
