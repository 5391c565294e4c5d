// Makes a column wider or narrower as its edge is dragged, or moved by the arrow keys.
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { LEAST_WIDTH, MOST_WIDTH, withinWidths } from '../list-state.ts'
import { say } from '../../../words/say.ts'
import classes from './column-sizer.module.css'

interface Props {
  readonly label: string
  /** Undefined: it takes what is left. */
  readonly width: number | undefined
  /** While it is dragged. */
  readonly onDrag: (width: number) => void
  /** Undefined: as wide as usual. */
  readonly onChange: (width: number | undefined) => void
}

const STEP = 16

export function ColumnSizer({ label, width, onDrag, onChange }: Props) {
  const dragged = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const widthAt = ({ clientX }: PointerEvent): number | undefined =>
    dragged.current && withinWidths(dragged.current.width + clientX - dragged.current.x)
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { x: event.clientX, width: shownWidth(event.currentTarget) }
  }
  const move = (event: PointerEvent) => {
    const next = widthAt(event)
    if (next !== undefined) onDrag(next)
  }
  const end = (event: PointerEvent) => {
    const next = widthAt(event)
    const before = dragged.current
    dragged.current = undefined
    if (next !== undefined && before && event.clientX !== before.x) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const now = width ?? shownWidth(event.currentTarget)
    if (event.key === 'ArrowLeft') onChange(withinWidths(now - STEP))
    else if (event.key === 'ArrowRight') onChange(withinWidths(now + STEP))
    else if (event.key === 'Home') onChange(LEAST_WIDTH)
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a separator that has a value can be moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={say('Width of {label}', { label })}
      aria-valuenow={width ?? 0}
      aria-valuetext={width === undefined ? say('automatic') : say('{width} pixels', { width })}
      aria-valuemin={0}
      aria-valuemax={MOST_WIDTH}
      title={say('Drag or press an arrow key to resize. Double-click to reset.')}
      className={classes['sizer']}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

function shownWidth(sizer: Element): number {
  return sizer.closest('th')?.getBoundingClientRect().width ?? LEAST_WIDTH
}
