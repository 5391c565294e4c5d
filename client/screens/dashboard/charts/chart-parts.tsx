// Shows what charts have in common: what a bar or point says when one points at it, and the names of series.
import type { CSSProperties } from 'react'
import { useState } from 'react'
import { toneClasses } from '../../../ui/word-badge.tsx'
import type { ChartPoint, ChartSeries } from './chart-points.ts'
import classes from './chart.module.css'
import type { PrintMeasure } from '../use-print-measure.ts'

interface Props {
  readonly point: ChartPoint
  readonly print: PrintMeasure
  /** Total of which the point is a part. */
  readonly total?: number | undefined
}

/** Notes when a point is first pointed at. A chart has hundreds of them, and draws what each says only from then on. */
export function usePointedAt(): {
  readonly wasPointedAt: boolean
  readonly pointing: { readonly onPointerEnter: () => void; readonly onFocus: () => void }
} {
  const [wasPointedAt, setPointedAt] = useState(false)
  const point = () => setPointedAt(true)
  return { wasPointedAt, pointing: { onPointerEnter: point, onFocus: point } }
}

/** Shows the numbers of a point to sighted people. The link gives the same text to assistive technology. */
export function Tip({ point, print, total }: Props) {
  return (
    <span className={classes['tip']} aria-hidden="true">
      <span className={classes['tiphead']}>
        {point.label} {point.written !== undefined && <b>{print(point.written)}</b>}
        {total !== undefined && total > 0 && <span> {printShare(point.value, total, print)}</span>}
      </span>
      {point.parts
        ?.filter(({ value }) => value !== 0)
        .map((part) => (
          <span key={part.key} className={classes['tippart']}>
            <Dot of={part} /> {part.label} <b>{print(part.written ?? part.value)}</b>
          </span>
        ))}
    </span>
  )
}

/** "Nov 2026: 12 (High 3, Low 9)". */
export function sayPoint(point: ChartPoint, print: PrintMeasure): string {
  const parts = point.parts?.filter(({ value }) => value !== 0) ?? []
  const inner = parts.map((part) => `${part.label} ${print(part.written ?? part.value)}`).join(', ')
  if (point.written === undefined) return `${point.label}: ${inner}`
  return `${point.label}: ${print(point.written)}${inner === '' ? '' : ` (${inner})`}`
}

export function printShare(value: number, total: number, print: PrintMeasure): string {
  return print.percent((value / total) * 100)
}

export function Dot({ of }: { readonly of: Pick<ChartSeries, 'tone' | 'color'> }) {
  return <span className={`${classes['dot']} ${toneClasses[of.tone]}`} style={ownColor(of)} aria-hidden="true" />
}

/** Makes the style of an item whose data give it a colour, in place of the colour of its tone. */
export function ownColor({ color }: Pick<ChartSeries, 'color'>): CSSProperties {
  return color === undefined ? {} : ({ '--tone': color } as CSSProperties)
}

export function SeriesNames({ series }: { readonly series: readonly ChartSeries[] }) {
  if (series.length === 0) return null
  return (
    <ul className={classes['series']}>
      {series.map((each) => (
        <li key={each.key}>
          <Dot of={each} /> {each.label}
        </li>
      ))}
    </ul>
  )
}
