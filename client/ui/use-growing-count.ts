// Shows many things a few at a time, so that the page answers a touch between two helpings.
import { startTransition, useEffect, useState } from 'react'

/** More than a window holds, less than a touch has to wait for. */
const AT_ONCE = 10

/** How many of `count` are shown by now: the first ones at once, the others soon. */
export function useGrowingCount(count: number): number {
  const [shown, setShown] = useState(AT_ONCE)
  useEffect(() => {
    if (shown >= count) return undefined
    const timer = setTimeout(() => startTransition(() => setShown(shown + AT_ONCE)))
    return () => clearTimeout(timer)
  }, [shown, count])
  return Math.min(shown, count)
}
