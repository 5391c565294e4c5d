// Shows a name in a colour of the data: a tinted ground and a dot, with text that keeps its contrast.
import type { CSSProperties, ReactNode } from 'react'
import classes from './color-badge.module.css'

interface Props {
  /** `#rrggbb` */
  readonly color: string
  readonly children: ReactNode
}

export function ColorBadge({ color, children }: Props) {
  return (
    <span className={classes['badge']} style={{ '--own': color } as CSSProperties}>
      {children}
    </span>
  )
}

export function ColorDot({ color }: { readonly color: string }) {
  return <span aria-hidden="true" className={classes['dot']} style={{ '--own': color } as CSSProperties} />
}
