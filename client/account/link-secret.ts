// Reads the secret of a one-time link and removes it from the address.
import { useEffect, useState } from 'react'

type Name = 'invitation' | 'link' | 'challenge'

/** Reads the secret of a link, also of one that is opened while the page is there already: then only what is behind the `#` changes. */
export function useLinkSecret(name: Name): string | null {
  const [secret, setSecret] = useState(() => secretIn(name))
  useEffect(() => {
    if (secret !== null) history.replaceState(history.state, '', location.pathname + location.search)
  }, [secret])
  useEffect(() => {
    const take = () => setSecret((before) => secretIn(name) ?? before)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [name])
  return secret
}

function secretIn(name: Name): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name)
}
