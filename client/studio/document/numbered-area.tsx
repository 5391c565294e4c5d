// A text area with the numbers of its lines beside them, which scroll along.
import type { ChangeEvent, RefObject } from 'react'
import { useMemo, useRef } from 'react'
import classes from './numbered-area.module.css'

interface Props {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function NumberedArea({ area, label, value, onChange }: Props) {
  const numbers = useRef<HTMLPreElement>(null)
  const count = countLines(value)
  // One text: a thousand elements would take their time with each letter.
  const text = useMemo(() => Array.from({ length: count }, (_, index) => index + 1).join('\n'), [count])
  const follow = (top: number) => {
    if (numbers.current) numbers.current.style.transform = `translateY(${-top}px)`
  }
  return (
    <div className={classes['frame']}>
      <div className={classes['gutter']} aria-hidden>
        <pre ref={numbers}>{text}</pre>
      </div>
      <textarea
        ref={area}
        className={classes['text']}
        aria-label={label}
        value={value}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
        onScroll={(event) => follow(event.currentTarget.scrollTop)}
        spellCheck={false}
        wrap="off"
      />
    </div>
  )
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
