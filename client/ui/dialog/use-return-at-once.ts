// Leads the keyboard back as a dialog begins to close: the next key is not for what goes away.
import { useEffect, useLayoutEffect, useRef } from 'react'

/** The library does so 10 ms later, and only where the keyboard is still in the dialog. */
export function useReturnAtOnce(opened: boolean): void {
  const from = useRef<Element | null>(null)
  const within = useRef<Element | null>(null)
  // Before the dialog takes the keyboard.
  useLayoutEffect(() => {
    if (opened) from.current = document.activeElement
    else within.current = document.activeElement
  }, [opened])
  useEffect(() => {
    if (opened || !(from.current instanceof HTMLElement) || !from.current.isConnected) return
    const isInDialog = within.current?.closest('[role="dialog"]') != null
    if (isInDialog && document.activeElement === within.current) from.current.focus({ preventScroll: true })
    from.current = null
  }, [opened])
}
