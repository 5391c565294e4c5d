// Leads from the name or the bar of a group to the rows behind it, where a list shows them.
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RowsLink } from '../rows-link.tsx'
import type { ChartPart } from './chart-points.ts'

interface Props {
  readonly point: Pick<ChartPart, 'path'>
  readonly children: ReactNode
}

export function PointLink({ point, children }: Props) {
  if (point.path === undefined) return children
  return <RowsLink to={point.path}>{children}</RowsLink>
}

interface AreaProps {
  readonly point: Pick<ChartPart, 'path'>
  readonly className: string
  readonly style: CSSProperties
}

/** A bar that can be clicked; its name beside it is the link for keyboards. */
export function PointArea({ point, className, style }: AreaProps) {
  if (point.path === undefined) return <span className={className} style={style} />
  return <Link to={point.path} tabIndex={-1} aria-hidden="true" className={className} style={style} />
}
