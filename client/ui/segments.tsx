// Chooses one of few words side by side: radio buttons that CSS draws, so that nothing is measured.
import { useId } from 'react'
import classes from './segments.module.css'

interface Props<Value extends string> {
  readonly data: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly id?: string
  /** Its name, where nothing that stands beside it is. */
  readonly label?: string
  readonly labelledBy?: string
  readonly isSmall?: boolean
  readonly className?: string | undefined
}

export function Segments<Value extends string>({
  data,
  value,
  onChange,
  id,
  label,
  labelledBy,
  isSmall = false,
  className = '',
}: Props<Value>) {
  const name = useId()
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      className={`${classes['track']} ${className}`}
      data-small={isSmall || undefined}
    >
      {data.map((each) => (
        <label key={each.value} className={classes['segment']}>
          <input
            type="radio"
            name={name}
            checked={each.value === value}
            onChange={() => onChange(each.value)}
            className={classes['radio']}
          />
          <span>{each.label}</span>
        </label>
      ))}
    </div>
  )
}
