// Makes the props common to every input: id, name and description.
import type { EditProps } from '../field-view.ts'
import classes from './input-props.module.css'

export function inputProps({ id, label, description, required, error }: EditProps) {
  return { id, label, description, error, withAsterisk: required, 'aria-required': required }
}

/** A cell may be narrower than what one chooses from in it. */
export function dropdownProps({ compact }: Pick<EditProps, 'compact'>) {
  if (compact !== true) return {}
  return {
    comboboxProps: { width: 'max-content' as const, position: 'bottom-start' as const },
    classNames: { dropdown: classes['dropdown'] ?? '' },
  }
}
