// What a one-time link carries behind its `#`: read once, then taken out of the address, so that it stays in no history.
import { useEffect, useState } from 'react'

export function useLinkSecret(name: 'invitation' | 'link' | 'challenge'): string | null {
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get(name))
  useEffect(() => {
    if (secret !== null) history.replaceState(history.state, '', location.pathname + location.search)
  }, [secret])
  return secret
}
