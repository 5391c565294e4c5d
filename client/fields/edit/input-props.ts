// Makes the props common to every input: id, name and description.
import type { EditProps } from '../field-view.ts'

export function inputProps({ id, label, description, required, error }: EditProps) {
  return { id, label, description, error, withAsterisk: required, 'aria-required': required }
}
