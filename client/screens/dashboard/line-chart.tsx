// Draws a line over time, with a table of its numbers for screen readers.
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import classes from './dashboard.module.css'
import { GroupsTable } from './groups-table.tsx'
import type { ChartPoint } from './chart-points.ts'
import type { PrintNumber } from './use-print-measure.ts'

const WIDTH = 100
const HEIGHT = 60

interface Props {
  /** At least two. */
  readonly points: readonly ChartPoint[]
  readonly name: string
  readonly print: PrintNumber
}

export function LineChart({ points, name, print }: Props) {
  const highest = Math.max(...points.map((point) => point.value))
  // Nothing is divided by nothing.
  const top = highest > 0 ? highest : 1
  const places = points.map((point, index) => ({
    x: (index / (points.length - 1)) * WIDTH,
    y: HEIGHT - (point.value / top) * (HEIGHT - 4),
  }))
  const path = places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')
  const last = points.at(-1)
  return (
    <div className={classes['line']}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            className={classes['rule']}
            x1="0"
            x2={WIDTH}
            y1={HEIGHT - share * (HEIGHT - 4)}
            y2={HEIGHT - share * (HEIGHT - 4)}
          />
        ))}
        <path className={classes['area']} d={`${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
        <path className={classes['stroke']} d={path} />
      </svg>
      <div className={classes['hits']}>
        {points.map((point, index) => (
          <Hit key={point.key} point={point} at={places[index]} print={print} />
        ))}
      </div>
      <div className={classes['axis']} aria-hidden="true">
        <span>{print(top)}</span>
        <span>{print(top / 2)}</span>
        <span>{print(0)}</span>
      </div>
      <div className={classes['ends']} aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>
          highest {print(highest)}
          {last && ` · latest ${print(last.value)}`}
        </span>
        <span>{last?.label}</span>
      </div>
      <div className="unseen">
        <GroupsTable points={points.map(({ path: _, ...point }) => point)} name={name} print={print} />
      </div>
    </div>
  )
}

interface HitProps {
  readonly point: ChartPoint
  readonly at: { readonly x: number; readonly y: number } | undefined
  readonly print: PrintNumber
}

/** A column of the chart: it says its value when one points at it, and leads to the rows behind it. */
function Hit({ point, at, print }: HitProps) {
  if (at === undefined) return null
  const style = { '--x': `${at.x}%`, '--y': `${(at.y / HEIGHT) * 100}%` } as CSSProperties
  const tip = (
    <span className={classes['tip']} aria-hidden="true">
      {point.label}: <b>{print(point.value)}</b>
    </span>
  )
  return point.path === undefined ? (
    <span className={classes['hit']} style={style}>
      {tip}
    </span>
  ) : (
    <Link
      to={point.path}
      className={classes['hit'] ?? ''}
      style={style}
      aria-label={`${point.label}: ${print(point.value)}`}
    >
      {tip}
    </Link>
  )
}
