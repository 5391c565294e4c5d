// Opens a dialog just after it is mounted, so that closing it leads back to where the keyboard was.
import { useEffect, useState } from 'react'

export function useLateOpen(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isOpen && isMounted
}
