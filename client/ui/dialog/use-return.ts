// Leads the keyboard back from a dialog that is gone while it is open: to where it was before.
import { useEffect, useState } from 'react'

/**
 * Returns the focus when the component that brings the dialog along is removed. A dialog that closes returns it by
 * itself.
 */
export function useReturn(): void {
  const [from] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
    },
    [from],
  )
}
