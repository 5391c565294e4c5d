// The name of a bar, slice or group; it leads to the rows behind it where a list shows them.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './dashboard.module.css'
import type { ChartPoint } from './chart-points.ts'

export function PointLink({ point, children }: { readonly point: ChartPoint; readonly children: ReactNode }) {
  if (point.path === undefined) return children
  return (
    <Link to={point.path} className={classes['rows'] ?? ''}>
      {children}
    </Link>
  )
}
