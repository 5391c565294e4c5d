// A line over time, with a table of its numbers for those who can't see it.
import classes from './dashboard.module.css'
import { GroupsTable } from './groups-table.tsx'
import type { Point } from './points.ts'
import type { PrintNumber } from './print-measure.ts'

const WIDTH = 100
const HEIGHT = 60

interface Props {
  /** At least two. */
  readonly points: readonly Point[]
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
      <div className={classes['ends']} aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>
          highest {print(highest)}
          {last && ` · latest ${print(last.value)}`}
        </span>
        <span>{last?.label}</span>
      </div>
      <div className="unseen">
        <GroupsTable points={points} name={name} print={print} />
      </div>
    </div>
  )
}
