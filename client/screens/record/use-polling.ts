// Reads the record on the page anew from time to time, and what stands beside it: others work on it too.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const EVERY_MILLISECONDS = 20_000
/** Of the keys in `record-queries.ts`: the record, its history, the lists beside it. */
const SHOWN = new Set<unknown>(['one', 'named', 'history', 'pages'])

export function usePolling(): void {
  const client = useQueryClient()
  useEffect(() => {
    const read = () => {
      // What is being sent comes back with its own answer; without a network the page stays as it is.
      if (document.visibilityState !== 'visible' || !navigator.onLine || client.isMutating() > 0) return
      void client.refetchQueries({
        queryKey: ['records'],
        type: 'active',
        predicate: ({ queryKey }) => SHOWN.has(queryKey[2]),
      })
    }
    const timer = globalThis.setInterval(read, EVERY_MILLISECONDS)
    return () => globalThis.clearInterval(timer)
  }, [client])
}
