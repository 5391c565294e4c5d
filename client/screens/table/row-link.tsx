// Opens the record of a row: its page, or beside the list where it has none.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './record-table.module.css'

interface Props {
  readonly path: string | undefined
  /** One has just come back from it. */
  readonly isReturned?: boolean
  readonly onOpen?: () => void
  /** Shows it beside the list; absent where that can't be done. */
  readonly onPeek?: (() => void) | undefined
  readonly children: ReactNode
}

export function RowLink({ path, isReturned = false, onOpen, onPeek, children }: Props) {
  const common = { 'data-row-link': true, 'data-autofocus': isReturned || undefined }
  if (path !== undefined)
    return (
      <Link to={path} className={classes['link'] ?? ''} {...common} draggable={false} onClick={onOpen}>
        {children}
      </Link>
    )
  if (!onPeek) return children
  return (
    <button
      type="button"
      className={`${classes['link']} ${classes['peek']}`}
      aria-haspopup="dialog"
      {...common}
      onClick={onPeek}
    >
      {children}
    </button>
  )
}
