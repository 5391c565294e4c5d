// What every input takes over from its field: id, name and what is said of it.
import type { EditProps } from './field-view.ts'

export function inputProps({ id, label, description, required, error }: EditProps) {
  return { id, label, description, error, withAsterisk: required, 'aria-required': required }
}
