// Watches whether a box that scrolls sideways has more before or after what is seen.
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

interface ScrollEdges {
  readonly before: boolean
  readonly after: boolean
}

/** Parts of a pixel are no more. */
const LEAST = 2

export function edgesOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): ScrollEdges {
  return { before: scrollLeft > LEAST, after: scrollLeft + clientWidth < scrollWidth - LEAST }
}

export function useScrollEdges(box: RefObject<HTMLElement | null>): ScrollEdges {
  const [edges, setEdges] = useState<ScrollEdges>({ before: false, after: false })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const look = () => {
      const { before, after } = edgesOf(element)
      setEdges((last) => (last.before === before && last.after === after ? last : { before, after }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  return edges
}
