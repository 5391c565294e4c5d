// Lets what comes later be drawn in pieces, so that the page answers a touch meanwhile.
import { useDeferredValue, useState } from 'react'

/** Is it time to show what `isHere`? What is here from the beginning stands at once. */
export function useDrawnSoon(isHere: boolean): boolean {
  const [isAtOnce] = useState(isHere)
  const isDrawn = useDeferredValue(isHere, isAtOnce)
  return isHere && isDrawn
}
