// Leads the keyboard back from a dialog that is gone while it is open: to where it was before.
import { useEffect, useState } from 'react'

/** Of the component that brings the dialog along; a dialog that closes leads back by itself. */
export function useReturn(): void {
  const [from] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
    },
    [from],
  )
}
