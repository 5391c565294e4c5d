// Shows a diagram that is moved by dragging, made larger or smaller, and saved as a file.
import { ActionIcon, Group } from '@mantine/core'
import type { PointerEvent, ReactNode } from 'react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { say } from '../../../words/say.ts'
import { SaveButton } from '../save-button.tsx'
import { DiagramView } from './diagram-view.tsx'
import classes from './diagram.module.css'
import type { DiagramLayout } from './drawing.ts'
import { saveDrawing } from './write-svg.ts'

interface Props {
  readonly drawing: DiagramLayout
  readonly label: string
  /** The name of the file, without its ending. */
  readonly file: string
  readonly children?: ReactNode
}

const STEP = 1.25
const SMALLEST = 0.3
const LARGEST = 2
/** Smaller than this, texts are not read well: the frame is moved instead. */
const READABLE = 0.8

export function Diagram({ drawing, label, file, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const fit = useCallback(
    (smallest: number) => {
      const room = frame.current?.clientWidth ?? drawing.width
      setZoom(Math.max(smallest, Math.min(1, room / drawing.width)))
    },
    [drawing],
  )
  useLayoutEffect(() => fit(READABLE), [fit])
  // The middle stays in sight.
  useLayoutEffect(() => {
    const { current } = frame
    if (current) current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2
  }, [zoom, drawing])
  const change = (factor: number) => setZoom(Math.min(LARGEST, Math.max(SMALLEST, zoom * factor)))
  return (
    <>
      <Group gap="xs" mb="xs" data-unprinted>
        {children}
        <Group gap={4} ml="auto">
          <ActionIcon variant="default" size="lg" aria-label={say('Smaller')} onClick={() => change(1 / STEP)}>
            −
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={say('Larger')} onClick={() => change(STEP)}>
            +
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={say('Whole width')} onClick={() => fit(SMALLEST)}>
            ↔
          </ActionIcon>
        </Group>
        <SaveButton
          label={label}
          onSave={() => {
            const svg = frame.current?.querySelector('svg')
            return svg ? saveDrawing(svg, drawing, file) : Promise.resolve()
          }}
        />
      </Group>
      <div
        ref={frame}
        className={`card ${classes['frame']}`}
        role="region"
        aria-label={say('Diagram: {name}', { name: label })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by the arrows
        tabIndex={0}
        onPointerDown={(event) => drag(event)}
      >
        <DiagramView drawing={drawing} label={label} zoom={zoom} />
      </div>
    </>
  )
}

/** A finger moves it by itself. */
function drag(event: PointerEvent<HTMLDivElement>): void {
  const { currentTarget: frame, target } = event
  const isLink = target instanceof Element && target.closest('a') !== null
  if (event.pointerType !== 'mouse' || event.button !== 0 || isLink) return
  const over = new AbortController()
  const { signal } = over
  frame.dataset['dragged'] = ''
  const move = ({ movementX, movementY }: globalThis.PointerEvent) => frame.scrollBy(-movementX, -movementY)
  const stop = () => {
    delete frame.dataset['dragged']
    over.abort()
  }
  globalThis.addEventListener('pointermove', move, { signal })
  globalThis.addEventListener('pointerup', stop, { signal })
  globalThis.addEventListener('pointercancel', stop, { signal })
}
