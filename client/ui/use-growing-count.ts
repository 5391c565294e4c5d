// Shows many things a few at a time, so that the page answers a touch between two helpings.
import { startTransition, useEffect, useState } from 'react'

/** More than a window holds, less than a touch has to wait for. */
const AT_ONCE = 10

/** How many of `count` are shown by now: the first ones at once, the others soon. */
export function useGrowingCount(count: number, atOnce: number = AT_ONCE): number {
  const [shown, setShown] = useState(atOnce)
  useEffect(() => {
    if (shown >= count) return undefined
    const timer = setTimeout(() => startTransition(() => setShown(shown + atOnce)))
    return () => clearTimeout(timer)
  }, [shown, count, atOnce])
  return Math.min(shown, count)
}
