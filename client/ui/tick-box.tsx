// Shows a box to tick as one element: a list has one in each of its rows.
import type { InputHTMLAttributes } from 'react'
import classes from './tick-box.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** Some of what it stands for is ticked. */
  readonly indeterminate?: boolean
}

export function TickBox({ indeterminate = false, ...props }: Props) {
  return (
    <input
      {...props}
      type="checkbox"
      className={`mantine-focus-auto ${classes['box']}`}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
    />
  )
}
