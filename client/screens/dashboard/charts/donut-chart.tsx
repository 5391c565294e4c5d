// Draws a ring of parts with a legend of every part, its number and its share.
import { Fragment } from 'react'
import { useNavigate } from 'react-router-dom'
import { toneClasses } from '../../../ui/word-badge.tsx'
import { Dot, ownColor, printShare } from './chart-parts.tsx'
import type { ChartPoint } from './chart-points.ts'
import { say } from '../../../words/say.ts'
import classes from './chart.module.css'
import { PointLink } from './point-link.tsx'
import type { PrintMeasure } from '../use-print-measure.ts'

const RADIUS = 15.9155
/** A circle with this radius is 100 long, so parts are percentages. */
const GAP = 0.8

interface Props {
  readonly points: readonly ChartPoint[]
  readonly name: string
  readonly print: PrintMeasure
}

export function DonutChart({ points, name, print }: Props) {
  const navigate = useNavigate()
  const total = points.reduce((sum, point) => sum + point.value, 0)
  const slices = slicesOf(points, total)
  return (
    <div className={classes['donut']}>
      <svg viewBox="0 0 40 40" role="img" aria-label={say('{name}: {total} in all', { name, total: print(total) })}>
        {slices.map(({ point, share, start }) => (
          <circle
            key={point.key}
            className={`${classes['slice']} ${toneClasses[point.tone]}`}
            style={ownColor(point)}
            cx="20"
            cy="20"
            r={RADIUS}
            fill="none"
            strokeWidth="5"
            strokeDasharray={dashes(share, slices.length > 1)}
            strokeDashoffset={25 - start}
            data-link={point.path === undefined ? undefined : true}
            onClick={() => point.path !== undefined && void navigate(point.path)}
          >
            <title>{`${point.label}: ${print(point.value)} (${printShare(point.value, total, print)})`}</title>
          </circle>
        ))}
        <text x="20" y="22.2" textAnchor="middle" className={classes['ringtotal']}>
          {print.short(total)}
        </text>
      </svg>
      <dl className={classes['legend']}>
        {points.map((point) => (
          <Fragment key={point.key}>
            <dt>
              <Dot of={point} /> <PointLink point={point}>{point.label}</PointLink>
            </dt>
            <dd className={classes['value']}>{print(point.value)}</dd>
            <dd className={classes['share']}>{total > 0 && printShare(point.value, total, print)}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

/** A dash as long as the share, and a gap for the rest of the circle. */
function dashes(share: number, gap: boolean): string {
  const drawn = Math.max(share - (gap ? GAP : 0), 0.3)
  return `${drawn} ${100 - drawn}`
}

interface Slice {
  readonly point: ChartPoint
  /** Both in percent of the circle. */
  readonly share: number
  readonly start: number
}

function slicesOf(points: readonly ChartPoint[], total: number): readonly Slice[] {
  const slices: Slice[] = []
  let start = 0
  for (const point of points) {
    if (point.value <= 0) continue
    const share = (point.value / total) * 100
    slices.push({ point, share, start })
    start += share
  }
  return slices
}
