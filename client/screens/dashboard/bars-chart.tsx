// Draws horizontal bars, each with its name and number as text.
import { toneClasses } from '../../ui/word-badge.tsx'
import classes from './dashboard.module.css'
import { PointLink } from './point-link.tsx'
import type { ChartPoint } from './chart-points.ts'
import type { PrintNumber } from './use-print-measure.ts'

interface Props {
  readonly points: readonly ChartPoint[]
  readonly print: PrintNumber
}

export function BarsChart({ points, print }: Props) {
  const most = Math.max(...points.map((point) => point.value)) || 1
  return (
    <div className={classes['bars']} role="list">
      {points.map((point) => (
        <Bar
          key={point.key}
          point={point}
          width={`${(Math.max(point.value, 0) / most) * 100}%`}
          value={print(point.value)}
        />
      ))}
    </div>
  )
}

function Bar({ point, width, value }: { readonly point: ChartPoint; readonly width: string; readonly value: string }) {
  return (
    <div role="listitem" className={classes['barrow']}>
      <span>
        <PointLink point={point}>{point.label}</PointLink>
      </span>
      <span className={classes['track']} aria-hidden="true">
        {point.value > 0 && <span className={`${classes['fill']} ${toneClasses[point.tone]}`} style={{ width }} />}
      </span>
      <span className={classes['value']}>{value}</span>
    </div>
  )
}
