// Scrolls an appearing element into view.
import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** `what`: when it changes, it is brought into view again. */
export function useScrollTo<T extends HTMLElement>(what: unknown): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    // In braces: some browsers answer with a promise, which must not be taken for a clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [what])
  return place
}
