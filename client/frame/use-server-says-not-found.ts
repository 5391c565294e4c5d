// Says whether the server answered the page with 404.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useKnownSession } from '../data/session.ts'

/** Did the server answer this very page with 404? True until one goes elsewhere, or is somebody else. */
export function useServerSaysNotFound(): boolean {
  const { pathname } = useLocation()
  const person = useKnownSession().person?.id
  const [said] = useState(() => ({ status: document.documentElement.dataset['status'], pathname, person }))
  const still = said.status === '404' && said.pathname === pathname && said.person === person
  useEffect(() => {
    if (!still) delete document.documentElement.dataset['status']
  }, [still])
  return still && document.documentElement.dataset['status'] === '404'
}
