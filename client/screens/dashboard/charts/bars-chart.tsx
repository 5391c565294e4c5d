// Draws horizontal bars, each with its name and number as text; parts of a second grouping stand in a row.
import { toneClasses } from '../../../ui/word-badge.tsx'
import { ownColor, SeriesNames, Tip, usePointedAt } from './chart-parts.tsx'
import type { Chart, ChartPoint } from './chart-points.ts'
import classes from './chart.module.css'
import { PointArea, PointLink } from './point-link.tsx'
import type { PrintMeasure } from '../use-print-measure.ts'

interface Props {
  readonly chart: Chart
  readonly print: PrintMeasure
  /** Do the groups add up to a whole? */
  readonly isWhole: boolean
}

export function BarsChart({ chart: { points, series }, print, isWhole }: Props) {
  const most = Math.max(...points.map((point) => point.value)) || 1
  const total = isWhole ? points.reduce((sum, { value }) => sum + value, 0) : undefined
  return (
    <>
      <SeriesNames series={series} />
      <div className={classes['bars']} role="list">
        {points.map((point) => (
          <Bar key={point.key} point={point} most={most} total={total} print={print} />
        ))}
      </div>
    </>
  )
}

interface BarProps {
  readonly point: ChartPoint
  readonly most: number
  readonly total: number | undefined
  readonly print: PrintMeasure
}

function Bar({ point, most, total, print }: BarProps) {
  const { wasPointedAt, pointing } = usePointedAt()
  const shown = (point.parts ?? [point]).filter(({ value }) => value > 0)
  return (
    <div role="listitem" className={classes['barrow']} {...pointing}>
      <span>
        <PointLink point={point}>{point.label}</PointLink>
      </span>
      <span className={classes['track']}>
        {shown.map((part) => (
          <PointArea
            key={part.key}
            point={part}
            className={`${classes['fill']} ${toneClasses[part.tone]}`}
            style={{ ...ownColor(part), width: `${(part.value / most) * 100}%` }}
          />
        ))}
        {wasPointedAt && <Tip point={point} print={print} total={total} />}
      </span>
      <span className={classes['value']}>{print(point.written ?? point.value)}</span>
    </div>
  )
}
