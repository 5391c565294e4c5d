// Leads from a number, or from the name of a group, to the rows behind it.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './rows-link.module.css'

interface Props {
  readonly to: string
  readonly children: ReactNode
}

export function RowsLink({ to, children }: Props) {
  return (
    <Link to={to} className={classes['rows'] ?? ''}>
      {children}
    </Link>
  )
}
