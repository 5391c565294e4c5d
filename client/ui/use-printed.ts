// Says whether the page is being printed: paper has room for what a window leaves out.
import { useSyncExternalStore } from 'react'

let isPrinted = false

export function usePrinted(): boolean {
  return useSyncExternalStore(follow, () => isPrinted)
}

/** Each is drawn before the browser goes on: what it prints is the page as it is then. */
function follow(onChange: () => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const set = (next: boolean) => {
    isPrinted = next
    onChange()
  }
  globalThis.addEventListener('beforeprint', () => set(true), { signal })
  globalThis.addEventListener('afterprint', () => set(false), { signal })
  globalThis.matchMedia('print').addEventListener('change', ({ matches }) => set(matches), { signal })
  return () => over.abort()
}
