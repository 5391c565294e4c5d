// Draws lines or columns over time between two axes; every point says its numbers and leads to its rows.
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { toneClasses } from '../../../ui/word-badge.tsx'
import type { Scale } from './axis.ts'
import { labelledPlaces, makeScale } from './axis.ts'
import { ownColor, sayPoint, SeriesNames, Tip, usePointedAt } from './chart-parts.tsx'
import type { Chart, ChartPoint } from './chart-points.ts'
import classes from './chart.module.css'
import type { PrintMeasure } from '../use-print-measure.ts'

const MOST_LABELS = 6

interface Props {
  readonly chart: Chart
  readonly name: string
  readonly print: PrintMeasure
  readonly as: 'line' | 'columns'
}

export function TimeChart({ chart: { points, series }, name, print, as }: Props) {
  const isLine = as === 'line'
  const values = points.flatMap((point) =>
    isLine && point.parts ? point.parts.map(({ value }) => value) : [point.value],
  )
  const scale = makeScale(values, print.grain)
  return (
    <>
      <SeriesNames series={series} />
      <div className={classes['time']}>
        <div className={classes['axis']} aria-hidden="true">
          {scale.ticks.toReversed().map((tick) => (
            <span key={tick}>{print.short(tick)}</span>
          ))}
        </div>
        <div className={classes['plot']}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {scale.ticks.map((tick) => (
              <line
                key={tick}
                className={classes['rule']}
                x1="0"
                x2="100"
                y1={heightOf(scale, tick)}
                y2={heightOf(scale, tick)}
              />
            ))}
            {isLine && <Lines points={points} series={series} scale={scale} />}
          </svg>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from point to point */}
          <ul className={classes['hits']} aria-label={name} onKeyDown={stepAlong}>
            {points.map((point, index) => (
              <li key={point.key}>
                {!isLine && <Column point={point} scale={scale} />}
                <Hit point={point} print={print} scale={scale} isLine={isLine} isEntry={index === points.length - 1} />
              </li>
            ))}
          </ul>
        </div>
        <div className={classes['labels']} aria-hidden="true">
          {labelledPlaces(points.length, MOST_LABELS).map((place) => (
            <Label key={place} x={placeOf(place, points.length)}>
              {points[place]?.short ?? points[place]?.label}
            </Label>
          ))}
        </div>
      </div>
    </>
  )
}

/** Computes the place of a point in percent from the left. Each point is in the middle of a band of its own. */
function placeOf(index: number, count: number): number {
  return ((index + 0.5) / count) * 100
}

function Label({ x, children }: { readonly x: number; readonly children: ReactNode }) {
  return <span style={{ '--x': `${x}%` } as CSSProperties}>{children}</span>
}

/** Computes the place of a value in percent from the top. */
function heightOf(scale: Scale, value: number): number {
  return (1 - scale.at(value)) * 100
}

function Lines({ points, series, scale }: Chart & { readonly scale: Scale }) {
  const place = (index: number, value: number) =>
    `${placeOf(index, points.length).toFixed(2)} ${heightOf(scale, value).toFixed(2)}`
  if (series.length === 0) {
    const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${place(index, point.value)}`).join('')
    const [first, last] = [placeOf(0, points.length), placeOf(points.length - 1, points.length)]
    const ground = heightOf(scale, 0)
    return (
      <>
        <path className={classes['area']} d={`${path}L${last} ${ground}L${first} ${ground}Z`} />
        <path className={classes['stroke']} d={path} />
      </>
    )
  }
  return series.map((each) => {
    const known = points.flatMap((point, index) => {
      const part = point.parts?.find(({ key }) => key === each.key)
      return part ? [place(index, part.value)] : []
    })
    return (
      <path
        key={each.key}
        className={`${classes['stroke']} ${toneClasses[each.tone]}`}
        style={ownColor(each)}
        data-toned
        d={`M${known.join('L')}`}
      />
    )
  })
}

/** Draws a column from the zero line upwards or downwards. Parts of a second grouping are stacked. */
function Column({ point, scale }: { readonly point: ChartPoint; readonly scale: Scale }) {
  const bottom = scale.at(Math.min(point.value, 0)) * 100
  const height = Math.abs(scale.at(point.value) - scale.at(0)) * 100
  if (height === 0) return null
  return (
    <span className={classes['column']} style={{ bottom: `${bottom}%`, height: `${height}%` }} aria-hidden="true">
      {(point.parts ?? [point])
        .filter(({ value }) => value !== 0)
        .map((part) => (
          <span
            key={part.key}
            className={`${classes['piece']} ${toneClasses[part.tone]}`}
            style={{ ...ownColor(part), flexGrow: Math.abs(part.value) }}
          />
        ))}
    </span>
  )
}

interface HitProps {
  readonly point: ChartPoint
  readonly print: PrintMeasure
  readonly scale: Scale
  readonly isLine: boolean
  /** The one that the keyboard comes to first. */
  readonly isEntry: boolean
}

/** The band of a point: it says its value when one points at it, and leads to the rows behind it. */
function Hit({ point, print, scale, isLine, isEntry }: HitProps) {
  const top = isLine && point.parts ? Math.max(...point.parts.map(({ value }) => value)) : point.value
  const style = { '--y': `${heightOf(scale, top)}%` } as CSSProperties
  const { wasPointedAt, pointing } = usePointedAt()
  const tip = wasPointedAt && <Tip point={point} print={print} />
  const shared = { className: classes['hit'] ?? '', style, 'data-point': isLine || undefined, ...pointing }
  if (point.path === undefined) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what it says must be reachable
      <span {...shared} role="img" tabIndex={isEntry ? 0 : -1} aria-label={sayPoint(point, print)}>
        {tip}
      </span>
    )
  }
  return (
    <Link {...shared} to={point.path} tabIndex={isEntry ? 0 : -1} aria-label={sayPoint(point, print)}>
      {tip}
    </Link>
  )
}

const STEPS: { readonly [key: string]: (at: number, last: number) => number } = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** One stop of the Tab key for the whole chart. */
function stepAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : undefined
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>('[tabindex]')]
  const next = hits[step(hits.indexOf(event.target as HTMLElement), hits.length - 1)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
