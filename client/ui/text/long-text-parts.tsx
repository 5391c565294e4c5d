// Shows a long text part by part, so that no text makes a page slow: the rest is shown when it is asked for.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { say } from '../../words/say.ts'
import classes from './markdown.module.css'
import { splitLongText } from './split-long-text.ts'

export interface LongTextProps {
  readonly text: string
  /** Shows one part. */
  readonly children: (part: string) => ReactNode
}

export function LongTextParts({ text, children }: LongTextProps) {
  const parts = useMemo(() => splitLongText(text), [text])
  const [only] = parts
  // Another text begins with its first part.
  return parts.length === 1 ? children(only ?? '') : <Parts key={text.slice(0, 200)} parts={parts} show={children} />
}

function Parts({ parts, show }: { readonly parts: readonly string[]; readonly show: LongTextProps['children'] }) {
  const [count, setCount] = useState(1)
  const latest = useRef<HTMLDivElement>(null)
  // The button goes away with the last part, or moves: what was asked for has the keyboard.
  useEffect(() => {
    if (count > 1) latest.current?.focus({ preventScroll: true })
  }, [count])
  return (
    <>
      {parts.slice(0, count).map((part, index) => (
        <div key={index} ref={index === count - 1 ? latest : undefined} tabIndex={-1} className={classes['part']}>
          {show(part)}
        </div>
      ))}
      {count < parts.length && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setCount(count + 1)}>
          {say('Show more of this text')}
        </Button>
      )}
    </>
  )
}
